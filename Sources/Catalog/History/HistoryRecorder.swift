import Foundation
import GRDB
import Records

/// Keeps what one transaction changed: creations as ranges of row identifiers, updates as the row before and after.
///
/// A row created in the same transaction has no images: nobody saw it before. A transaction that changed no asset,
/// collection or grant leaves no trace.
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
    private var hasGrant = false
    private var rowCount = 0
    let collections = CollectionChanges()

    private static let columns = AssetRecord.filterableColumns.joined(separator: ", ")

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

    /// To be called before the row changes.
    func noteUpdate(of identifier: Int64) throws {
        guard !isCreated(identifier), updated.insert(identifier).inserted else { return }
        try keepImage(of: identifier, isAfter: false)
    }

    /// The asset's pixels or its video changed. Its row is kept before and after too, so that every asset that a change
    /// touched has images.
    func noteContentChange(of identifier: Int64) throws {
        guard !isCreated(identifier), contentChanged.insert(identifier).inserted else { return }
        try noteUpdate(of: identifier)
    }

    /// To be called before the asset's metadata change.
    func noteMetadataUpdate(of identifier: Int64) throws {
        guard !isCreated(identifier), metadataChanged.insert(identifier).inserted else { return }
        try keep(
            """
            INSERT INTO metadataImage (assetId, changeId, \(MetadataRecord.historicalColumns))
            SELECT ?1, ?2, \(MetadataRecord.historicalColumns) FROM (SELECT 1)
                LEFT JOIN assetMetadata ON assetMetadata.assetId = ?1
            """, [identifier, try change()])
    }

    /// Notes that the user allowed a client more or less than before. A transaction changes the access of one client.
    func noteGrant(to client: String) throws {
        guard !hasGrant else { return }
        hasGrant = true
        try keep("INSERT INTO grantChange (changeId, client) VALUES (?, ?)", [try change(), client])
    }

    /// To be called before the row goes.
    func noteDeletion(of identifier: Int64) throws {
        if let index = created.firstIndex(where: { $0.contains(identifier) }) {
            // What came and went in one transaction was never there.
            let range = created.remove(at: index)
            if identifier < range.upperBound { created.insert(identifier + 1...range.upperBound, at: index) }
            if identifier > range.lowerBound { created.insert(range.lowerBound...identifier - 1, at: index) }
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
        guard let changeID else { return }
        try database.cachedStatement(sql: "UPDATE change SET rowCount = ? WHERE id = ?")
            .execute(arguments: [rowCount, changeID])
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

    /// Adds to a table of the history, and to the count of the change's rows.
    func keep(_ insertion: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: insertion).execute(arguments: arguments)
        rowCount += database.changesCount
    }

    /// The number of the change, which is made when first asked for.
    func change() throws -> Int64 {
        if let changeID { return changeID }
        try database.cachedStatement(sql: "INSERT INTO change (date, author) VALUES (?, ?)")
            .execute(arguments: [date.stored, author])
        let identifier = database.lastInsertedRowID
        changeID = identifier
        return identifier
    }
}
