import Dispatch
import Foundation
import PhotoLibrary
import Synchronization

/// A serial queue for change blocks, their commits and their completion handlers.
final class ChangeQueue: Sendable {
    /// The queue for which this thread currently runs work.
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

    /// Runs the work later, with the caller's session.
    func async(_ work: @escaping @Sendable () -> Void) {
        let session = PhotoLibrarySession.current
        queue.async {
            PhotoLibrarySession.$current.withValue(session) { self.run(work) }
        }
    }

    /// Runs the work and waits for it. If the caller already runs work of this queue, as a completion handler does,
    /// the work runs at once.
    func sync<Value>(_ work: () throws -> Value) rethrows -> Value {
        if let turn = Self.turn, turn.queue === self, turn.isOnThisThread { return try work() }
        return try queue.sync { try run(work) }
    }

    /// Runs the last part of some work: at once if the caller still runs that work, or else later.
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
