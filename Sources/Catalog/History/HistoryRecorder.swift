import Foundation
import GRDB
import Records

/// Records the changes of one transaction: creations as ranges of row identifiers, and updates as the row before and
/// after.
///
/// A row created in the same transaction has no images, because nobody saw it before. A transaction that changes no
/// asset, collection or grant leaves no history.
final class HistoryRecorder {
    let database: Database
    private let author: String
    private let date: Date
    private(set) var changeID: Int64?
    private var created: [ClosedRange<Int64>] = []
    private var updated: Set<Int64> = []
    private var deleted: Set<Int64> = []
    private var contentChanged: Set<Int64> = []
    private var metadataChanged: Set<Int64> = []
    private var rowCount = 0
    let collections = CollectionChanges()
    let grants = GrantChanges()

    private static let columns = (AssetRecord.filterableColumns + ["utcOffset"]).joined(separator: ", ")

    init(database: Database, author: String, date: Date) {
        self.database = database
        self.author = author
        self.date = date
    }

    func noteCreation(of identifier: Int64) throws {
        if let last = created.last, last.upperBound + 1 == identifier {
            created[created.count - 1] = last.lowerBound...identifier
        } else {
            created.append(identifier...identifier)
        }
    }

    /// Call this before the row changes.
    func noteUpdate(of identifier: Int64) throws {
        guard !isCreated(identifier), updated.insert(identifier).inserted else { return }
        try keepImage(of: identifier, isAfter: false)
    }

    /// Records that the asset's image or video changed. Also keeps its row before and after, so that every asset
    /// affected by a change has images.
    func noteContentChange(of identifier: Int64) throws {
        guard !isCreated(identifier), contentChanged.insert(identifier).inserted else { return }
        try noteUpdate(of: identifier)
    }

    /// Call this before the asset's metadata change.
    func noteMetadataUpdate(of identifier: Int64) throws {
        guard !isCreated(identifier), metadataChanged.insert(identifier).inserted else { return }
        try keep(
            """
            INSERT INTO metadataImage (assetId, changeId, \(MetadataRecord.historicalColumns))
            SELECT ?1, ?2, \(MetadataRecord.historicalColumns) FROM (SELECT 1)
                LEFT JOIN assetMetadata ON assetMetadata.assetId = ?1
            """, [identifier, try change()])
    }

    /// Call this before the row is deleted.
    func noteDeletion(of identifier: Int64) throws {
        if let index = created.firstIndex(where: { $0.contains(identifier) }) {
            // A row that was created and deleted in the same transaction leaves no trace.
            let range = created.remove(at: index)
            if identifier < range.upperBound { created.insert(identifier + 1...range.upperBound, at: index) }
            if identifier > range.lowerBound { created.insert(range.lowerBound...identifier - 1, at: index) }
            forgetChoice(of: identifier)
            return
        }
        contentChanged.remove(identifier)
        deleted.insert(identifier)
        guard updated.insert(identifier).inserted else { return }
        try keepImage(of: identifier, isAfter: false)
    }

    func finish() throws {
        for range in created {
            try keep(
                "INSERT INTO createdRange VALUES (?, ?, ?)", [try change(), range.lowerBound, range.upperBound])
        }
        for identifier in updated.subtracting(deleted).sorted() { try keepImage(of: identifier, isAfter: true) }
        for identifier in contentChanged.sorted() {
            try keep("INSERT INTO contentChange VALUES (?, ?)", [try change(), identifier])
        }
        try finishCollections()
        try finishGrants()
        guard let changeID else { return }
        try database.cachedStatement(sql: "UPDATE change SET rowCount = ? WHERE id = ?")
            .execute(arguments: [rowCount, changeID])
    }

    /// Whether a client's access changed, and no asset.
    var changesOnlyAccess: Bool {
        grants.hasClient && created.isEmpty && updated.isEmpty && deleted.isEmpty && contentChanged.isEmpty
            && metadataChanged.isEmpty
    }

    private func isCreated(_ identifier: Int64) -> Bool {
        created.contains { $0.contains(identifier) }
    }

    private func keepImage(of identifier: Int64, isAfter: Bool) throws {
        try keep(
            """
            INSERT INTO assetImage (changeId, id, isAfter, \(Self.columns))
            SELECT ?, id, ?, \(Self.columns) FROM asset WHERE id = ?
            """, [try change(), isAfter, identifier])
    }

    /// Inserts into a table of the history, and updates the change's row count. Returns the number of inserted rows.
    @discardableResult
    func keep(_ insertion: String, _ arguments: StatementArguments) throws -> Int {
        try database.cachedStatement(sql: insertion).execute(arguments: arguments)
        rowCount += database.changesCount
        return database.changesCount
    }

    /// Returns the number of the change, and creates the change at the first call.
    func change() throws -> Int64 {
        if let changeID { return changeID }
        try database.cachedStatement(sql: "INSERT INTO change (date, author) VALUES (?, ?)")
            .execute(arguments: [date.stored, author])
        let identifier = database.lastInsertedRowID
        changeID = identifier
        return identifier
    }
}
