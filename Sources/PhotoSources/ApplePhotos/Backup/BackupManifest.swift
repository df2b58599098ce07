internal import GRDB
internal import SystemCalls
internal import SystemPackage

/// The list of files of a backup of iOS 10 and later, `Manifest.db`.
struct BackupManifest {
    private static let table = "Files"
    /// The domain of photos, and the folder in it that contains what a phone shows as its media folder.
    private static let domain = "CameraRollDomain"
    private static let mediaFolder = "Media/"
    private static let mediaFolderEnd = "Media0"
    private static let longestPath = 4_096

    private let path: FilePath
    private let backup: FilePath

    /// - Parameter backup: The backup, as errors name it.
    init(_ path: FilePath, of backup: FilePath) {
        self.path = path
        self.backup = backup
    }

    /// Creates the index of the media files. Their paths are relative to the media folder.
    ///
    /// - Parameter temporaryFolder: A private folder that exists. A copy of the list is kept there during the call.
    /// - Complexity: O(*n* log *n*) for *n* media files, after one copy and one check of the whole list.
    func index(in temporaryFolder: FilePath, limits: DatabaseCopyLimits) throws(SourceError) -> BackupIndex {
        do {
            let database = try ForeignDatabase(try DatabaseCopy(of: path, in: temporaryFolder, limits: limits))
            defer { database.close() }
            _ = try CatalogColumns(
                database.schema, needed: [Self.table: ["fileID", "domain", "relativePath", "flags"]], optional: [])
            try database.check([Self.table])
            return try BackupIndex(in: temporaryFolder) { add in
                do {
                    try list(database, add)
                } catch let error as DatabaseError {
                    throw sourceError(error)
                }
            }
        } catch {
            throw sourceError(error)
        }
    }

    private func list(
        _ database: ForeignDatabase, _ add: (_ path: Substring, _ entry: BackupIndex.Entry) throws -> Void
    ) throws {
        try database.read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT fileID, relativePath, flags FROM Files
                    WHERE domain = ? AND relativePath >= ? AND relativePath < ?
                    AND typeof(relativePath) = 'text' AND length(CAST(relativePath AS BLOB)) <= \(Self.longestPath)
                    """, arguments: [Self.domain, Self.mediaFolder, Self.mediaFolderEnd])
            var count = 0
            while let row = try rows.next() {
                // Paths that lead elsewhere are refused when they are looked up.
                guard let path = row.text("relativePath"), path.hasPrefix(Self.mediaFolder) else { continue }
                count += 1
                guard count <= BackupIndex.fileLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
                try add(path.dropFirst(Self.mediaFolder.utf8.count), Self.entry(row))
            }
        }
    }

    /// A name of a blob that isn't a digest could lead out of the backup.
    private static func entry(_ row: Row) -> BackupIndex.Entry {
        guard row.integer("flags") == 1, let id = row.text("fileID"), id.utf8.count == 40,
            id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return .other }
        return .file(id)
    }

    private func sourceError(_ error: any Error) -> SourceError {
        switch error {
        case let error as SourceError: return error
        case let error as CatalogColumns.MissingName:
            return SourceError(
                .unsupported,
                """
                The list of files of the backup \(backup.text) has no “\(error.name)”. Albumen doesn't read this \
                version.
                """)
        case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
            return SourceError(
                .damaged,
                """
                The list of files of the backup \(backup.text) (Manifest.db) is encrypted or damaged. Turn off “Encrypt \
                local backup” in Finder or iTunes, make a new backup, and try again.
                """)
        case let error as DatabaseError
        where error.resultCode == .SQLITE_INTERRUPT || error.resultCode == .SQLITE_TOOBIG:
            return SourceError(
                .damaged, "The list of files of the backup \(backup.text) is larger than Albumen reads.")
        case let error as DatabaseError:
            return SourceError(
                .damaged,
                """
                The list of files of the backup \(backup.text) (Manifest.db) is damaged \
                (\(error.message ?? "SQLite error \(error.resultCode)")). Make a new backup, and try again.
                """)
        case DatabaseCopy.Failure.changing:
            return SourceError(
                .busy, "The backup \(backup.text) is being made. Wait until it's finished, and try again.")
        default: return ForeignCatalog(program: "the phone", path: path).sourceError(error)
        }
    }
}
