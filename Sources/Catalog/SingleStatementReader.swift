import Foundation
import GRDB
import Synchronization

/// Reads by one statement, on connections of its own. GRDB's pool asks for the schema's version before each read and counts
/// who reads, which costs more than a small row does.
final class SingleStatementReader: Sendable {
    private struct State {
        var idle: [DatabaseQueue] = []
        var count = 0
    }

    private let pool: DatabasePool
    private let limit: Int
    private let configuration: Configuration
    private let state = Mutex(State())

    /// - Parameter pool: keeps the files there, and reads where more than `limit` threads come at once.
    init(of pool: DatabasePool, limit: Int = 8) {
        self.pool = pool
        self.limit = limit
        var configuration = pool.configuration
        configuration.readonly = true
        self.configuration = configuration
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let connection = try connection() else { return try pool.unsafeRead(body) }
        defer { state.withLock { $0.idle.append(connection) } }
        return try connection.unsafeRead(body)
    }

    /// Nobody may be reading, or read afterwards.
    func close() throws {
        for connection in state.withLock({ $0.idle }) { try connection.close() }
    }

    private func connection() throws -> DatabaseQueue? {
        let (idle, mayOpen) = state.withLock { state in
            let idle = state.idle.popLast()
            let mayOpen = idle == nil && state.count < limit
            if mayOpen { state.count += 1 }
            return (idle, mayOpen)
        }
        guard mayOpen else { return idle }
        do {
            return try DatabaseQueue(path: pool.path, configuration: configuration)
        } catch {
            state.withLock { $0.count -= 1 }
            throw error
        }
    }
}
