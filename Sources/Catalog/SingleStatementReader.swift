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

    /// - Parameter pool: keeps the files there, and reads where no connection is to be had: more than `limit` threads come at
    ///   once, the process has too many files open, or the database's was deleted.
    init(of pool: DatabasePool, limit: Int = 8) {
        self.pool = pool
        self.limit = limit
        var configuration = pool.configuration
        configuration.readonly = true
        // As long as GRDB's own readers wait, which need not wait for writers.
        configuration.busyMode = .timeout(10)
        self.configuration = configuration
    }

    deinit {
        // Before the pool: SQLite takes the WAL in when the last connection goes, and one that only reads cannot do that.
        state.withLock { $0.idle = [] }
    }

    /// How many connections there are.
    var connectionCount: Int { state.withLock { $0.count } }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let connection = connection() else { return try pool.unsafeRead(body) }
        defer { state.withLock { $0.idle.append(connection) } }
        return try connection.unsafeRead(body)
    }

    /// Nobody may be reading, or read afterwards.
    ///
    /// - Throws: the last failure, after trying all.
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
