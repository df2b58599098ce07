import Foundation
import MediaWork
import Pixels

/// A step of an image. Nodes are immutable and shared between images.
final class ImageNode: Sendable {
    enum Operation: Sendable {
        case empty
        case source(GraphSource, PixelSize)
        case colour(GraphColour)
        case crop(ImageNode, GraphRectangle)
        case transform(ImageNode, GraphTransform)
        case composite(ImageNode, ImageNode)
        case clamp(ImageNode)
        case filter(ImageNode, GraphFilter)
        /// More steps than a graph may have, which aren't kept.
        case tooLong
    }

    let operation: Operation
    let extent: ImageGraph.Extent
    /// The largest number of steps from a source to this node.
    private let depth: Int

    init(_ operation: Operation) {
        let inputs = operation.inputs
        let depth = 1 + (inputs.map(\.depth).max() ?? 0)
        // Releasing a longer chain would need a deep stack.
        self.operation = depth > ImageGraph.nodeLimit ? .tooLong : operation
        self.depth = depth
        if case .source(_, let size) = operation {
            extent = ImageGraph.extent(of: .source(0), sources: [size]) { _ in .finite(.zero) }
        } else if let node = operation.node(inputs: [0, 1]) {
            extent = ImageGraph.extent(of: node, sources: []) { inputs[$0].extent }
        } else {
            extent = .finite(.zero)
        }
    }

    /// Returns the graph with its sources.
    ///
    /// - Throws: `limitExceeded` if there are too many steps. `unsupported` for an empty image.
    func graph() throws(MediaError) -> (graph: ImageGraph, sources: [GraphSource]) {
        var builder = Builder()
        _ = try builder.add(self)
        return (builder.graph, builder.sources)
    }

    private struct Builder {
        var graph = ImageGraph()
        var sources: [GraphSource] = []
        private var indexes: [ObjectIdentifier: Int] = [:]

        mutating func add(_ node: ImageNode) throws(MediaError) -> Int {
            if let index = indexes[ObjectIdentifier(node)] { return index }
            var inputs: [Int] = []
            for input in node.operation.inputs { inputs.append(try add(input)) }
            guard graph.nodes.count < ImageGraph.nodeLimit else { throw Self.tooLong }
            let next: ImageGraph.Node
            switch node.operation {
            case .empty: throw MediaError(.unsupported, "The image is empty.")
            case .tooLong: throw Self.tooLong
            case .source(let source, _):
                guard sources.count < ImageGraph.sourceLimit else {
                    throw MediaError(
                        .limitExceeded,
                        "The image is made from more than \(ImageGraph.sourceLimit) other images. Render some first.")
                }
                next = .source(sources.count)
                sources.append(source)
            default:
                guard let operation = node.operation.node(inputs: inputs) else { throw Self.tooLong }
                next = operation
            }
            let index = graph.append(next)
            indexes[ObjectIdentifier(node)] = index
            return index
        }

        private static let tooLong = MediaError(
            .limitExceeded,
            "The image is made of more than \(ImageGraph.nodeLimit) steps. Render it to a CGImage in between.")
    }
}

extension ImageNode.Operation {
    fileprivate var inputs: [ImageNode] {
        switch self {
        case .empty, .source, .colour, .tooLong: []
        case .crop(let input, _), .transform(let input, _), .clamp(let input), .filter(let input, _): [input]
        case .composite(let input, let background): [input, background]
        }
    }

    /// Returns the graph's node with the indexes of its inputs. Returns `nil` for sources and empty images.
    fileprivate func node(inputs: [Int]) -> ImageGraph.Node? {
        switch self {
        case .empty, .source, .tooLong: nil
        case .colour(let colour): .colour(colour)
        case .crop(_, let rectangle): .crop(input: inputs[0], rectangle)
        case .transform(_, let transform): .transform(input: inputs[0], transform)
        case .composite: .composite(input: inputs[0], background: inputs[1])
        case .clamp: .clamp(input: inputs[0])
        case .filter(_, let filter): .filter(input: inputs[0], filter)
        }
    }
}

extension GraphRectangle {
    init(_ rect: CGRect) {
        let rect = rect.standardized
        self.init(
            x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
            height: Double(rect.size.height))
    }
}
