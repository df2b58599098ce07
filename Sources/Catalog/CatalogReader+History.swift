import GRDB
package import Records

extension CatalogReader {
    /// Returns the number of the last change, or 0 if the library has never changed. Each commit has a larger number.
    package func latestChange() throws -> Int64 {
        try Int64.fetchOne(try database.cachedStatement(sql: "SELECT max(id) FROM change")) ?? 0
    }

    /// Returns the number of the oldest change with complete details, or `nil` if the library has never changed.
    package func oldestChange() throws -> Int64? {
        try Int64.fetchOne(
            try database.cachedStatement(sql: "SELECT id FROM change WHERE rowCount >= 0 ORDER BY id LIMIT 1"))
    }

    /// Returns whether the history contains a change's details.
    package func hasDetails(ofChange change: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM change WHERE id = ? AND rowCount >= 0)"),
            arguments: [change]) ?? false
    }

    /// Returns up to `limit` changes with a larger number than `change`, oldest first.
    package func changes(after change: Int64, limit: Int) throws -> [ChangeRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(ChangeRecord.table.selection) FROM change WHERE id > ? AND rowCount >= 0 ORDER BY id LIMIT ?
                """
        ).records(arguments: [change, limit])
    }

    /// Returns the objects of a kind that a change inserted, updated or deleted, as far as the scope includes them.
    ///
    /// An asset that moves to Recently Deleted counts as deleted, and a restored asset as inserted. Changes to an asset
    /// in Recently Deleted aren't reported. An object stays inserted here even if a later change deletes it. Albums and
    /// folders count as updated if their title, parent or modification date changes, but not if only their position
    /// does.
    ///
    /// - Complexity: O(*c*) for *c* rows of the change. For a client with limited access, also the number of assets
    ///   chosen for it and, if albums changed, of all albums.
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
