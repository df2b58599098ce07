import GRDB
import Synchronization

/// Reads single statements on separate connections. Before each read, GRDB's pool queries the schema's version and
/// counts its readers, which costs more than reading a small row.
final class SingleStatementReader: Sendable {
    private struct State {
        var idle: [DatabaseQueue] = []
        var count = 0
    }

    private let pool: DatabasePool
    private let limit: Int
    private let configuration: Configuration
    private let state = Mutex(State())

    /// - Parameter pool: The pool that keeps the database's files. It also reads if no connection is available. Reasons
    ///   are more than `limit` threads, too many open files in the process, or a deleted database.
    init(of pool: DatabasePool, limit: Int = 8) {
        self.pool = pool
        self.limit = limit
        var configuration = pool.configuration
        configuration.readonly = true
        // The same timeout as for GRDB's readers, which don't have to wait for writers.
        configuration.busyMode = .timeout(10)
        self.configuration = configuration
    }

    deinit {
        // Before the pool: SQLite merges the WAL when the last connection closes, and a read-only connection can't do
        // that.
        state.withLock { $0.idle = [] }
    }

    /// The number of connections.
    var connectionCount: Int { state.withLock { $0.count } }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let connection = connection() else { return try pool.unsafeRead(body) }
        defer { state.withLock { $0.idle.append(connection) } }
        return try connection.unsafeRead(body)
    }

    /// Closes all connections. No thread may read during or after this call.
    ///
    /// - Throws: The last error, after closing all connections.
    func close() throws {
        let connections = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        var result: Result<Void, any Error> = .success(())
        for connection in connections {
            do {
                try connection.close()
            } catch {
                result = .failure(error)
            }
        }
        try result.get()
    }

    private func connection() -> DatabaseQueue? {
        let (idle, mayOpen) = state.withLock { state in
            let idle = state.idle.popLast()
            let mayOpen = idle == nil && state.count < limit
            if mayOpen { state.count += 1 }
            return (idle, mayOpen)
        }
        guard mayOpen else { return idle }
        guard let opened = try? DatabaseQueue(path: pool.path, configuration: configuration) else {
            state.withLock { $0.count -= 1 }
            return nil
        }
        return opened
    }
}
