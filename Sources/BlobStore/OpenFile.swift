internal import Glibc

/// An open file that closes when its last reference is released.
package final class OpenFile: Sendable {
    private let descriptor: Int32

    /// Takes ownership of an open descriptor.
    package init(takingOver descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Calls a closure with the descriptor. The descriptor is open until `body` returns, so duplicate it to keep it.
    /// Several threads can use `pread` at the same time. They share the position in the file.
    package func withDescriptor<Answer, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        defer { withExtendedLifetime(self) {} }
        return try body(descriptor)
    }
}
