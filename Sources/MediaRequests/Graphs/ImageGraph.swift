/// An image as a graph of operations, without pixels.
///
/// The nodes are in topological order: a node only refers to earlier nodes, so a graph can't contain a cycle. The last
/// node is the result. Its edges have Core Image's coordinates: a source's lower left corner is the origin.
package struct ImageGraph: Codable, Equatable, Sendable {
    package static let nodeLimit = 1_000
    package static let sourceLimit = 8
    /// The largest coordinate and parameter.
    package static let coordinateLimit = 1e7
    /// The largest radius of a blur, in pixels.
    package static let radiusLimit = 500.0

    package enum Node: Codable, Equatable, Sendable {
        /// An image that accompanies the graph.
        case source(Int)
        /// A colour everywhere.
        case colour(GraphColour)
        case crop(input: Int, GraphRectangle)
        case transform(input: Int, GraphTransform)
        /// Draws `input` over `background`.
        case composite(input: Int, background: Int)
        /// Extends the edges of the input's extent in all directions.
        case clamp(input: Int)
        case filter(input: Int, GraphFilter)

        package var inputs: [Int] {
            switch self {
            case .source, .colour: []
            case .crop(let input, _), .transform(let input, _), .clamp(let input), .filter(let input, _): [input]
            case .composite(let input, let background): [input, background]
            }
        }
    }

    package var nodes: [Node]

    package init(nodes: [Node] = []) {
        self.nodes = nodes
    }

    /// Appends a node and returns its index.
    @discardableResult
    package mutating func append(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    /// The number of sources that the graph refers to.
    package var sourceCount: Int {
        nodes.reduce(0) { count, node in
            if case .source(let index) = node { max(count, index + 1) } else { count }
        }
    }
}
