package import MediaWork

/// A movie file of which only some bytes may be on this machine. Its owner gets the others when a reader needs them.
package final class RemoteMovie: Sendable {
    /// Reads with a descriptor. The bytes that are here; `nil` for all.
    package typealias Reading = (_ descriptor: Int32, _ present: PresentBytes?) throws -> Void

    private let readParts: @Sendable (Reading) throws -> Void
    private let fetchAll: @Sendable () throws -> Void

    /// - Parameters:
    ///   - readParts: Calls its closure, and again after it has missed bytes. Blocks.
    ///   - fetchAll: Makes the whole file available at its URL. Blocks.
    package init(
        readParts: @escaping @Sendable (Reading) throws -> Void, fetchAll: @escaping @Sendable () throws -> Void
    ) {
        (self.readParts, self.fetchAll) = (readParts, fetchAll)
    }

    func read<Answer>(_ body: (Int32, PresentBytes?) throws(MediaError) -> Answer) throws -> Answer {
        var answer: Answer?
        try readParts { descriptor, present in answer = try body(descriptor, present) }
        guard let answer else { throw MediaError(.unreadable, "The file wasn't read.") }
        return answer
    }

    func fetch() throws { try fetchAll() }
}
