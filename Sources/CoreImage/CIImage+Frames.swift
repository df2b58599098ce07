package import Cancellation
import Foundation
package import MediaRequests
import MediaWork
import Synchronization

extension CIImage {
    /// Creates an image of a video's frame. Its pixels stay in the media worker until a context renders it.
    ///
    /// The image can be rendered until the closure that received the frame returns. Later, contexts return `nil`, and
    /// write the reason to standard error.
    package convenience init(_ frame: EditedFrame) {
        self.init(node: ImageNode(.source(.frame(frame), frame.size)))
    }

    /// Returns the graph that replaces a frame.
    ///
    /// - Parameter frameImage: The image that was created from the frame.
    /// - Throws: `limitExceeded` if the image has too many steps. `unsupported` for an empty image.
    package func frameGraph(replacing frameImage: CIImage) throws(MediaError) -> FrameGraph {
        if node === frameImage.node { return .unchanged }
        let (graph, sources, _) = try node.graph()
        return .graph(graph, sources: sources)
    }

    /// Encodes a part of the image as a JPEG or HEIC file in Display P3. Transparent areas become white.
    ///
    /// - Parameter metadata: The file whose metadata a JPEG gets, or `nil` for none.
    /// - Throws: An error with the reason if the image can't be rendered.
    package func photoFile(
        _ type: GraphRequest.FileType, of rect: CGRect, quality: Double, metadata: GraphSource?,
        cancellation: WorkCancellation?
    ) throws(MediaError) -> Data {
        let (graph, ownSources, _) = try node.graph()
        var sources = ownSources
        var carried: Int?
        if let metadata, type == .jpeg, sources.count < ImageGraph.sourceLimit {
            carried = sources.count
            sources.append(metadata)
        }
        let request = GraphRequest(
            graph: graph, rectangle: GraphRectangle(of: rect),
            output: .file(GraphRequest.File(type, quality: quality, colourSpace: .displayP3)),
            carriesMetadataOfSource: carried)
        let rendering = try WorkerPool.shared().render(request, sources: sources, cancellation: cancellation)
        guard let file = rendering.file else { throw MediaError(.unsupported, "The result isn't a file.") }
        return file
    }
}

/// Writes to standard error why frames can't be rendered, because contexts only return `nil`.
enum FrameDiagnostics {
    private static let isWritten = Atomic(false)

    /// Writes the first error of the process about frames.
    static func report(_ error: MediaError, _ sources: [GraphSource]) {
        guard sources.contains(where: \.isFrame), error.code == .unsupported,
            !isWritten.exchange(true, ordering: .relaxed)
        else { return }
        FileHandle.standardError.write(Data("Core Image: \(error.message)\n".utf8))
    }
}

extension GraphSource {
    fileprivate var isFrame: Bool {
        if case .frame = self { true } else { false }
    }
}
