internal import SystemCalls
internal import SystemPackage

/// An unencrypted backup of an iPhone or iPad by Finder, iTunes or a compatible program, of iOS 10 and later.
struct PhoneBackup {
    private static let list = "Manifest.db"
    /// The list of iOS 9 and earlier.
    private static let oldList = "Manifest.mbdb"
    private static let wal = "PhotoData/Photos.sqlite-wal"

    let files: BackupFiles
    let info: BackupInfo
    /// The blob with the WAL of the catalogue, or `nil` if there is none.
    let wal: FilePath?
    let unreadableParts: [(path: String, reason: String)]

    /// Returns whether a folder is a backup. Also `true` for encrypted and old ones, so that the initializer explains
    /// why they aren't read.
    static func isBackup(_ path: FilePath) -> Bool {
        func exists(_ name: String) -> Bool { (try? Stat(path.appending(name), flags: []))?.isRegularFile == true }
        return (exists(list) || exists(oldList)) && (exists("Manifest.plist") || exists("Info.plist"))
    }

    /// Reads the list of files.
    ///
    /// - Parameter temporaryFolder: A private folder that exists. An index of the files is kept there until
    ///   `files` is closed.
    init(_ path: FilePath, temporaryFolder: FilePath, limits: DatabaseCopyLimits) throws(SourceError) {
        let blobs: ContainedFiles
        do throws(Errno) {
            blobs = try ContainedFiles(path)
        } catch {
            throw SourceError(.unreadable, "\(path.text) can't be read: \(error).")
        }
        info = BackupInfo(blobs)
        let listPath = try Self.list(of: path, info, blobs)
        let index = try BackupManifest(listPath, of: path).index(in: temporaryFolder, limits: limits)
        files = BackupFiles(index, blobs: blobs)
        var parts: [(path: String, reason: String)] = []
        if !info.isFinished {
            parts.append(
                (path.text, "the backup was interrupted, so photos can be missing. Make a new backup, and try again"))
        }
        switch files.find(Self.wal) {
        case .file(let path, _): wal = path
        case .empty: wal = nil
        case .absent, .unreadable:
            wal = nil
            if !files.leavesOut(Self.wal) {
                parts.append(
                    (Self.wal, "the newest changes of the library are missing. Copy the whole folder of the backup"))
            }
        }
        unreadableParts = parts
    }

    private static func list(
        of backup: FilePath, _ info: BackupInfo, _ blobs: ContainedFiles
    ) throws(SourceError) -> FilePath {
        guard !info.isEncrypted else {
            throw SourceError(
                .unsupported,
                """
                The backup \(backup.text) is encrypted. Turn off “Encrypt local backup” in Finder or iTunes, make a new \
                backup, and import it. Or connect the phone, and import its photos.
                """)
        }
        switch blobs.find(list) {
        case .file(let path, _): return path
        case .absent:
            throw SourceError(
                .unsupported,
                """
                The backup \(backup.text) is of iOS 9 or earlier, which Albumen doesn't read. Connect the phone, and \
                import its photos.
                """)
        case .empty, .unreadable:
            throw SourceError(
                .unreadable,
                """
                The list of files of the backup \(backup.text) (Manifest.db) can't be read. Copy the whole folder of \
                the backup, and check its permissions.
                """)
        }
    }

    /// Returns why a backup's catalogue can't be used.
    static func error(_ found: ContainedFiles.Found, of backup: FilePath, isLeftOut: Bool) -> SourceError {
        if isLeftOut {
            return SourceError(
                .unsupported,
                """
                The backup \(backup.text) contains no photos. A backup leaves them out if iCloud Photos is on. Connect \
                the phone and import its photos, or import them from a Mac with the same iCloud account.
                """)
        }
        let problem = if case .absent = found { "is missing" } else { "is empty or can't be read" }
        return SourceError(
            .damaged,
            """
            The photo library in the backup \(backup.text) \(problem). Copy the whole folder of the backup, or make a new \
            backup, and try again.
            """)
    }
}
