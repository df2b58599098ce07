import Foundation
package import Pixels

/// A frame's graph on its way to the worker.
package struct SentGraph: Sendable {
    private let graph: ImageGraph
    private let sources: [GraphSource]
    private let number: Int

    /// - Parameters:
    ///   - frame: The frame that the graph replaces.
    ///   - size: The size of the result.
    /// - Throws: `unsupported` or `limitExceeded` if the graph isn't valid, or if it contains another frame.
    package init(
        _ graph: ImageGraph, _ sources: [GraphSource], for frame: EditedFrame, size: PixelSize
    ) throws(MediaError) {
        let area = GraphRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        try GraphRequest(graph: graph, rectangle: area, output: .pixels(.sRGB)).check(sourceCount: sources.count)
        for case .frame(let other) in sources where other.loan !== frame.loan {
            throw MediaError(
                .unsupported,
                "The image for frame \(frame.number) of the video contains frame \(other.number), which was kept after "
                    + "the call that received it. Copy its pixels in that call.")
        }
        self.graph = graph
        self.sources = sources
        number = frame.number
    }

    /// Whether the worker needs nothing new.
    package func equals(_ other: SentGraph) -> Bool {
        graph == other.graph && sources.count == other.sources.count
            && zip(sources, other.sources).allSatisfy { $0.isSame(as: $1) }
    }

    /// Calls a closure with the answer and its descriptors, which are closed afterwards.
    ///
    /// - Parameter previous: The graph whose sources the worker keeps.
    package func withDescriptors(
        besides previous: SentGraph?, _ body: (FrameAnswer, [Int32]) throws(MediaError) -> Void
    ) throws(MediaError) {
        let bytes: Data
        do {
            bytes = try JSONEncoder().encode(graph)
        } catch {
            throw MediaError(.unsupported, "The image graph has a value that can't be stored: \(error).")
        }
        guard bytes.count <= GraphRequest.lengthLimitInBytes else {
            throw MediaError(.limitExceeded, "The image graph is too long.")
        }
        var own: [Int32] = []
        defer { for descriptor in own { close(descriptor) } }
        own.append(try SharedMemory.make(of: bytes))
        var descriptors = own
        var answer: [FrameAnswer.Source] = []
        for source in sources {
            if case .frame = source {
                answer.append(.frame)
            } else if let index = previous?.sources.firstIndex(where: { source.isSame(as: $0) }) {
                answer.append(.kept(index))
            } else {
                answer.append(.new(source.description))
                descriptors.append(try source.descriptor(&own))
            }
        }
        try body(.graph(answer), descriptors)
    }
}

extension GraphSource {
    /// Whether both are certainly the same image. The worker keeps the frame under one name.
    fileprivate func isSame(as other: GraphSource) -> Bool {
        switch (self, other) {
        case (.frame, .frame): true
        case (.pixels(let one), .pixels(let another)): one === another
        case (.openFile(let one, _, _), .openFile(let another, _, _)):
            one === another && description == other.description
        case (.data(let one, _, _), .data(let another, _, _)):
            // Both are alive, so equal addresses are the same memory.
            description == other.description && one.count == another.count && one.address == another.address
        default: false
        }
    }

    /// Returns the descriptor of the source. Appends it to `own` if the caller has to close it.
    package func descriptor(_ own: inout [Int32]) throws(MediaError) -> Int32 {
        let memory: Int32
        switch self {
        case .file(let descriptor, _, _): return descriptor
        case .openFile(let file, _, _): return file.descriptor
        case .data(let bytes, _, _): memory = try SharedMemory.make(of: bytes)
        case .pixels(let bitmap): memory = try SharedMemory.make(of: bitmap)
        case .frame(let frame): memory = try SharedMemory.make(of: try frame.pixels())
        }
        own.append(memory)
        return memory
    }
}

extension Data {
    fileprivate var address: UnsafeRawPointer? { withUnsafeBytes { $0.baseAddress } }
}
