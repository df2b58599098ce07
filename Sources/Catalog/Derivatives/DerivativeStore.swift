package import Foundation
import GRDB
package import LibraryFiles
package import Records
import Synchronization

/// The stored small sizes of a library's pictures. Thumbnails are in `derivatives.sqlite`. Previews are files beside
/// it, up to a budget in bytes. When they exceed it, the least recently used previews are deleted.
///
/// The keys are the original's hash and the recipe. All content can be recreated, so damaged content counts as missing
/// and is removed. Any thread can call the methods, and several processes can use the same folder. The store opens or
/// creates its files at the first call. If that fails, for example on a read-only disk, each call throws `CatalogError`
/// with `cannotOpen`.
package final class DerivativeStore: Sendable {
    private enum State {
        case closed
        case open(DerivativeDatabase)
        /// Opening failed. The store tries again after a while, because the cause may be temporary.
        case failed(CatalogError, at: ContinuousClock.Instant)
    }

    /// The largest size of a preview in bytes. Uncompressed, a picture of 1,440 by 1,440 pixels has half of this size.
    static let byteLimit = 16 << 20

    /// The time between two attempts to open the files.
    private static let pause = Duration.seconds(30)

    let previews: PreviewFolder
    let recipes: DerivativeRecipes
    package let budgetInBytes: Int64
    private let folder: URL
    private let permissions: LibraryPermissions
    var databaseFile: URL { folder.appendingPathComponent(DerivativeDatabase.fileName) }
    private let now: @Sendable () -> Date
    private let state = Mutex(State.closed)
    private let uses = PreviewUses()

    /// - Parameters:
    ///   - budgetInBytes: The largest total size of the previews.
    ///   - permissions: The permissions of new files and folders.
    ///   - now: Returns the current date.
    package init(
        in folder: URL, recipes: DerivativeRecipes, budgetInBytes: Int64,
        permissions: LibraryPermissions = .ownerOnly,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.folder = folder
        self.permissions = permissions
        self.previews = PreviewFolder(in: folder, permissions: permissions)
        self.recipes = recipes
        self.budgetInBytes = budgetInBytes
        self.now = now
    }

    deinit {
        // Recent uses aren't important, so a failure to store them is ignored.
        guard !uses.isEmpty, case .open(let database) = state.withLock({ $0 }) else { return }
        try? database.pool.write(noteUses)
    }

    // MARK: Reading

    /// Returns a thumbnail's bytes, or `nil` if there is none.
    ///
    /// - Parameter wholeOnly: Whether to return only a thumbnail that is as large as the picture itself.
    package func thumbnail(_ sha256: BlobDigest, wholeOnly: Bool = false) throws -> Data? {
        try readOnce { database in
            try Data.fetchOne(
                try database.cachedStatement(
                    sql: "SELECT bytes FROM thumbnail WHERE sha256 = ? AND recipe = ? AND isWhole >= ?"),
                arguments: [sha256, recipes.thumbnail, wholeOnly])
        } ?? nil
    }

    /// Returns a thumbnail's bytes, and whether there may be a preview, with one statement.
    package func thumbnailOrPreview(_ sha256: BlobDigest) throws -> (thumbnail: Data?, mayHavePreview: Bool) {
        let found = try readOnce { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT (SELECT bytes FROM thumbnail WHERE sha256 = ?1 AND recipe = ?2),
                        EXISTS (SELECT 1 FROM preview WHERE sha256 = ?1)
                    """)
            var found: (thumbnail: Data?, mayHavePreview: Bool) = (nil, false)
            try statement.forEachRow(arguments: [sha256, recipes.thumbnail]) { row in
                found = (row.optional(0, StatementRow.data), row.bool(1))
            }
            return found
        }
        return found ?? (nil, false)
    }

    /// Returns whether there may be a thumbnail or a preview, with one statement.
    package func mayHave(_ sha256: BlobDigest) throws -> Bool {
        try readOnce { database in
            try Bool.fetchOne(
                try database.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM thumbnail WHERE sha256 = ?)
                            OR EXISTS (SELECT 1 FROM preview WHERE sha256 = ?)
                        """),
                arguments: [sha256, sha256]) ?? false
        } ?? false
    }

    /// Returns a preview's bytes, or `nil` if there is none.
    package func preview(_ sha256: BlobDigest) throws -> Data? {
        guard let found = try readOnce({ try previewRow(sha256, in: $0) }), let row = found else { return nil }
        guard (1...Self.byteLimit).contains(row.byteCount),
            let bytes = try previews.read(row.name, byteCount: row.byteCount)
        else {
            try removePreview(sha256)
            return nil
        }
        let today = today
        if row.lastUsedDay < today, uses.note(sha256) { noteUsesSoon() }
        return bytes
    }

    /// Returns whether the original serves as the preview, with one statement.
    package func usesOriginal(_ sha256: BlobDigest) throws -> Bool {
        try readOnce { database in
            try Bool.fetchOne(
                try database.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM sufficientOriginal WHERE sha256 = ? AND recipe = ?)"),
                arguments: [sha256, recipes.preview]) ?? false
        } ?? false
    }

    /// Returns the stored sizes of each picture, by hash.
    package func presence(of hashes: [BlobDigest]) throws -> [BlobDigest: DerivativePresence] {
        var found: [BlobDigest: DerivativePresence] = [:]
        for start in stride(from: 0, to: hashes.count, by: Self.pageSize) {
            let page = Array(hashes[start..<min(hashes.count, start + Self.pageSize)])
            let (thumbnails, names, originals) = try read { try presenceRows(of: page, in: $0) } ?? ([], [], [])
            for (sha256, isWhole) in thumbnails {
                found[sha256, default: DerivativePresence()].hasThumbnail = true
                if isWhole { found[sha256]?.hasPreview = true }
            }
            for name in names where previews.contains(name) {
                found[name.sha256, default: DerivativePresence()].hasPreview = true
            }
            for sha256 in originals { found[sha256, default: DerivativePresence()].hasPreview = true }
        }
        return found
    }

    package func statistics() throws -> DerivativeStatistics {
        try read { database in
            var statistics = DerivativeStatistics()
            for row in try Row.fetchAll(database, sql: "SELECT kind, count, byteCount FROM total") {
                if row[0] as String == "thumbnail" {
                    statistics.thumbnailCount = row[1]
                    statistics.thumbnailBytes = row[2]
                } else {
                    statistics.previewCount = row[1]
                    statistics.previewBytes = row[2]
                }
            }
            return statistics
        } ?? DerivativeStatistics()
    }

    // MARK: Parts

    private static let pageSize = 256

    /// Days since 2001-01-01.
    var today: Int { Int((now().timeIntervalSinceReferenceDate / 86_400).rounded(.down)) }

    private func presenceRows(
        of hashes: [BlobDigest], in database: Database
    ) throws -> (thumbnails: [(BlobDigest, Bool)], previews: [PreviewName], originals: [BlobDigest]) {
        let marks = databaseQuestionMarks(count: hashes.count)
        let thumbnails = try Row.fetchAll(
            database, sql: "SELECT sha256, isWhole FROM thumbnail WHERE recipe = ? AND sha256 IN (\(marks))",
            arguments: StatementArguments([recipes.thumbnail]) + StatementArguments(hashes))
        let previews = try Row.fetchAll(
            database, sql: "SELECT sha256, isPNG FROM preview WHERE recipe = ? AND sha256 IN (\(marks))",
            arguments: StatementArguments([recipes.preview]) + StatementArguments(hashes))
        let originals = try BlobDigest.fetchAll(
            database, sql: "SELECT sha256 FROM sufficientOriginal WHERE recipe = ? AND sha256 IN (\(marks))",
            arguments: StatementArguments([recipes.preview]) + StatementArguments(hashes))
        return (
            try thumbnails.map { (try $0.decode(atIndex: 0), $0[1]) },
            try previews.map { PreviewName(sha256: try $0.decode(atIndex: 0), recipe: recipes.preview, isPNG: $0[1]) },
            originals
        )
    }

    struct PreviewRow {
        var name: PreviewName
        var byteCount: Int
        var lastUsedDay: Int
    }

    func previewRow(_ sha256: BlobDigest, in database: Database) throws -> PreviewRow? {
        try Row.fetchOne(
            try database.cachedStatement(
                sql: "SELECT isPNG, byteCount, lastUsedDay FROM preview WHERE sha256 = ? AND recipe = ?"),
            arguments: [sha256, recipes.preview]
        ).map { row in
            PreviewRow(
                name: PreviewName(sha256: sha256, recipe: recipes.preview, isPNG: row[0]), byteCount: row[1],
                lastUsedDay: row[2])
        }
    }

    /// Stores the use of pictures, so that their previews are deleted last.
    func noteUses(in database: Database) throws {
        let today = today
        for sha256 in uses.take() {
            try database.cachedStatement(
                sql: "UPDATE preview SET lastUsedDay = ? WHERE sha256 = ? AND recipe = ? AND lastUsedDay < ?"
            ).execute(arguments: [today, sha256, recipes.preview, today])
        }
    }

    /// Stores the uses later, so that the reader doesn't wait for other writers.
    private func noteUsesSoon() {
        guard case .open(let database) = state.withLock({ $0 }) else { return }
        database.pool.asyncWrite(
            { [weak self] in try self?.noteUses(in: $0) },
            // If a use can't be stored, the picture's preview is deleted a little earlier.
            completion: { _, _ in })
    }

    /// Reads one state of the tables. Returns `nil` if the tables were damaged and have been replaced by empty ones.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        try using { try $0.pool.read(body) }
    }

    /// Reads with one statement, which needs no transaction.
    func readOnce<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        try using { try $0.singleStatements.read(body) }
    }

    /// Changes the tables in one transaction. Returns `nil` if the tables were damaged and have been replaced by empty
    /// ones.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        try using { try $0.pool.write(body) }
    }

    /// Opens or creates the file unless it's open. Callers use it to find out early whether the store works.
    package func open() throws {
        _ = try opened()
    }

    private func using<Value>(_ body: (DerivativeDatabase) throws -> Value) throws -> Value? {
        let database = try opened()
        do {
            return try Catalog.translating { try body(database) }
        } catch let error as CatalogError {
            guard let cause = error.cause, DerivativeDatabase.isDamage(cause) else { throw error }
            try replace(database)
            return nil
        }
    }

    private func opened() throws -> DerivativeDatabase {
        try state.withLock { state in
            switch state {
            case .open(let database): return database
            case .failed(let error, let time) where time.duration(to: .now) < Self.pause: throw error
            case .closed, .failed: return try open(&state, replacing: nil)
            }
        }
    }

    private func replace(_ damaged: DerivativeDatabase) throws {
        try state.withLock { state in
            // Another thread may have replaced the file already.
            guard case .open(let database) = state, database.pool === damaged.pool else { return }
            _ = try open(&state, replacing: damaged)
        }
    }

    private func open(_ state: inout State, replacing damaged: DerivativeDatabase?) throws -> DerivativeDatabase {
        do {
            let database = try DerivativeDatabase(in: folder, permissions: permissions, replacing: damaged) {
                previews.removeAll()
            }
            state = .open(database)
            return database
        } catch {
            let failure =
                error as? CatalogError
                ?? CatalogError(.cannotOpen, "Thumbnails cannot be kept in \(folder.path).", cause: error)
            state = .failed(failure, at: .now)
            throw failure
        }
    }
}
