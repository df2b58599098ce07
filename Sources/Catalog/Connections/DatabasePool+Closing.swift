import GRDB

extension DatabasePool {
    /// Closes all connections, the writer last.
    ///
    /// SQLite merges the WAL into the database when the last connection closes, and a read-only connection can't do that.
    /// `close()` closes the writer first. The WAL then stays, and each later opening reads all of it.
    func closeReadersFirst() throws {
        // Closes the readers, and waits until they are closed.
        releaseMemory()
        try close()
    }
}
