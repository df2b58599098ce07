package import Foundation
import GRDB
package import LibraryFiles
package import Records
import Synchronization

/// Small forms of a library's pictures: thumbnails in `derivatives.sqlite`, previews as files beside it, up to a number of
/// bytes; the one not used for longest goes first.
///
/// Keyed by the original's hash and by the recipe. All of it can be made again, so what is damaged is taken as not stored
/// and removed. Any thread may call, and several processes may use the same folder. Nothing is opened or made before the
/// first call; where that fails, as on a disk that cannot be written to, each call throws `CatalogError` with `cannotOpen`.
package final class DerivativeStore: Sendable {
    private enum State {
        case closed
        case open(DerivativeDatabase)
        /// Tried again after a while: what was in the way may pass.
        case failed(CatalogError, at: ContinuousClock.Instant)
    }

    /// A picture of 1,440 pixels a side takes half of this as bare pixels.
    static let byteLimit = 16 << 20

    /// Between two attempts to open what could not be opened.
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
    ///   - budgetInBytes: how much the previews may take together.
    ///   - permissions: those of new files and folders.
    ///   - now: tells which day it is.
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
        // Which pictures were used lately is worth no more than an attempt.
        guard !uses.isEmpty, case .open(let database) = state.withLock({ $0 }) else { return }
        try? database.pool.write(noteUses)
    }

    // MARK: Reading

    /// A thumbnail's bytes; nil where there is none.
    ///
    /// - Parameter wholeOnly: only where it is as large as the picture itself.
    package func thumbnail(_ sha256: Data, wholeOnly: Bool = false) throws -> Data? {
        try readOnce { database in
            try Data.fetchOne(
                try database.cachedStatement(
                    sql: "SELECT bytes FROM thumbnail WHERE sha256 = ? AND recipe = ? AND isWhole >= ?"),
                arguments: [sha256, recipes.thumbnail, wholeOnly])
        } ?? nil
    }

    /// A thumbnail's bytes, and whether there may be a preview. One statement, for whoever would else look for both.
    package func thumbnailOrPreview(_ sha256: Data) throws -> (thumbnail: Data?, mayHavePreview: Bool) {
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

    /// Whether there may be a thumbnail or a preview. One statement, for whoever would else look for both.
    package func mayHave(_ sha256: Data) throws -> Bool {
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

    /// A preview's bytes; nil where there is none.
    package func preview(_ sha256: Data) throws -> Data? {
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

    /// What there is of each of the pictures, by hash.
    package func presence(of hashes: [Data]) throws -> [Data: DerivativePresence] {
        var found: [Data: DerivativePresence] = [:]
        for start in stride(from: 0, to: hashes.count, by: Self.pageSize) {
            let page = Array(hashes[start..<min(hashes.count, start + Self.pageSize)])
            let (thumbnails, rows) = try read { try presenceRows(of: page, in: $0) } ?? ([], [])
            for (sha256, isWhole) in thumbnails {
                found[sha256, default: DerivativePresence()].hasThumbnail = true
                if isWhole { found[sha256]?.hasPreview = true }
            }
            for (sha256, name) in rows where previews.contains(name) {
                found[sha256, default: DerivativePresence()].hasPreview = true
            }
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
        of hashes: [Data], in database: Database
    ) throws -> (thumbnails: [(Data, Bool)], previews: [(Data, PreviewName)]) {
        let marks = databaseQuestionMarks(count: hashes.count)
        let thumbnails = try Row.fetchAll(
            database, sql: "SELECT sha256, isWhole FROM thumbnail WHERE recipe = ? AND sha256 IN (\(marks))",
            arguments: StatementArguments([recipes.thumbnail]) + StatementArguments(hashes))
        let previews = try Row.fetchAll(
            database, sql: "SELECT sha256, isPNG FROM preview WHERE recipe = ? AND sha256 IN (\(marks))",
            arguments: StatementArguments([recipes.preview]) + StatementArguments(hashes))
        return (
            thumbnails.map { ($0[0], $0[1]) },
            previews.map { ($0[0], PreviewName(sha256: $0[0], recipe: recipes.preview, isPNG: $0[1])) }
        )
    }

    struct PreviewRow {
        var name: PreviewName
        var byteCount: Int
        var lastUsedDay: Int
    }

    func previewRow(_ sha256: Data, in database: Database) throws -> PreviewRow? {
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

    /// Moves pictures that were shown to the end of the row of those that go.
    func noteUses(in database: Database) throws {
        let today = today
        for sha256 in uses.take() {
            try database.cachedStatement(
                sql: "UPDATE preview SET lastUsedDay = ? WHERE sha256 = ? AND recipe = ? AND lastUsedDay < ?"
            ).execute(arguments: [today, sha256, recipes.preview, today])
        }
    }

    /// Without waiting for another writer: whoever reads has a picture to show.
    private func noteUsesSoon() {
        guard case .open(let database) = state.withLock({ $0 }) else { return }
        database.pool.asyncWrite(
            { [weak self] in try self?.noteUses(in: $0) },
            // A use that could not be noted makes a picture go a little early.
            completion: { _, _ in })
    }

    /// Reads one state of the tables; nil where they turned out to be damaged, and are empty now.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        try using { try $0.pool.read(body) }
    }

    /// For one statement, which is a state of its own: costs no transaction.
    func readOnce<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        try using { try $0.singleStatements.read(body) }
    }

    /// Changes the tables, all or nothing; nil where they turned out to be damaged, and are empty now.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        try using { try $0.pool.write(body) }
    }

    /// Opens or makes the file, unless that was done. Tells early that nothing can be kept here.
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
            // Another thread may have been quicker.
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
