package import Foundation
import GRDB
package import Records

/// Changes of placements. They aren't history, and observers don't receive them.
extension CatalogMaintenance {
    package var reader: CatalogReader { CatalogReader(database: database) }

    /// Connects the library to a place. From now on, new resources are scheduled for upload.
    package func setPlace(_ place: PlaceRecord) throws {
        try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO place (id, address, date, isDurable, obstacle) VALUES (1, ?, ?, ?, ?)"
        ).execute(arguments: [place.address, place.date.stored, place.isDurable, place.obstacle])
    }

    /// Refuses further changes of the library, because another copy of it owns the place with an address. Without a reason, accepts
    /// them again.
    package func refuseChanges(at address: String, because obstacle: String?) throws {
        try database.cachedStatement(sql: "UPDATE place SET obstacle = ? WHERE address = ?")
            .execute(arguments: [obstacle, address])
    }

    /// Forgets the place and the state of each blob in it.
    package func removePlace() throws {
        try database.execute(sql: "DELETE FROM placement")
        try database.execute(sql: "DELETE FROM place")
    }

    /// Schedules the upload of resources that have no placement, in pages in the order of their row identifiers.
    ///
    /// - Returns: The last row identifier of the page, or `nil` after the last page.
    package func schedulePlacements(after row: Int64, limit: Int) throws -> Int64? {
        let last = try Int64.fetchOne(
            try database.cachedStatement(
                sql: "SELECT max(id) FROM (SELECT id FROM resource WHERE id > ? ORDER BY id LIMIT ?)"),
            arguments: [row, limit])
        guard let last else { return nil }
        try database.cachedStatement(
            sql: """
                INSERT INTO placement (sha256, fileSize)
                SELECT sha256, fileSize FROM resource WHERE id > ? AND id <= ? ORDER BY id
                ON CONFLICT (sha256) DO NOTHING
                """
        ).execute(arguments: [row, last])
        return last
    }

    /// Changes a placement if it still has a state in which the change is valid.
    ///
    /// - Returns: Whether it had.
    @discardableResult
    package func update(
        _ placement: PlacementRecord, from states: Set<PlacementRecord.State>, pieces: Data? = nil
    ) throws -> Bool {
        let present = try reader.placement(ofBytes: placement.sha256)
        guard let present, present.id == placement.id, states.contains(present.state) else { return false }
        var changed = placement
        // Another transaction may have doubted it since it was read.
        (changed.isDoubted, changed.unnamedDate) = (present.isDoubted, present.unnamedDate)
        try database.cachedStatement(sql: PlacementRecord.table.update)
            .execute(arguments: changed.arguments() + [placement.id])
        if let pieces {
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO placementPieces (placementId, digests) VALUES (?, ?)"
            ).execute(arguments: [placement.id, pieces])
        }
        return true
    }

    /// Makes the next attempt of all failing blobs due, also of refused ones.
    ///
    /// - Complexity: O(*n*) for *n* failing blobs.
    package func retryFailing(at date: Date) throws {
        try database.cachedStatement(sql: "UPDATE placement SET nextAttemptDate = ? WHERE state = 3")
            .execute(arguments: [date.stored])
    }

    /// Notes that the place may have lost each stored blob.
    ///
    /// - Complexity: O(*n*) for *n* stored blobs.
    package func doubtStored() throws {
        try database.execute(sql: "UPDATE placement SET needsCheck = 1, readDate = NULL WHERE state = 2")
    }

    /// Looks whether a row still names a doubted blob, and notes since when none does.
    package func settleDoubt(about placement: PlacementRecord, at date: Date) throws {
        let isNamed = try reader.refers(toBytes: placement.sha256)
        try database.cachedStatement(
            sql: """
                UPDATE placement SET isDoubted = 0,
                    unnamedDate = CASE WHEN ?1 THEN NULL ELSE coalesce(unnamedDate, ?2) END,
                    firstFailureDate = CASE WHEN ?1 AND state = 4 THEN NULL ELSE firstFailureDate END,
                    state = CASE WHEN ?1 AND state = 4 THEN 0 ELSE state END
                WHERE id = ?3
                """
        ).execute(arguments: [isNamed, date.stored, placement.id])
    }

    /// Makes a blob leave the place, unless a row names it again.
    ///
    /// - Returns: Whether it leaves.
    package func beginLeaving(_ placement: PlacementRecord) throws -> Bool {
        guard try !reader.refers(toBytes: placement.sha256) else {
            try settleDoubt(about: placement, at: .distantPast)
            return false
        }
        try database.cachedStatement(sql: "UPDATE placement SET state = 4 WHERE id = ?")
            .execute(arguments: [placement.id])
        return true
    }

    /// Forgets a blob that has left the place. Schedules its upload if a row names it again.
    package func endLeaving(_ placement: PlacementRecord) throws {
        try database.cachedStatement(sql: "DELETE FROM placement WHERE id = ? AND state = 4")
            .execute(arguments: [placement.id])
        guard database.changesCount > 0, try reader.refers(toBytes: placement.sha256) else { return }
        try database.cachedStatement(sql: "INSERT INTO placement (sha256, fileSize) VALUES (?, ?)")
            .execute(arguments: [placement.sha256, placement.fileSize])
    }
}
