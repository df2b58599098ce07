package import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// The condition that a row names a blob. A doubted one is looked up.
    private static let isNamed = """
        (CASE WHEN isDoubted THEN
            EXISTS (SELECT 1 FROM resource WHERE resource.sha256 = placement.sha256)
            OR EXISTS (SELECT 1 FROM formerEditFile WHERE formerEditFile.sha256 = placement.sha256)
        ELSE unnamedDate IS NULL END)
        """

    /// Returns the library's place, or `nil` if it isn't connected.
    package func place() throws -> PlaceRecord? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT address, date, isDurable, obstacle FROM place")).map
        {
            PlaceRecord(
                address: $0[0], date: Date(timeIntervalSinceReferenceDate: $0[1]), isDurable: $0[2], obstacle: $0[3])
        }
    }

    /// Returns the state of a blob in the place, or `nil` if it has none. Runs a single statement.
    package func placement(ofBytes sha256: BlobDigest) throws -> PlacementRecord? {
        try placements(where: "sha256 = ?", [sha256]).first
    }

    /// Returns whether the place has a blob whose bytes there were verified. Runs a single statement.
    package func isPlaced(bytes sha256: BlobDigest) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM placement WHERE sha256 = ? AND state = 2)"),
            arguments: [sha256]) ?? false
    }

    /// Returns blobs in one state that a row names, in the order of upload after a row identifier.
    package func placements(
        in state: PlacementRecord.State, after row: Int64 = 0, limit: Int
    ) throws -> [PlacementRecord] {
        try placements(
            where: "state = ? AND id > ? AND \(Self.isNamed) ORDER BY id LIMIT ?", [state.rawValue, row, limit])
    }

    /// Returns failing blobs that a row names and whose next attempt is due, the earliest first.
    package func failingPlacements(dueAt date: Date, limit: Int) throws -> [PlacementRecord] {
        try placements(
            where: """
                state = 3 AND nextAttemptDate <= ? AND \(Self.isNamed) ORDER BY nextAttemptDate LIMIT ?
                """, [date.stored, limit])
    }

    /// Returns when the next attempt for a failing blob is due, or `nil` if no blob waits for one.
    package func nextPlacementAttempt() throws -> Date? {
        let date = try Double.fetchOne(
            try database.cachedStatement(
                sql: "SELECT min(nextAttemptDate) FROM placement WHERE state = 3 AND nextAttemptDate IS NOT NULL"))
        return date.map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Returns stored blobs that a row names and whose bytes in the place were last verified before a date, the longest
    /// ago first.
    package func placementsVerified(before date: Date, limit: Int) throws -> [PlacementRecord] {
        try placements(
            where: "state = 2 AND verifiedDate < ? AND \(Self.isNamed) ORDER BY verifiedDate LIMIT ?",
            [date.stored, limit])
    }

    /// Returns the size of the stored blobs whose bytes in the place were last verified before a date.
    package func placementSize(verifiedBefore date: Date) throws -> Int64 {
        try Int64.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT coalesce(sum(fileSize), 0) FROM placement
                    WHERE state = 2 AND verifiedDate < ? AND \(Self.isNamed)
                    """),
            arguments: [date.stored]) ?? 0
    }

    /// Returns stored blobs that the place may have lost.
    package func placementsToCheck(limit: Int) throws -> [PlacementRecord] {
        try placements(where: "needsCheck = 1 AND state = 2 ORDER BY id LIMIT ?", [limit])
    }

    /// Returns the number of failing blobs that a row names.
    ///
    /// - Complexity: O(*n*) for *n* failing blobs.
    package func failingPlacementCount() throws -> Int {
        try Int.fetchOne(
            try database.cachedStatement(
                sql: "SELECT count(*) FROM placement WHERE state = 3 AND \(Self.isNamed)")) ?? 0
    }

    /// Returns blobs that may have lost their last resource.
    package func doubtedPlacements(after row: Int64, limit: Int) throws -> [PlacementRecord] {
        try placements(where: "isDoubted = 1 AND id > ? ORDER BY id LIMIT ?", [row, limit])
    }

    /// Returns blobs that no row has named since a date or longer.
    package func placementsUnnamed(since date: Date, limit: Int) throws -> [PlacementRecord] {
        try placements(where: "unnamedDate <= ? ORDER BY unnamedDate LIMIT ?", [date.stored, limit])
    }

    /// Returns the digests of the pieces of a stored blob, one after another.
    package func pieces(ofPlacement identifier: Int64) throws -> Data? {
        try Data.fetchOne(
            try database.cachedStatement(sql: "SELECT digests FROM placementPieces WHERE placementId = ?"),
            arguments: [identifier])
    }

    /// Returns the number and size of the blobs in the place that no row names.
    ///
    /// - Complexity: O(*n*) for *n* blobs.
    package func unnamedPlacementTotal() throws -> PlacementTotal {
        let row = try Row.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT count(*), coalesce(sum(fileSize), 0) FROM placement
                    WHERE state IN (2, 4) AND NOT \(Self.isNamed)
                    """))
        return row.map { PlacementTotal(count: $0[0], sizeInBytes: $0[1]) } ?? PlacementTotal()
    }

    /// Returns the number and size of the blobs in each state that a row names.
    ///
    /// - Complexity: O(*n*) for *n* blobs.
    package func placementTotals() throws -> [PlacementRecord.State: PlacementTotal] {
        var totals: [PlacementRecord.State: PlacementTotal] = [:]
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: "SELECT state, count(*), sum(fileSize) FROM placement WHERE \(Self.isNamed) GROUP BY state"))
        for row in rows {
            guard let state = PlacementRecord.State(rawValue: row[0]) else { continue }
            totals[state] = PlacementTotal(count: row[1], sizeInBytes: row[2])
        }
        return totals
    }

    /// The files within an original that the place doesn't have as objects of their own.
    private static func unstoredParts(of digest: String) -> String {
        """
        SELECT 1 FROM resource AS part WHERE part.containerSha256 = \(digest) AND NOT EXISTS (
            SELECT 1 FROM placement AS stored WHERE stored.sha256 = part.sha256 AND stored.state = 2)
        """
    }

    /// Returns whether an original contains a file that the place doesn't have as an object of its own, such as the video
    /// of a motion photo. It must not leave this machine then.
    package func hasUnstoredParts(ofBytes digest: BlobDigest) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (\(Self.unstoredParts(of: "?")))"), arguments: [digest])
            ?? false
    }

    /// Returns the originals of assets that can leave this machine, in pages in the order of their row identifiers:
    /// their bytes in the place are verified, and an asset names them. Adjustment data never leaves.
    package func evictableOriginals(after row: Int64, limit: Int) throws -> [EvictableOriginal] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT placement.id, placement.sha256, placement.fileSize,
                        max(asset.isFavorite), max(coalesce(asset.creationDate, asset.addedDate)), max(asset.addedDate)
                    FROM placement
                    JOIN resource ON resource.sha256 = placement.sha256
                    JOIN asset ON asset.id = resource.assetId
                    WHERE placement.state = 2 AND placement.id > ?1
                        AND NOT EXISTS (\(Self.unstoredParts(of: "placement.sha256")))
                    GROUP BY placement.id
                    HAVING max(resource.type = ?2) = 0
                    ORDER BY placement.id LIMIT ?3
                    """),
            arguments: [row, ResourceType.adjustmentData.rawValue, limit]
        ).map { row in
            EvictableOriginal(
                id: row[0], sha256: try row.decode(atIndex: 1), fileSize: row[2], isFavorite: row[3],
                creationDate: Date(timeIntervalSinceReferenceDate: row[4]),
                addedDate: Date(timeIntervalSinceReferenceDate: row[5]))
        }
    }

    private func placements(where condition: String, _ arguments: StatementArguments) throws -> [PlacementRecord] {
        try database.cachedStatement(
            sql: "SELECT \(PlacementRecord.table.selection) FROM placement WHERE \(condition)"
        ).records(arguments: arguments)
    }
}
