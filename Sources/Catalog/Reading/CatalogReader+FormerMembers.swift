import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// Returns the dates and the location of an album's visible members at a version of the library. Leaves out members
    /// that the scope excludes now.
    ///
    /// If the history doesn't go back to the version, uses the current members. The summary of a deleted album is
    /// empty, because its members leave no history.
    ///
    /// - Complexity: O(*m* + *c*) for *m* members and *c* changes since the version.
    package func memberSummary(
        ofAlbum album: Int64, at version: Int64, scope: AssetQuery.Scope
    ) throws -> MemberSummary {
        var arguments: StatementArguments = [album, version]
        var condition = "isShown = 1"
        switch scope {
        case .everything: break
        case .nothing: return MemberSummary()
        case .granted(let client):
            condition += " AND id IN (SELECT assetId FROM grants WHERE client = ?)"
            arguments += [client]
        case .chosen(let assets):
            condition += " AND id IN (SELECT value FROM json_each(?))"
            arguments += [JSONList.text(assets)]
        }
        let row = try Row.fetchOne(
            try database.cachedStatement(
                sql: """
                    \(Self.formerMembers), shown AS (SELECT * FROM former WHERE \(condition)),
                    placed AS (
                        SELECT latitude, longitude FROM shown WHERE latitude IS NOT NULL ORDER BY position, id LIMIT 1)
                    SELECT min(creationDate), max(creationDate), (SELECT latitude FROM placed),
                        (SELECT longitude FROM placed) FROM shown
                    """), arguments: arguments)
        guard let row else { return MemberSummary() }
        return MemberSummary(
            startDate: Date(stored: row[0]), endDate: Date(stored: row[1]), latitude: row[2], longitude: row[3])
    }

    /// Defines `former`, the members of album ?1 at version ?2 with their values at that version.
    ///
    /// An asset's earliest image after the version contains the asset's former values. If `min` is the only aggregate,
    /// SQLite takes the other columns from the row with the smallest value.
    private static let formerMembers = """
        WITH membership(assetId, wasMember, position, changeId) AS (
            SELECT assetId, isAfter = 0, position, min(changeId * 2 + isAfter) / 2 FROM albumMemberImage
            WHERE collectionId = ?1 AND changeId > ?2 GROUP BY assetId),
        member(assetId, position, changeId) AS (
            SELECT assetId, position, changeId FROM membership WHERE wasMember
            UNION ALL SELECT assetId, position, 9223372036854775807 FROM albumMember
                WHERE collectionId = ?1 AND assetId NOT IN (SELECT assetId FROM membership)),
        image AS (
            SELECT id, isShown, creationDate, latitude, longitude, min(changeId) AS changeId FROM assetImage
            WHERE changeId > ?2 AND isAfter = 0 AND id IN (SELECT assetId FROM member) GROUP BY id),
        former AS (
            SELECT member.assetId AS id, member.position,
                iif(image.id IS NULL, asset.isShown, image.isShown) AS isShown,
                iif(image.id IS NULL, asset.creationDate, image.creationDate) AS creationDate,
                iif(image.id IS NULL, asset.latitude, image.latitude) AS latitude,
                iif(image.id IS NULL, asset.longitude, image.longitude) AS longitude
            FROM member LEFT JOIN asset ON asset.id = member.assetId LEFT JOIN image ON image.id = member.assetId
            WHERE NOT EXISTS (
                SELECT 1 FROM albumMemberRange AS newer WHERE newer.collectionId = ?1 AND newer.changeId > ?2
                    AND newer.changeId <= member.changeId
                    AND member.assetId BETWEEN newer.firstAssetId AND newer.lastAssetId))
        """
}
