package import MediaRequests

/// A movie file of which only some bytes may be on this machine. Its owner gets the others when a reader needs them.
package final class RemoteMovie: Sendable {
    /// Reads with a descriptor. `present` has the bytes that are here, or is `nil` if all are.
    package typealias Reading = (_ descriptor: Int32, _ present: PresentBytes?) throws -> Void

    private let readParts: @Sendable (Reading) throws -> Void
    /// Makes the whole file available at its URL. Blocks.
    let fetch: @Sendable () throws -> Void

    /// - Parameters:
    ///   - readParts: Calls its closure, and again after it has missed bytes. Blocks.
    ///   - fetch: Makes the whole file available at its URL. Blocks.
    package init(
        readParts: @escaping @Sendable (Reading) throws -> Void, fetch: @escaping @Sendable () throws -> Void
    ) {
        (self.readParts, self.fetch) = (readParts, fetch)
    }

    func read<Answer>(_ body: (Int32, PresentBytes?) throws(MediaError) -> Answer) throws -> Answer {
        var answer: Answer?
        try readParts { descriptor, present in answer = try body(descriptor, present) }
        guard let answer else { throw MediaError(.unreadable, "The file wasn't read.") }
        return answer
    }
}
