import Foundation
import GRDB
import LibraryFiles
import Records
import SystemCalls
import SystemPackage

/// The open file `derivatives.sqlite`. All that it holds can be made again, so a file that is missing, damaged or of another
/// version is replaced by an empty one, and nobody is asked.
struct DerivativeDatabase: Sendable {
    static let fileName = "derivatives.sqlite"
    private static let patienceInSeconds: Double = 30

    let pool: DatabasePool
    let singleStatements: SingleStatementReader
    /// Tells the file from a later one in its place.
    private let fileNumber: UInt64?

    /// Opens the file in `folder`, or makes it. One process at a time.
    ///
    /// - Parameters:
    ///   - permissions: those of a new file.
    ///   - damaged: the open file that was found to be damaged, which goes unless it has gone already.
    ///   - willMake: called before an empty file is made.
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

    /// Whether SQLite found that the file is not, or no longer, a database that makes sense.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        // Of SQL that is our own, an error in its logic means that the tables are others.
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR].contains(error.resultCode)
    }

    /// The file that is there, if it can be used.
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
            // A thumbnail then takes two pages and not three. Debian's SQLite overwrites what it deletes unless told
            // otherwise.
            try database.execute(sql: "PRAGMA page_size = 8192; PRAGMA secure_delete = OFF")
        }
        // GRDB sets `synchronous` to NORMAL with the WAL: a power cut may take the last thumbnails, but never leaves a
        // file whose damage somebody would have to find.
        return try permissions.openPool(file.path, configuration)
    }

    private static func remove(_ file: URL) {
        for suffix in ["", "-wal", "-shm"] { unlink(file.path + suffix) }
    }

    private static func fileNumber(of file: URL) -> UInt64? {
        (try? Stat(file.path))?.identity.file
    }
}
