import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Migrating a catalog without the smart album “Unable to Upload” keeps its assets and its history.
@Suite struct UnableToUploadMigrationTests {
    @Test func `no asset of an earlier catalog is unable to upload until its originals are looked at`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "18 placements")
        let assets = [AssetRecord.sample(0), .sample(1)]
        try old.write { database in
            for asset in assets { try asset.insert(intoEarlier: database) }
            let columns = AssetRecord.filterableColumns.filter {
                !["isUnableToUpload", "originalChoice", "playbackVariation", "isVideoPlaybackOff"].contains($0)
            }
            .joined(separator: ", ")
            try database.execute(
                sql: """
                    INSERT INTO change (id, date, author) VALUES (1, 0, 'test');
                    INSERT INTO assetImage (changeId, id, isAfter, \(columns)) SELECT 1, id, 0, \(columns) FROM asset;
                    INSERT INTO resource (assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier,
                        pixelWidth, pixelHeight) VALUES (1, 1, zeroblob(32), 9, 'a.jpg', 'public.jpeg', 1, 1);
                    INSERT INTO placement (sha256, fileSize, state, firstFailureDate) VALUES (zeroblob(32), 9, 3, 0);
                    """)
        }
        try old.close()
        let catalog = try Catalog(at: file)
        let migrated = try catalog.read { try $0.assets(withIdentifiers: [1, 2]) }
        #expect([1, 2].map { migrated[$0]?.uuid } == assets.map(\.uuid))
        #expect(migrated.values.allSatisfy { !$0.isUnableToUpload })
        #expect(try catalog.read { try $0.assetsChanged(after: 0) } == [1, 2])
        #expect(try catalog.read { try !$0.hasAssetsUnableToUpload() })
        // The refused original was noted by the earlier version.
        try catalog.write(author: "test") { try $0.noteUploads(ofBlobs: nil) }
        #expect(try members(catalog) == [1])
        try catalog.close()
    }

    @Test func `an asset is unable to upload if a file is refused, or has been failing for a day`() throws {
        let temporary = try TemporaryCatalog()
        let assets = try temporary.add(5)
        let now = Date(timeIntervalSinceReferenceDate: 1_000_000)
        let day = CatalogReader.failureTolerance
        /// The state, the first failure and the next attempt of each asset's file.
        let states: [(PlacementRecord.State, failing: TimeInterval?, isRefused: Bool)] = [
            (.failing, failing: 1, isRefused: true), (.failing, failing: day, isRefused: false),
            (.failing, failing: day - 1, isRefused: false), (.uploading, failing: day, isRefused: false),
            (.waiting, failing: nil, isRefused: false),
        ]
        try temporary.catalog.write(author: "test", at: now) { transaction in
            for (asset, (state, age, isRefused)) in zip(assets, states) {
                let resource = ResourceRecord(
                    type: .photo, sha256: BlobDigest(repeating: UInt8(asset)), fileSize: 9,
                    originalFilename: "a", uniformTypeIdentifier: "public.jpeg", pixelWidth: 1, pixelHeight: 1)
                try transaction.insert(resource, intoAsset: asset)
                try transaction.database.execute(
                    sql: """
                        INSERT INTO placement (sha256, fileSize, state, firstFailureDate, nextAttemptDate)
                        VALUES (?, 9, ?, ?, ?)
                        """,
                    arguments: [
                        resource.sha256, state.rawValue, age.map { (now - $0).stored },
                        age == nil || isRefused ? nil : now.stored,
                    ])
            }
        }
        func stale(_ hashes: [BlobDigest]?, at date: Date) throws -> Set<Int64> {
            try temporary.catalog.read { try $0.assetsWithStaleUploadState(ofBlobs: hashes, at: date) }
        }
        let hashes = assets.map { BlobDigest(repeating: UInt8($0)) }
        let unable: Set<Int64> = [assets[0], assets[1], assets[3]]
        #expect(try stale(nil, at: now) == unable)
        #expect(try stale(hashes, at: now) == unable)
        #expect(try stale([hashes[1], hashes[4]], at: now) == [assets[1]])
        try temporary.catalog.write(author: "test", at: now) { try $0.noteUploads(ofBlobs: hashes) }
        #expect(try members(temporary.catalog) == unable)
        #expect(try stale(nil, at: now).isEmpty && stale(hashes, at: now).isEmpty)
        #expect(try stale(nil, at: now + 1) == [assets[2]], "A day has passed.")
        #expect(
            try temporary.catalog.read { reader in
                try reader.hasPlacementsBecomeUnableToUpload(after: now, through: now + 1)
                    && !reader.hasPlacementsBecomeUnableToUpload(after: now + 1, through: now + 60)
            })
        // An edit whose file is refused was removed.
        let file = try #require(try temporary.catalog.read { try $0.resources(ofAsset: assets[0]) }.first)
        try temporary.catalog.write(author: "test", at: now) { transaction in
            try transaction.delete(file)
            try transaction.noteUploads(ofBlobs: nil)
        }
        #expect(try members(temporary.catalog) == unable.subtracting([assets[0]]))
        let before = try temporary.catalog.read { try $0.latestChange() }
        try temporary.catalog.write(author: "test", at: now) { try $0.forgetUploads() }
        #expect(try members(temporary.catalog).isEmpty)
        #expect(try temporary.catalog.read { try $0.latestChange() } == before + 1)
        #expect(try temporary.catalog.read { try $0.assetsChanged(after: before) } == [assets[1], assets[3]])
    }

    private func members(_ catalog: Catalog) throws -> Set<Int64> {
        var query = AssetQuery()
        query.filter = .comparison(.column(.isUnableToUpload), .equal, .integer(1))
        return Set(try catalog.read { try $0.assetIdentifiers(matching: query) })
    }
}
