import GRDB
import LibraryFiles

extension LibraryPermissions {
    /// Opens a database and creates it if it is missing.
    ///
    /// SQLite creates files with the umask's mode, but gives a database's journals the mode of the database. So the database exists
    /// before SQLite opens it.
    func openPool(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
        try createFileIfMissing(path)
        let pool = try DatabasePool(path: path, configuration: configuration)
        for suffix in ["-wal", "-shm"] { try adoptFile(path + suffix) }
        return pool
    }
}
