import Albumen
import Dispatch
import Foundation
import Synchronization

/// Where change blocks and their completion handlers run: one after the other, each block with its commit.
final class ChangeQueue: Sendable {
    /// The queue that this thread is at the moment running work of.
    @TaskLocal private static var turn: Turn?

    private final class Turn: Sendable {
        let queue: ChangeQueue
        private let thread = pthread_self()
        private let isOver = Mutex(false)

        init(_ queue: ChangeQueue) {
            self.queue = queue
        }

        var isOnThisThread: Bool { pthread_equal(thread, pthread_self()) != 0 && !isOver.withLock { $0 } }

        func end() {
            isOver.withLock { $0 = true }
        }
    }

    private let queue = DispatchQueue(label: "Photos changes")

    /// Runs the work later. The session of the caller is that of the work.
    func async(_ work: @escaping @Sendable () -> Void) {
        let session = PhotoLibrarySession.current
        queue.async {
            PhotoLibrarySession.$current.withValue(session) { self.run(work) }
        }
    }

    /// Runs the work and waits for it: at once where the caller is itself at work for the queue, as a completion
    /// handler is, else in its turn.
    func sync<Value>(_ work: () throws -> Value) rethrows -> Value {
        if let turn = Self.turn, turn.queue === self, turn.isOnThisThread { return try work() }
        return try queue.sync { try run(work) }
    }

    /// Runs the last part of a piece of work: at once where the caller is still at it, else later.
    func complete(_ work: @escaping @Sendable () -> Void) {
        if let turn = Self.turn, turn.queue === self, turn.isOnThisThread { return work() }
        async(work)
    }

    private func run<Value>(_ work: () throws -> Value) rethrows -> Value {
        let turn = Turn(self)
        defer { turn.end() }
        return try Self.$turn.withValue(turn, operation: work)
    }
}
