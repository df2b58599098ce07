internal import Glibc

/// An open file, closed when the last reference to it goes.
package final class OpenFile: Sendable {
    private let descriptor: Int32

    /// Takes over an open descriptor; nobody else may close it.
    package init(takingOver descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Lends the descriptor. It is open until `body` returns, and may be closed at once after that: duplicate it to
    /// keep it. Several threads may read at the same time with `pread`; the position in the file is shared.
    package func withDescriptor<Answer, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        defer { withExtendedLifetime(self) {} }
        return try body(descriptor)
    }
}
