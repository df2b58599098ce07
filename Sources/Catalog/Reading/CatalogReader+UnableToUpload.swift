package import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// The time after which a failing upload makes its asset unable to upload, in seconds.
    package static let failureTolerance: TimeInterval = 86_400

    /// Returns the assets that have to join or leave the smart album “Unable to Upload”.
    ///
    /// - Parameters:
    ///   - hashes: The blobs whose state in the place changed, or `nil` for all blobs.
    ///   - date: The time at which a failing upload may be too old.
    /// - Complexity: O(*n*) for *n* blobs. For all blobs, *n* is the number of failing blobs and of the album's members.
    package func assetsWithStaleUploadState(ofBlobs hashes: [BlobDigest]?, at date: Date) throws -> Set<Int64> {
        let limit = (date - Self.failureTolerance).stored
        guard let hashes else {
            return try Int64.fetchSet(try database.cachedStatement(sql: Self.allStale), arguments: [limit])
        }
        var assets: Set<Int64> = []
        for hash in hashes {
            assets.formUnion(
                try Int64.fetchSet(try database.cachedStatement(sql: Self.staleOfBlob), arguments: [limit, hash]))
        }
        return assets
    }

    package func hasAssetsUnableToUpload() throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM asset WHERE isUnableToUpload = 1)")
        ) ?? false
    }

    /// Returns whether a failing upload has become too old between two dates.
    package func hasPlacementsBecomeUnableToUpload(after first: Date, through last: Date) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM placement WHERE firstFailureDate > ? AND firstFailureDate <= ?)"),
            arguments: [(first - Self.failureTolerance).stored, (last - Self.failureTolerance).stored]) ?? false
    }

    /// The condition that a blob is refused, or has been failing for too long. An upload that is tried again counts
    /// until it succeeds.
    private static let isUnable = """
        (placement.firstFailureDate IS NOT NULL AND (
            placement.state = 3 AND placement.nextAttemptDate IS NULL
            OR placement.state IN (1, 3) AND placement.firstFailureDate <= ?1))
        """

    private static let hasUnableResource = """
        EXISTS (
            SELECT 1 FROM resource CROSS JOIN placement ON placement.sha256 = resource.sha256
            WHERE resource.assetId = asset.id AND \(isUnable))
        """

    static let allStale = """
        SELECT asset.id FROM asset WHERE isUnableToUpload = 1 AND NOT \(hasUnableResource)
        UNION ALL
        SELECT asset.id FROM placement
            CROSS JOIN resource ON resource.sha256 = placement.sha256
            CROSS JOIN asset ON asset.id = resource.assetId
            WHERE \(isUnable) AND asset.isUnableToUpload = 0
        """

    static let staleOfBlob = """
        SELECT asset.id FROM resource CROSS JOIN asset ON asset.id = resource.assetId
        WHERE resource.sha256 = ?2 AND asset.isUnableToUpload <> \(hasUnableResource)
        """
}
