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
    /// For a client with limited access, an object counts as inserted when it becomes visible to the client, and as
    /// deleted when it stops being visible. The state at the time of the change decides.
    ///
    /// - Complexity: O(*c* log *n*) for *c* rows of the change and *n* rows of history. For a client with limited
    ///   access, also O(*k*) for *k* chosen assets among those that the change created.
    package func details(
        of object: ChangedObject, inChange change: Int64, scope: AssetQuery.Scope
    ) throws -> ChangeDetails {
        switch scope {
        case .nothing, .chosen: return ChangeDetails()
        case .everything: return try details(of: object, inChange: change)
        case .granted(let client):
            let (sql, arguments) =
                switch object {
                case .asset: GrantHistoryQuery.assets(ofChange: change, client: client)
                case .album: GrantHistoryQuery.collections(inChange: change, kind: .album, client: client)
                case .folder: GrantHistoryQuery.collections(inChange: change, kind: .folder, client: client)
                }
            var details = ChangeDetails()
            try database.cachedStatement(sql: sql).forEachRow(arguments: arguments) { row in
                details.add(row.text(0), wasThere: row.bool(1), isThere: row.bool(2))
            }
            return details
        }
    }

    private func details(of object: ChangedObject, inChange change: Int64) throws -> ChangeDetails {
        switch object {
        case .asset: try assetDetails(ofChange: change)
        case .album: try collectionDetails(ofChange: change, kind: .album)
        case .folder: try collectionDetails(ofChange: change, kind: .folder)
        }
    }

    private func assetDetails(ofChange change: Int64) throws -> ChangeDetails {
        var details = ChangeDetails()
        let (created, createdArguments) = HistoryQuery.createdAssets(inChange: change)
        try database.cachedStatement(sql: created).forEachRow(arguments: createdArguments) { row in
            details.inserted.append(row.text(0))
        }
        let (images, imageArguments) = HistoryQuery.assetImages(ofChange: change)
        try database.cachedStatement(sql: images).forEachRow(arguments: imageArguments) { row in
            let (wasTrashed, isThere, isTrashed) = (row.bool(1), row.bool(2), row.bool(3))
            details.add(row.text(0), wasThere: !wasTrashed, isThere: isThere && !isTrashed)
        }
        return details
    }

    private func collectionDetails(ofChange change: Int64, kind: CollectionRecord.Kind) throws -> ChangeDetails {
        var details = ChangeDetails()
        let (sql, arguments) = HistoryQuery.collections(inChange: change, kind: kind)
        try database.cachedStatement(sql: sql).forEachRow(arguments: arguments) { row in
            let (wasThere, isThere, isOther) = (row.bool(1), row.bool(2), row.bool(3))
            if wasThere != isThere || isOther { details.add(row.text(0), wasThere: wasThere, isThere: isThere) }
        }
        return details
    }
}

extension ChangeDetails {
    /// Adds an object that a change affected.
    fileprivate mutating func add(_ uuid: String, wasThere: Bool, isThere: Bool) {
        switch (wasThere, isThere) {
        case (true, true): updated.append(uuid)
        case (true, false): deleted.append(uuid)
        case (false, true): inserted.append(uuid)
        case (false, false): break
        }
    }
}
