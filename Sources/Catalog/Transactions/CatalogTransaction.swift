package import Foundation
import GRDB
import Places
package import Records

/// A transaction in progress, with the write lock held. Only valid in the closure that receives it.
package final class CatalogTransaction {
    let database: Database
    package let date: Date
    let history: HistoryRecorder
    let search: SearchIndexWriter
    let places: AssetPlaceWriter
    /// The change in the number of visible assets of each kind.
    private var shownKinds: [ShownKind: Int] = [:]

    init(database: Database, author: String, date: Date, gazetteer: @escaping () throws -> Gazetteer) {
        self.database = database
        self.date = date
        self.history = HistoryRecorder(database: database, author: author, date: date)
        self.search = SearchIndexWriter(database: database)
        self.places = AssetPlaceWriter(database: database, gazetteer: gazetteer)
    }

    /// The catalog with the changes of this transaction so far, except the counts of kinds (`shownKind`), which follow at
    /// its end. So don't fetch assets of the whole library by their kind.
    package var reader: CatalogReader { CatalogReader(database: database) }

    // MARK: Assets

    /// Adds an asset and returns its row identifier.
    package func insert(_ asset: AssetRecord) throws -> Int64 {
        try database.cachedStatement(sql: AssetRecord.table.insertion).execute(arguments: asset.arguments())
        let identifier = database.lastInsertedRowID
        try history.noteCreation(of: identifier)
        search.note(asset: identifier)
        places.note(asset: identifier, latitude: asset.latitude, longitude: asset.longitude)
        countKind(of: asset, as: 1)
        return identifier
    }

    /// Changes an asset's row and records its former state in the history. Returns the new row.
    @discardableResult
    package func update(asset identifier: Int64, _ change: (inout AssetRecord) throws -> Void) throws -> AssetRecord {
        guard let before = try reader.assets(withIdentifiers: [identifier])[identifier] else {
            throw CatalogError(.notFound, "The photo or video to change is no longer in the library.")
        }
        var after = before
        try change(&after)
        guard after != before else { return before }
        try history.noteUpdate(of: identifier)
        try database.cachedStatement(sql: AssetRecord.table.update)
            .execute(arguments: after.arguments() + [identifier])
        countKind(of: before, as: -1)
        countKind(of: after, as: 1)
        if after.creationDate != before.creationDate || after.utcOffset != before.utcOffset {
            search.note(asset: identifier)
        }
        if after.latitude != before.latitude || after.longitude != before.longitude {
            places.note(asset: identifier, latitude: after.latitude, longitude: after.longitude)
        }
        if after.isShown != before.isShown { try countShown(identifier, as: after.isShown ? 1 : -1) }
        return after
    }

    /// Stores why an asset's file is damaged, unless a reason is stored.
    ///
    /// This isn't a change of the library: the file has been damaged since its import, and decoding only discovered it.
    /// So the history doesn't report it, and observers aren't notified.
    package func noteDamage(_ reason: String, ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: "UPDATE asset SET damage = ? WHERE id = ? AND damage IS NULL")
            .execute(arguments: [reason, identifier])
    }

    /// Reports an asset as changed although its row stays the same, because another row decides how the asset is shown.
    package func touch(asset identifier: Int64) throws {
        try history.noteUpdate(of: identifier)
    }

    package func setMetadata(_ metadata: MetadataRecord, ofAsset identifier: Int64) throws {
        try history.noteMetadataUpdate(of: identifier)
        try database.cachedStatement(sql: MetadataRecord.table.replacement)
            .execute(arguments: [identifier] + metadata.arguments())
        search.note(asset: identifier)
    }

    // MARK: Resources

    @discardableResult
    package func insert(_ resource: ResourceRecord, intoAsset identifier: Int64) throws -> Int64 {
        var resource = resource
        resource.assetID = identifier
        if ResourceType.inView.contains(resource.type) { try history.noteContentChange(of: identifier) }
        try database.cachedStatement(sql: ResourceRecord.table.insertion).execute(arguments: resource.arguments())
        search.note(asset: identifier)
        return database.lastInsertedRowID
    }

    package func setType(_ type: ResourceType, ofResource identifier: Int64) throws {
        let row = try Row.fetchOne(
            try database.cachedStatement(sql: "SELECT assetId, type FROM resource WHERE id = ?"),
            arguments: [identifier])
        guard let row else { return }
        let former = ResourceType(rawValue: row[1])
        guard former != type else { return }
        if !ResourceType.inView.isDisjoint(with: [former, type]) {
            try history.noteContentChange(of: row[0])
        }
        try database.cachedStatement(sql: "UPDATE resource SET type = ? WHERE id = ?")
            .execute(arguments: [type.rawValue, identifier])
        search.note(asset: row[0])
    }

    // MARK: Imports

    package func record(_ file: ImportedFileRecord) throws {
        try database.cachedStatement(sql: ImportedFileRecord.table.replacement).execute(arguments: file.arguments())
    }

    /// Updates the counts of visible assets. Call it before and after each change of an asset's row.
    func countKind(of asset: AssetRecord, as sign: Int) {
        if asset.isShown { shownKinds[ShownKind(asset), default: 0] += sign }
    }

    /// Whether the transaction has changed only a client's access.
    var changesOnlyAccess: Bool { history.changesOnlyAccess }

    /// Writes the values gathered during the transaction. Returns the number of the change, or `nil` if nothing
    /// changed.
    func finish() throws -> Int64? {
        for (kind, change) in shownKinds where change != 0 {
            try database.cachedStatement(sql: ShownKind.addition).execute(arguments: kind.arguments(count: change))
        }
        try search.finish()
        try places.finish()
        try history.finish()
        return history.changeID
    }
}
