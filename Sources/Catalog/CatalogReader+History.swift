import GRDB
package import Records

extension CatalogReader {
    /// The number of the last change; 0 in a library that never changed. Each commit counts up.
    package func latestChange() throws -> Int64 {
        try Int64.fetchOne(try database.cachedStatement(sql: "SELECT max(id) FROM change")) ?? 0
    }

    /// The number of the oldest change that is kept whole; nil in a library that never changed.
    package func oldestChange() throws -> Int64? {
        try Int64.fetchOne(
            try database.cachedStatement(sql: "SELECT id FROM change WHERE rowCount >= 0 ORDER BY id LIMIT 1"))
    }

    /// Whether a change's details are kept.
    package func hasDetails(ofChange change: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM change WHERE id = ? AND rowCount >= 0)"),
            arguments: [change]) ?? false
    }

    /// Up to `limit` of the changes that came after the one of this number, oldest first.
    package func changes(after change: Int64, limit: Int) throws -> [ChangeRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(ChangeRecord.table.selection) FROM change WHERE id > ? AND rowCount >= 0 ORDER BY id LIMIT ?
                """
        ).records(arguments: [change, limit])
    }

    /// What a change did to objects of a kind, of those that the scope lets see. The cost is that of the change, and for a
    /// client with limited access of what was chosen for it and, where albums changed, of all albums; never of the assets.
    ///
    /// An asset that is moved to Recently Deleted is deleted, one that comes back is inserted, and what happens to it in
    /// between is told to nobody. What a later change deletes stays inserted here. Albums and folders are
    /// updated by a new title, a new parent or a new modification date, not by making room for a neighbour.
    package func details(
        of object: ChangedObject, inChange change: Int64, scope: AssetQuery.Scope
    ) throws -> ChangeDetails {
        guard scope != .nothing else { return ChangeDetails() }
        return switch object {
        case .asset: try assetDetails(ofChange: change, scope: scope)
        case .album: try collectionDetails(ofChange: change, kind: .album, scope: scope)
        case .folder: try collectionDetails(ofChange: change, kind: .folder, scope: scope)
        }
    }

    private func assetDetails(ofChange change: Int64, scope: AssetQuery.Scope) throws -> ChangeDetails {
        var details = ChangeDetails()
        let (created, createdArguments) = HistoryQuery.createdAssets(inChange: change, scope: scope)
        try database.cachedStatement(sql: created).forEachRow(arguments: createdArguments) { row in
            details.inserted.append(row.text(0))
        }
        let (images, imageArguments) = HistoryQuery.assetImages(ofChange: change, scope: scope)
        try database.cachedStatement(sql: images).forEachRow(arguments: imageArguments) { row in
            let (uuid, wasTrashed, isThere, isTrashed) = (row.text(0), row.bool(1), row.bool(2), row.bool(3))
            switch (!wasTrashed, isThere && !isTrashed) {
            case (true, true): details.updated.append(uuid)
            case (true, false): details.deleted.append(uuid)
            case (false, true): details.inserted.append(uuid)
            case (false, false): break
            }
        }
        return details
    }

    private func collectionDetails(
        ofChange change: Int64, kind: CollectionRecord.Kind, scope: AssetQuery.Scope
    ) throws -> ChangeDetails {
        var details = ChangeDetails()
        let (sql, arguments) = HistoryQuery.collections(inChange: change, kind: kind, scope: scope)
        try database.cachedStatement(sql: sql).forEachRow(arguments: arguments) { row in
            let (uuid, wasThere, isThere, isOther) = (row.text(0), row.bool(1), row.bool(2), row.bool(3))
            switch (wasThere, isThere) {
            case (true, true): if isOther { details.updated.append(uuid) }
            case (true, false): details.deleted.append(uuid)
            case (false, true): details.inserted.append(uuid)
            case (false, false): break
            }
        }
        return details
    }
}
