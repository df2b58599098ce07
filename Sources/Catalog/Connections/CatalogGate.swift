import Foundation

/// Admits reads and writes until it's shut, because SQLite's connections must not close while a thread uses one.
final class CatalogGate: @unchecked Sendable {
    // Unchecked because the condition's lock guards the following properties.
    private let condition = NSCondition()
    private var visitors = 0
    private var refusal: (any Error)?

    /// Runs the work unless the gate is shut.
    func pass<Value>(_ work: () throws -> Value) throws -> Value {
        try enter()
        defer { leave() }
        return try work()
    }

    /// Rejects all further work with this error. The first call decides the error.
    func shut(for error: any Error) {
        condition.withLock { refusal = refusal ?? error }
    }

    /// Waits until all admitted work has ended. The gate must be shut.
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
