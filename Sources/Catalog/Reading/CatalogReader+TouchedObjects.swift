package import Foundation
import GRDB
package import Records

/// The effects of changes on single objects, as far as the scope includes them.
extension CatalogReader {
    /// Returns the effects of these changes on albums and folders.
    ///
    /// For a client with limited access, leaves out other collections, and changes of members that the client didn't
    /// see. A collection that the client no longer sees counts as deleted.
    ///
    /// - Complexity: O(*c*) for *c* rows of the changes. For a client with limited access, O(*c* log *n*) for *n*
    ///   choices.
    package func collectionsTouched(
        by changes: ClosedRange<Int64>, scope: AssetQuery.Scope
    ) throws -> TouchedCollections {
        switch scope {
        case .nothing, .chosen: return TouchedCollections()
        case .everything: return try collectionsTouched(by: changes, client: nil)
        case .granted(let client):
            var touched = try collectionsTouched(by: changes, client: client)
            try noteVisibility(in: changes, client, &touched)
            return touched
        }
    }

    /// - Parameter client: The client with limited access, or `nil` for all collections.
    private func collectionsTouched(by changes: ClosedRange<Int64>, client: String?) throws -> TouchedCollections {
        var touched = TouchedCollections()
        let bounds: StatementArguments = [client ?? "", changes.lowerBound, changes.upperBound]
        let isInRange = "BETWEEN ?2 AND ?3"
        func restriction(_ term: String) -> String { client == nil ? "" : "AND \(term)" }
        func concerns(_ asset: String) -> String { restriction(GrantTerms.concerns(asset, since: ">= ?2")) }
        try database.cachedStatement(
            sql: """
                SELECT min(uuid), count(DISTINCT title) > 1 OR count(DISTINCT modificationDate) > 1 FROM collectionImage
                WHERE changeId \(isInRange) \(restriction(Self.wasVisible("collectionImage.id"))) GROUP BY id
                """
        ).forEachRow(arguments: bounds) { row in
            touched.areRearranged = true
            if row.bool(1) { touched.changed.insert(row.text(0)) }
        }
        try database.cachedStatement(
            sql: """
                SELECT uuid FROM collectionImage AS old WHERE changeId \(isInRange) AND isAfter = 0 AND NOT EXISTS (
                    SELECT 1 FROM collectionImage AS new
                    WHERE new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1)
                \(restriction(Self.wasVisible("old.id")))
                """
        ).forEachRow(arguments: bounds) { touched.deleted.insert($0.text(0)) }
        // Albums whose members were added, removed or moved, and albums with a member whose visibility or date changed.
        let ranges =
            client == nil
            ? "SELECT collectionId FROM albumMemberRange WHERE changeId \(isInRange)"
            : """
            SELECT collectionId FROM albumMemberRange AS run WHERE changeId \(isInRange)
                AND EXISTS (SELECT 1 FROM grants WHERE client = ?1
                    AND assetId BETWEEN run.firstAssetId AND run.lastAssetId)
            """
        try database.cachedStatement(
            sql: """
                SELECT uuid FROM collection WHERE id IN (
                    SELECT collectionId FROM albumMemberImage AS image
                        WHERE changeId \(isInRange) \(concerns("image.assetId"))
                    UNION \(ranges)
                    UNION SELECT member.collectionId FROM assetImage AS old
                        CROSS JOIN albumMember AS member ON member.assetId = old.id
                        LEFT JOIN assetImage AS new
                            ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
                        WHERE old.changeId \(isInRange) AND old.isAfter = 0 \(concerns("old.id"))
                            AND (old.isShown IS NOT new.isShown OR old.creationDate IS NOT new.creationDate))
                """
        ).forEachRow(arguments: bounds) { touched.changed.insert($0.text(0)) }
        return touched
    }

    /// Adds the albums that contain assets chosen or deselected by the changes, and the collections that appeared or
    /// disappeared with them.
    private func noteVisibility(
        in changes: ClosedRange<Int64>, _ client: String, _ touched: inout TouchedCollections
    ) throws {
        let bounds: StatementArguments = [client, changes.lowerBound, changes.upperBound]
        try database.cachedStatement(
            sql: """
                SELECT uuid FROM collection WHERE id IN (
                    SELECT collectionId FROM grantImage AS choice
                        CROSS JOIN albumMember ON albumMember.assetId = choice.assetId
                        WHERE choice.changeId BETWEEN ?2 AND ?3 AND +choice.client = ?1)
                """
        ).forEachRow(arguments: bounds) { touched.changed.insert($0.text(0)) }
        try database.cachedStatement(
            sql: """
                SELECT uuid, isVisible FROM visibilityImage WHERE changeId BETWEEN ?2 AND ?3 AND +client = ?1
                """
        ).forEachRow(arguments: bounds) { row in
            touched.areRearranged = true
            if !row.bool(1) { touched.deleted.insert(row.text(0)) }
        }
    }

    /// Whether a client saw the collection at the end of the changes or at some time in them.
    private static func wasVisible(_ collection: String) -> String {
        """
        (\(GrantTerms.isVisible(collection, unlessChangedBy: "> ?3"))
            OR EXISTS (SELECT 1 FROM visibilityImage AS own WHERE own.client = ?1
                AND own.collectionId = \(collection) AND own.changeId BETWEEN ?2 AND ?3))
        """
    }

    /// Returns whether a later change affects moments: an asset was added, shown or hidden, or has another date or
    /// location. For a client with limited access, only its chosen assets count, and each choice counts.
    package func momentsMayDiffer(after version: Int64, scope: AssetQuery.Scope) throws -> Bool {
        var client: String?
        switch scope {
        case .nothing: return false
        case .everything, .chosen: break
        case .granted(let name): client = name
        }
        let created =
            client == nil
            ? "SELECT 1 FROM createdRange WHERE changeId > ?2"
            : """
            SELECT 1 FROM grantImage WHERE changeId > ?2 AND +client = ?1
            """
        let concerns = client == nil ? "" : "AND \(GrantTerms.concerns("old.id", since: "> ?2"))"
        return try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT EXISTS (\(created)) OR EXISTS (
                        SELECT 1 FROM assetImage AS old
                        LEFT JOIN assetImage AS new
                            ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
                        WHERE old.changeId > ?2 AND old.isAfter = 0 AND \(Self.changesMoments) \(concerns))
                    """),
            arguments: [client ?? "", version]) ?? true
    }

    /// Whether two images of an asset, before and after a change, belong to moments in different ways.
    private static let changesMoments = """
        (old.isShown IS NOT new.isShown OR old.creationDate IS NOT new.creationDate
            OR old.utcOffset IS NOT new.utcOffset
            OR old.latitude IS NOT new.latitude OR old.longitude IS NOT new.longitude)
        """

    /// Returns the dates, before and after, of the assets through which moments may differ from those at a version.
    ///
    /// - Parameter limit: The most dates.
    /// - Returns: The dates in ascending order, starting with `nil` for assets without one. `nil` if there are more.
    /// - Complexity: O(*c* log *c*) for *c* rows of the changes.
    package func momentDates(after version: Int64, limit: Int) throws -> [Date?]? {
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    WITH difference AS (
                        SELECT old.creationDate AS before, new.creationDate AS after, new.id AS remaining
                        FROM assetImage AS old
                        LEFT JOIN assetImage AS new
                            ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
                        WHERE old.changeId > ?1 AND old.isAfter = 0 AND \(Self.changesMoments))
                    SELECT creationDate FROM createdRange AS run
                        CROSS JOIN asset ON asset.id BETWEEN run.firstAssetId AND run.lastAssetId
                        WHERE run.changeId > ?1
                    UNION SELECT before FROM difference
                    UNION SELECT after FROM difference WHERE remaining IS NOT NULL
                    ORDER BY 1 LIMIT ?2
                    """),
            arguments: [version, limit + 1])
        var dates: [Date?] = []
        while let row = try rows.next() { dates.append(Date(stored: row[0])) }
        return dates.count > limit ? nil : dates
    }

    /// Returns the effects of these changes on an asset that existed before. Returns `nil` if they didn't affect it.
    ///
    /// A client with limited access is affected only if it saw the asset before or after the changes.
    ///
    /// - Complexity: O(*c*) for *c* rows of the changes.
    package func assetTouched(
        _ identifier: Int64, by changes: ClosedRange<Int64>, scope: AssetQuery.Scope = .everything
    ) throws -> TouchedAsset? {
        var isChoice = false
        if case .granted(let client) = scope {
            let row = try Row.fetchOne(
                try database.cachedStatement(
                    sql: """
                        SELECT \(GrantTerms.isChosen("?4", unlessChangedBy: ">= ?2")),
                            \(GrantTerms.isChosen("?4", unlessChangedBy: "> ?3"))
                        """), arguments: [client, changes.lowerBound, changes.upperBound, identifier])
            guard let row else { return nil }
            let (wasChosen, isChosen): (Bool, Bool) = (row[0], row[1])
            guard wasChosen || isChosen else { return nil }
            isChoice = wasChosen != isChosen
        }
        let arguments: StatementArguments = [changes.lowerBound, changes.upperBound, identifier]
        let wasTrashed = try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT trashedDate IS NOT NULL FROM assetImage
                    WHERE changeId BETWEEN ? AND ? AND id = ? AND isAfter = 0 ORDER BY changeId LIMIT 1
                    """), arguments: arguments)
        guard let wasTrashed = try wasTrashed ?? (isChoice ? isTrashed(identifier) : nil) else { return nil }
        let contentChanged = try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM contentChange WHERE changeId BETWEEN ? AND ? AND assetId = ?)"),
            arguments: arguments)
        return TouchedAsset(wasTrashed: wasTrashed, contentChanged: contentChanged ?? false)
    }

    private func isTrashed(_ identifier: Int64) throws -> Bool? {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT trashedDate IS NOT NULL FROM asset WHERE id = ?"),
            arguments: [identifier])
    }
}
