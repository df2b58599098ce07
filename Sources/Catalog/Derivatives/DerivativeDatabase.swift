import Foundation
import GRDB
import LibraryFiles
import Records
import SystemCalls
import SystemPackage

/// The open file `derivatives.sqlite`. All of its content can be recreated. So a file that is missing, damaged or of
/// another version is replaced by an empty one without asking the user.
struct DerivativeDatabase: Sendable {
    static let fileName = "derivatives.sqlite"
    private static let patienceInSeconds: Double = 30

    let pool: DatabasePool
    let singleStatements: SingleStatementReader
    /// Distinguishes the file from a later file at the same path.
    private let fileNumber: UInt64?

    /// Opens the file in `folder`, or creates it. Only one process at a time does this.
    ///
    /// - Parameters:
    ///   - permissions: The permissions of a new file.
    ///   - damaged: The open file that is damaged. It's removed unless another file has replaced it.
    ///   - willMake: Called before an empty file is created.
    init(
        in folder: URL, permissions: LibraryPermissions, replacing damaged: DerivativeDatabase? = nil,
        willMake: () -> Void
    ) throws {
        let file = folder.appendingPathComponent(Self.fileName)
        do {
            let lock = try FolderLock(folder)
            defer { lock.release() }
            if let damaged, Self.fileNumber(of: file) == damaged.fileNumber { Self.remove(file) }
            if let pool = try Self.existing(file, permissions) {
                self.pool = pool
            } else {
                Self.remove(file)
                willMake()
                pool = try Self.open(file, permissions)
                try pool.write(DerivativeSchema.create)
            }
        } catch let error where error is DatabaseError || error is SystemCallFailure {
            throw CatalogError(.cannotOpen, "\(file.path) cannot be opened or made.", cause: error)
        }
        singleStatements = SingleStatementReader(of: pool)
        fileNumber = Self.fileNumber(of: file)
    }

    /// Returns whether SQLite found that the file isn't a valid database.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        // The SQL is Albumen's own, so an SQL error means that the tables differ.
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR].contains(error.resultCode)
    }

    /// Opens the existing file if it's usable.
    private static func existing(_ file: URL, _ permissions: LibraryPermissions) throws -> DatabasePool? {
        guard fileNumber(of: file) != nil else { return nil }
        do {
            let pool = try open(file, permissions)
            if try pool.read(DerivativeSchema.isCurrent) {
                if try pool.read(DerivativeSchema.isIncomplete) { try pool.write(DerivativeSchema.complete) }
                return pool
            }
            try pool.close()
            return nil
        } catch  where isDamage(error) {
            return nil
        }
    }

    private static func open(_ file: URL, _ permissions: LibraryPermissions) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patienceInSeconds)
        configuration.maximumReaderCount = 4
        configuration.label = "albumen.derivatives"
        configuration.countStatements()
        configuration.prepareDatabase { database in
            // With this page size, a thumbnail takes two pages instead of three. Debian's SQLite overwrites deleted
            // content by default.
            try database.execute(sql: "PRAGMA page_size = 8192; PRAGMA secure_delete = OFF")
        }
        // With the WAL, GRDB sets `synchronous` to NORMAL. A power failure can then remove the last thumbnails, but
        // never damages the file.
        return try permissions.openPool(file.path, configuration)
    }

    private static func remove(_ file: URL) {
        for suffix in ["", "-wal", "-shm"] { unlink(file.path + suffix) }
    }

    private static func fileNumber(of file: URL) -> UInt64? {
        (try? Stat(file.path))?.identity.file
    }
}
