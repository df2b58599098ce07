import GRDB
import LibraryFiles

extension LibraryPermissions {
    /// Opens a database and creates it if it's missing.
    ///
    /// SQLite creates a database with the umask's mode, and its journals with the mode of the database. So this
    /// method creates the database before SQLite opens it.
    func openPool(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
        try createFileIfMissing(path)
        let pool = try DatabasePool(path: path, configuration: configuration)
        for suffix in ["-wal", "-shm"] { try adoptFile(path + suffix) }
        return pool
    }
}
