/// The host's answer to a frame.
package enum FrameAnswer: Codable, Equatable, Sendable {
    case unchanged
    /// The same graph as for the previous frame that had one.
    case repeated
    /// The message contains the descriptor of the `ImageGraph` in JSON, and those of the new sources.
    case graph([Source])

    /// A source of the graph.
    package enum Source: Codable, Equatable, Sendable {
        /// The frame itself.
        case frame
        /// A source of the previous graph, by its index.
        case kept(Int)
        case new(GraphSource.Description)
    }
}
