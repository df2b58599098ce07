import GRDB
package import Records

extension CatalogTransaction {
    // MARK: Collections

    /// Adds a collection and returns its row identifier.
    package func insert(_ collection: CollectionRecord) throws -> Int64 {
        try database.cachedStatement(sql: CollectionRecord.table.insertion).execute(arguments: collection.arguments())
        let identifier = database.lastInsertedRowID
        history.noteCreation(ofCollection: identifier)
        history.noteVisibilityOfCollections()
        search.note(collection: identifier)
        return identifier
    }

    /// Changes a collection's row and records its former state in the history. Returns the new row.
    @discardableResult
    package func update(
        collection identifier: Int64, _ change: (inout CollectionRecord) throws -> Void
    ) throws -> CollectionRecord {
        guard let before = try reader.collections(withIdentifiers: [identifier]).first else {
            throw CatalogError(.notFound, "The album or folder to change is no longer in the library.")
        }
        var after = before
        try change(&after)
        guard after != before else { return before }
        try history.noteUpdate(ofCollection: identifier)
        try database.cachedStatement(sql: CollectionRecord.table.update)
            .execute(arguments: after.arguments() + [identifier])
        if after.title != before.title { search.note(collection: identifier) }
        if after.parentID != before.parentID || after.creator != before.creator {
            history.noteVisibilityOfCollections()
        }
        return after
    }

    /// Deletes a collection without child collections. Its members stay in the library.
    package func delete(collection identifier: Int64) throws {
        try history.noteDeletion(ofCollection: identifier)
        history.noteVisibilityOfCollections()
        try database.cachedStatement(sql: "DELETE FROM collection WHERE id = ?").execute(arguments: [identifier])
        search.note(collection: identifier)
    }

    // MARK: Order

    /// Moves collections from any place to consecutive positions in a folder, or at the top level.
    ///
    /// - Parameter predecessor: The collection after which to place them, or `nil` for the front.
    package func place(
        collections identifiers: [Int64], inFolder folder: Int64?, after predecessor: Int64?
    ) throws {
        let rows = OrderedRows(database: database, list: .children(folder: folder))
        let position = try predecessor.flatMap { try rows.positions(of: [$0])[$0] }
        let positions = try rows.positions(identifiers.count, after: position) { neighbour, position in
            try update(collection: neighbour) { $0.position = position }
        }
        for (identifier, position) in zip(identifiers, positions) {
            try update(collection: identifier) { collection in
                collection.parentID = folder
                collection.position = position
            }
        }
    }

    // MARK: Members

    /// Places assets at consecutive positions in an album. Moves assets that are already members.
    ///
    /// - Parameter predecessor: The member after which to place them, or `nil` for the front.
    package func place(assets identifiers: [Int64], inAlbum album: Int64, after predecessor: Int64?) throws {
        let rows = OrderedRows(database: database, list: .members(album: album))
        let position = try predecessor.flatMap { try rows.positions(of: [$0])[$0] }
        try place(identifiers, inAlbum: album, rows, after: position)
    }

    /// Appends assets to an album. None of them may be a member.
    package func append(assets identifiers: [Int64], toAlbum album: Int64) throws {
        let rows = OrderedRows(database: database, list: .members(album: album))
        try place(identifiers, inAlbum: album, rows, after: rows.lastPosition())
    }

    private func place(_ identifiers: [Int64], inAlbum album: Int64, _ rows: OrderedRows, after position: Int64?) throws
    {
        let current = try rows.positions(of: identifiers)
        let positions = try rows.positions(identifiers.count, after: position) { neighbour, position in
            try move(member: neighbour, ofAlbum: album, to: position)
        }
        let insertion = try database.cachedStatement(
            sql: "INSERT INTO albumMember (assetId, collectionId, position) VALUES (?, ?, ?)")
        var newcomers: [Int64] = []
        for (identifier, position) in zip(identifiers, positions) {
            if current[identifier] != nil {
                try move(member: identifier, ofAlbum: album, to: position)
            } else {
                try insertion.execute(arguments: [identifier, album, position])
                history.noteArrival(.init(collectionID: album, assetID: identifier), at: position)
                newcomers.append(identifier)
            }
        }
        try count(newcomers, ofAlbum: album, as: 1)
    }

    /// Removes members from an album.
    package func remove(assets identifiers: [Int64], fromAlbum album: Int64) throws {
        let rows = OrderedRows(database: database, list: .members(album: album))
        let positions = try rows.positions(of: identifiers)
        let deletion = try database.cachedStatement(
            sql: "DELETE FROM albumMember WHERE assetId = ? AND collectionId = ?")
        for (identifier, position) in positions.sorted(by: { $0.key < $1.key }) {
            history.noteChange(of: .init(collectionID: album, assetID: identifier), at: position)
            try deletion.execute(arguments: [identifier, album])
        }
        try count(Array(positions.keys), ofAlbum: album, as: -1)
    }

    private func move(member identifier: Int64, ofAlbum album: Int64, to position: Int64) throws {
        let rows = OrderedRows(database: database, list: .members(album: album))
        guard let before = try rows.positions(of: [identifier])[identifier] else { return }
        history.noteChange(of: .init(collectionID: album, assetID: identifier), at: before)
        try database.cachedStatement(
            sql: "UPDATE albumMember SET position = ? WHERE assetId = ? AND collectionId = ?"
        ).execute(arguments: [position, identifier, album])
    }

    private func count(_ identifiers: [Int64], ofAlbum album: Int64, as sign: Int) throws {
        guard !identifiers.isEmpty else { return }
        try database.cachedStatement(
            sql: """
                UPDATE collection SET shownCount = shownCount + ? * (
                    SELECT count(*) FROM asset
                    WHERE isShown = 1 AND id IN (SELECT value FROM json_each(?))) WHERE id = ?
                """
        ).execute(arguments: [sign, JSONList.text(identifiers), album])
        try countChosen(identifiers, ofAlbum: album, as: sign)
    }

    /// Updates the counts of the asset's albums. Call it when an asset becomes visible or stops being visible.
    func countShown(_ identifier: Int64, as sign: Int) throws {
        try database.cachedStatement(
            sql: """
                UPDATE collection SET shownCount = shownCount + ?
                WHERE id IN (SELECT collectionId FROM albumMember WHERE assetId = ?)
                """
        ).execute(arguments: [sign, identifier])
    }
}
