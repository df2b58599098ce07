import Foundation

/// Lets reads and writes in until somebody shuts it: SQLite's connections must not be closed under a thread that uses one.
final class CatalogGate: @unchecked Sendable {
    // Unchecked: the condition's lock protects what follows.
    private let condition = NSCondition()
    private var visitors = 0
    private var refusal: (any Error)?

    /// Does the work unless the gate is shut.
    func pass<Value>(_ work: () throws -> Value) throws -> Value {
        try enter()
        defer { leave() }
        return try work()
    }

    /// From now on, whoever comes is refused with this error; the first to shut the gate decides.
    func shut(for error: any Error) {
        condition.withLock { refusal = refusal ?? error }
    }

    /// Waits until all who are in are out. The gate must be shut.
    func waitUntilEmpty() {
        condition.withLock {
            while visitors > 0 { condition.wait() }
        }
    }

    private func enter() throws {
        try condition.withLock {
            if let refusal { throw refusal }
            visitors += 1
        }
    }

    private func leave() {
        condition.withLock {
            visitors -= 1
            if visitors == 0 { condition.broadcast() }
        }
    }
}
