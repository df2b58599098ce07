internal import Foundation
internal import GRDB
internal import Glibc
internal import SystemCalls
internal import SystemPackage

/// The media files that a backup lists, by their paths on the phone. Kept in a temporary database, so that memory doesn't
/// grow with their number.
///
/// - Complexity: Finding a path is O(log *n*) for *n* files. The database takes about 150 bytes a file.
final class BackupIndex {
    enum Entry: Equatable {
        /// The name of the blob, which has 40 hexadecimal digits.
        case file(String)
        /// A folder, a symbolic link, or a file with another name of its blob.
        case other
    }

    /// The number of media files that a backup can have.
    static let fileLimit = 10_000_000

    private let folder: FilePath
    private let queue: DatabaseQueue

    /// Creates an empty index in a new folder inside of `temporaryFolder`, which must exist.
    private init(in temporaryFolder: FilePath) throws(SourceError) {
        folder = temporaryFolder.appending("backup-\(UUID().uuidString)")
        guard folder.withPlatformString({ mkdir($0, 0o700) }) == 0 else {
            throw Self.unwritable(temporaryFolder, "\(Errno(rawValue: errno))")
        }
        do {
            var configuration = Configuration()
            configuration.prepareDatabase { database in
                try database.execute(
                    sql: """
                        PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                        """)
            }
            queue = try DatabaseQueue(path: Self.path(in: folder).string, configuration: configuration)
        } catch {
            Self.delete(folder)
            throw Self.unwritable(temporaryFolder, "\(error)")
        }
    }

    /// Creates an index of the files that `list` passes. Of files with the same path, the first one counts.
    ///
    /// - Parameter list: Throws no `DatabaseError`. Its error is passed on.
    /// - Complexity: O(*n* log *n*) for *n* files.
    convenience init(
        in temporaryFolder: FilePath, _ list: ((_ path: Substring, _ entry: Entry) throws -> Void) throws -> Void
    ) throws {
        try self.init(in: temporaryFolder)
        do {
            try fill(list)
        } catch {
            close()
            // `list` throws no error of a database.
            guard let error = error as? DatabaseError else { throw error }
            throw Self.unwritable(temporaryFolder, error.message ?? "\(error.resultCode)")
        }
    }

    private func fill(_ list: ((_ path: Substring, _ entry: Entry) throws -> Void) throws -> Void) throws {
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE file (folder TEXT NOT NULL, name TEXT NOT NULL, blob TEXT, PRIMARY KEY (folder, name))
                    WITHOUT ROWID
                    """)
            let insertion = try database.makeStatement(sql: "INSERT OR IGNORE INTO file VALUES (?, ?, ?)")
            try list { path, entry in
                let (folder, name) = Self.split(path)
                var blob: String?
                if case .file(let id) = entry { blob = id }
                try insertion.execute(arguments: [String(folder), String(name), blob])
            }
        }
    }

    /// Returns the entry of a path, or `nil` if the backup doesn't list it.
    func entry(_ path: String) throws -> Entry? {
        let (folder, name) = Self.split(path[...])
        return try queue.unsafeRead { database in
            let statement = try database.cachedStatement(sql: "SELECT blob FROM file WHERE folder = ? AND name = ?")
            guard let row = try Row.fetchOne(statement, arguments: [String(folder), String(name)]) else { return nil }
            return row.text("blob").map { .file($0) } ?? .other
        }
    }

    /// Returns the names in a folder that start with a text, in the order of their bytes.
    func names(in folder: String, startingWith prefix: String) throws -> [String] {
        try queue.unsafeRead { database in
            let statement = try database.cachedStatement(
                sql: "SELECT name FROM file WHERE folder = ? AND name >= ? ORDER BY name")
            let rows = try Row.fetchCursor(statement, arguments: [folder, prefix])
            var names: [String] = []
            while let name = try rows.next()?.text("name"), name.utf8.starts(with: prefix.utf8) { names.append(name) }
            return names
        }
    }

    private static func split(_ path: Substring) -> (folder: Substring, name: Substring) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        return (path[..<slash], path[path.utf8.index(after: slash)...])
    }

    /// Closes the database, and deletes it.
    func close() {
        try? queue.close()
        Self.delete(folder)
    }

    deinit { close() }

    private static func path(in folder: FilePath) -> FilePath { folder.appending("index.sqlite") }

    private static func delete(_ folder: FilePath) {
        _ = path(in: folder).withPlatformString { unlink($0) }
        _ = folder.withPlatformString { rmdir($0) }
    }

    private static func unwritable(_ folder: FilePath, _ reason: String) -> SourceError {
        SourceError(
            .temporaryFolder,
            """
            The index of the backup can't be written to \(folder.text): \(reason). Set TMPDIR to a folder with more room.
            """)
    }
}
