import GRDB
package import Places

extension CatalogMaintenance {
    /// Looks up some assets that have no place, or one of an earlier version of the gazetteer.
    ///
    /// - Returns: Whether there is more to look up.
    package func fillPlaces(from gazetteer: Gazetteer) throws -> Bool {
        var fill = try PlaceFill.read(database)
        guard fill.isIncomplete(for: gazetteer.version) else { return false }
        if gazetteer.version > fill.dataVersion {
            try start(gazetteer.version, after: fill)
            fill = try PlaceFill.read(database)
        }
        var rows = PlaceRows(database: database, gazetteer: gazetteer)
        if fill.hasPending {
            try fillPending(&rows)
        } else if fill.lastFilled < fill.target {
            try fillPage(after: fill, &rows)
        }
        guard try !PlaceFill.read(database).isIncomplete(for: gazetteer.version) else { return true }
        try removeUnusedPlaces()
        return false
    }

    /// The first version only looks up the assets from before the table existed. A later one looks up all assets again.
    private func start(_ version: Int, after fill: PlaceFill) throws {
        guard fill.dataVersion > 0 else {
            return try database.execute(sql: "UPDATE placeFill SET dataVersion = ?", arguments: [version])
        }
        try database.execute(
            sql: """
                UPDATE placeFill SET dataVersion = ?, lastFilled = 0,
                    target = (SELECT coalesce(max(id), 0) FROM asset), isRefill = ?
                """, arguments: [version, fill.isRefill || fill.lastFilled >= fill.target])
    }

    private func fillPending(_ rows: inout PlaceRows) throws {
        let pending = try Row.fetchAll(
            database,
            sql: """
                SELECT asset.id, latitude, longitude FROM pendingPlace CROSS JOIN asset ON asset.id = assetId
                ORDER BY asset.id LIMIT \(SearchIndex.pageSize)
                """)
        for row in pending {
            try write(row, &rows)
            try database.cachedStatement(sql: "DELETE FROM pendingPlace WHERE assetId = ?").execute(arguments: [row[0]])
        }
    }

    private func fillPage(after fill: PlaceFill, _ rows: inout PlaceRows) throws {
        let page = try Row.fetchAll(
            database,
            sql: """
                SELECT id, latitude, longitude FROM asset NOT INDEXED WHERE id > ? AND id <= ?
                ORDER BY id LIMIT \(SearchIndex.pageSize)
                """, arguments: [fill.lastFilled, fill.target])
        for row in page { try write(row, &rows) }
        let reached: Int64 = page.count == SearchIndex.pageSize ? page[page.count - 1][0] : fill.target
        try database.execute(sql: "UPDATE placeFill SET lastFilled = ?", arguments: [reached])
    }

    private func write(_ row: Row, _ rows: inout PlaceRows) throws {
        let (latitude, longitude): (Double?, Double?) = (row[1], row[2])
        guard let latitude, let longitude else { return }
        try rows.write(asset: row[0], latitude: latitude, longitude: longitude)
    }

    /// Removes the places of earlier versions, and those whose last asset was deleted or moved.
    private func removeUnusedPlaces() throws {
        let unused = "FROM namedPlace WHERE NOT EXISTS (SELECT 1 FROM assetPlace WHERE placeId = namedPlace.id)"
        try database.execute(
            sql: """
                DELETE FROM placeSearch WHERE rowid IN (SELECT id \(unused));
                DELETE \(unused);
                """)
    }
}
