/// The part of a graph's request that is in the message. The graph itself can be larger than a message.
package struct GraphWork: Codable, Equatable, Sendable {
    /// The sources, in the order of their descriptors.
    package var sources: [GraphSource.Description]
    /// The size of the memory for the result.
    package var outputLimitInBytes: Int

    package init(sources: [GraphSource.Description], outputLimitInBytes: Int) {
        self.sources = sources
        self.outputLimitInBytes = outputLimitInBytes
    }
}
