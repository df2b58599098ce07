import Foundation
import GRDB

/// Keeps what one transaction changed: creations as ranges of row identifiers, updates as the row before and after.
///
/// A row created in the same transaction has no images: nobody saw it before. A transaction that changed neither
/// assets nor collections leaves no trace.
final class HistoryRecorder {
    let database: Database
    private let author: String
    private let date: Date
    private var changeID: Int64?
    private var created: [ClosedRange<Int64>] = []
    private var updated: Set<Int64> = []
    private var deleted: Set<Int64> = []
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

    /// To be called before the row goes.
    func noteDeletion(of identifier: Int64) throws {
        deleted.insert(identifier)
        guard updated.insert(identifier).inserted else { return }
        try keepImage(of: identifier, isAfter: false)
    }

    func finish() throws {
        for range in created {
            try database.cachedStatement(sql: "INSERT INTO createdRange VALUES (?, ?, ?)")
                .execute(arguments: [try change(), range.lowerBound, range.upperBound])
        }
        for identifier in updated.subtracting(deleted).sorted() { try keepImage(of: identifier, isAfter: true) }
        try finishCollections()
    }

    private func isCreated(_ identifier: Int64) -> Bool {
        created.contains { $0.contains(identifier) }
    }

    private func keepImage(of identifier: Int64, isAfter: Bool) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO assetImage (changeId, id, isAfter, \(Self.columns))
                SELECT ?, id, ?, \(Self.columns) FROM asset WHERE id = ?
                """
        ).execute(arguments: [try change(), isAfter, identifier])
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
