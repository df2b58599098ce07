import Foundation
import Imaging
import MediaRequests
import MediaWork
import Pixels
import Video

/// Replaces the frames of a video by the graphs of the host. Only one thread can use it.
final class FrameEditor: FrameReplacing {
    private let exchange: FrameExchange
    private var graph: Graph?
    private var isUnchanged = true
    /// The renderer of the graph, which stays as long as the graph does.
    private var renderer: FrameGraphRenderer?
    private var rendererOfUnchanged: FrameGraphRenderer?

    /// A graph with its sources.
    private struct Graph {
        enum Source {
            case frame
            case file(MappedSource)
        }

        var nodes: ImageGraph
        var sources: [Source]
    }

    init(_ exchange: FrameExchange) {
        self.exchange = exchange
    }

    func announce(_ frame: FrameDescription) {
        exchange.announce(frame)
    }

    func awaitAnswer(_ pixels: () throws(MediaError) -> UnsafeRawBufferPointer) throws(MediaError) {
        let (answer, descriptors) = try exchange.answer { memory throws(MediaError) in
            try SharedMemory.overwrite(memory, with: try pixels())
        }
        defer { for descriptor in descriptors { close(descriptor) } }
        isUnchanged = answer == .unchanged
        guard case .graph(let sources) = answer else { return }
        guard let message = descriptors.first else { throw Self.incomplete }
        let nodes = try MappedFile.read(message) { bytes throws(MediaError) -> ImageGraph? in
            guard bytes.count <= GraphRequest.lengthLimitInBytes else { return nil }
            return try? JSONDecoder().decode(ImageGraph.self, from: Data(bytes))
        }
        guard let nodes else { throw MediaError(.unsupported, "The image graph can't be read.") }
        graph = Graph(nodes: nodes, sources: try opened(sources, descriptors.dropFirst()))
        renderer = nil
    }

    private func opened(
        _ sources: [FrameAnswer.Source], _ descriptors: ArraySlice<Int32>
    ) throws(MediaError) -> [Graph.Source] {
        var remaining = descriptors
        let kept = graph?.sources ?? []
        var opened: [Graph.Source] = []
        for source in sources {
            switch source {
            case .frame: opened.append(.frame)
            case .kept(let index):
                guard kept.indices.contains(index) else { throw Self.incomplete }
                opened.append(kept[index])
            case .new(let description):
                guard let descriptor = remaining.popFirst() else { throw Self.incomplete }
                opened.append(.file(try MappedSource(descriptor, description)))
            }
        }
        return opened
    }

    func render(
        _ pixels: () throws(MediaError) -> UnsafeRawBufferPointer, frameSize: PixelSize, size: PixelSize
    ) throws(MediaError) -> UnsafeRawBufferPointer? {
        guard isUnchanged else {
            // The renderer reads the pixels, which are always at the same address.
            let pixels = try pixels()
            if let renderer { return try renderer.render() }
            guard let graph else { throw Self.incomplete }
            let renderer = try makeRenderer(graph, pixels, frameSize, size)
            self.renderer = renderer
            return try renderer.render()
        }
        // Frames with an odd side lose a column or a row by scaling.
        if size.width == max(2, frameSize.width / 2 * 2), size.height == max(2, frameSize.height / 2 * 2) {
            return nil
        }
        let pixels = try pixels()
        if let rendererOfUnchanged { return try rendererOfUnchanged.render() }
        let identity = Graph(nodes: ImageGraph(nodes: [.source(0)]), sources: [.frame])
        let renderer = try makeRenderer(identity, pixels, frameSize, size)
        rendererOfUnchanged = renderer
        return try renderer.render()
    }

    private func makeRenderer(
        _ graph: Graph, _ pixels: UnsafeRawBufferPointer, _ frameSize: PixelSize, _ size: PixelSize
    ) throws(MediaError) -> FrameGraphRenderer {
        var inputs: [GraphInput] = []
        for source in graph.sources {
            switch source {
            case .frame:
                inputs.append(
                    try GraphInput(pixels: pixels, width: frameSize.width, height: frameSize.height, hasAlpha: false))
            case .file(let file): inputs.append(try file.input())
            }
        }
        return try FrameGraphRenderer(graph.nodes, inputs, size: size)
    }

    private static let incomplete = MediaError(.protocolViolation, "the graph of a frame came without its parts")
}
