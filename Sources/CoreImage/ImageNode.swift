import Foundation
import MediaRequests
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

    /// The properties that files of the image get.
    enum Properties: Sendable {
        case none
        /// The properties of this source.
        case own
        /// The properties of another node, which is a source.
        case source(ImageNode)
        /// The client's.
        case values(ImageProperty)
    }

    let operation: Operation
    let extent: ImageGraph.Extent
    let properties: Properties
    /// The EXIF orientation that makes the image upright.
    let orientation: Int
    /// The largest number of steps from a source to this node.
    private let depth: Int

    /// - Parameters:
    ///   - orientation: The EXIF orientation that makes the image upright. `nil` means that of the inputs.
    ///   - properties: The properties of the image. `nil` means those of the inputs.
    init(_ operation: Operation, orientation: Int? = nil, properties: Properties? = nil) {
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
        self.properties = properties ?? operation.properties
        self.orientation = orientation ?? operation.orientation
    }

    /// The source whose file has the image's properties, or `nil` if no source has them.
    var propertySource: ImageNode? {
        switch properties {
        case .own: self
        case .source(let node): node
        case .none, .values: nil
        }
    }

    /// Returns the graph with its sources.
    ///
    /// - Returns: The graph, its sources, and the index of the source whose file has the image's properties.
    /// - Throws: `limitExceeded` if there are too many steps. `unsupported` for an empty image.
    func graph() throws(MediaError) -> (graph: ImageGraph, sources: [GraphSource], propertySource: Int?) {
        var builder = Builder()
        _ = try builder.add(self)
        return (builder.graph, builder.sources, propertySource.flatMap { builder.sourceIndexes[ObjectIdentifier($0)] })
    }

    private struct Builder {
        var graph = ImageGraph()
        var sources: [GraphSource] = []
        var sourceIndexes: [ObjectIdentifier: Int] = [:]
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
                sourceIndexes[ObjectIdentifier(node)] = sources.count
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

    /// The properties of the first input, or those of a background if it has none.
    fileprivate var properties: ImageNode.Properties {
        switch self {
        case .source(let source, _): source.hasFile ? .own : .none
        case .composite(let input, let background):
            if case .none = input.properties { background.derivedProperties } else { input.derivedProperties }
        default: inputs.first?.derivedProperties ?? .none
        }
    }

    /// The orientation of the input that has the properties. A transformation with the same turn makes it upright.
    fileprivate var orientation: Int {
        switch self {
        case .transform(let input, let transform):
            transform.turns(likeUprightFrom: input.orientation) ? 1 : input.orientation
        case .composite(let input, let background):
            if case .none = input.properties { background.orientation } else { input.orientation }
        default: inputs.first?.orientation ?? 1
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

extension ImageNode {
    /// The properties of an image that is made from this one.
    fileprivate var derivedProperties: Properties {
        if case .own = properties { .source(self) } else { properties }
    }
}

extension GraphSource {
    /// Whether the source is a file, which can have metadata.
    fileprivate var hasFile: Bool {
        switch self {
        case .data, .openFile, .file: true
        case .pixels, .frame: false
        }
    }
}

extension GraphTransform {
    /// Whether the axes turn as they do when an image with an EXIF orientation is made upright.
    fileprivate func turns(likeUprightFrom orientation: Int) -> Bool {
        let upright = GraphTransform.upright(from: orientation, width: 1, height: 1)
        func isAlike(_ value: Double, _ sign: Double) -> Bool {
            abs(sign) < 0.5 ? abs(value) < 1e-6 : value * sign > 0
        }
        return isAlike(a, upright.a) && isAlike(b, upright.b) && isAlike(c, upright.c) && isAlike(d, upright.d)
    }
}

extension GraphRectangle {
    /// Creates a rectangle without an area from a null rectangle.
    init(of rect: CGRect) {
        self = rect.isNull ? .zero : GraphRectangle(rect)
    }

    init(_ rect: CGRect) {
        let rect = rect.standardized
        self.init(
            x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
            height: Double(rect.size.height))
    }
}
