import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Which assets are in the smart album “Unable to Upload”, and that each change of it is a change of the library.
@Suite struct UnableToUploadTests {
    /// A library whose first photo is damaged, so that its upload is refused.
    private static func refusing(photos count: Int = 3) throws -> (CloudFixture, refused: BlobDigest) {
        let fixture = try CloudFixture(photos: count)
        let digest = try fixture.digests()[0]
        let path = fixture.library.blobs.fileURL(of: digest).path(percentEncoded: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        var data = try #require(FileManager.default.contents(atPath: path))
        data[data.count / 2] ^= 1
        try data.write(to: URL(fileURLWithPath: path))
        try fixture.connect()
        return (fixture, digest)
    }

    private static let album = AssetFetch.Membership.smartAlbum(SmartAlbum.withSubtype(.smartAlbumUnableToUpload)!)

    private func members(_ fixture: CloudFixture, includesHidden: Bool = false) throws -> [Int64] {
        var fetch = AssetFetch()
        fetch.membership = Self.album
        fetch.includesHidden = includesHidden
        return try fixture.library.owner.assetIdentifiers(fetch)
    }

    private func count(_ fixture: CloudFixture) throws -> Int? {
        try SmartAlbum.counts(in: fixture.library.owner).first { $0.album.subtype == .smartAlbumUnableToUpload }?.count
    }

    private func latestChange(_ fixture: CloudFixture) throws -> Int64 {
        try fixture.library.catalog.read { try $0.latestChange() }
    }

    private func asset(_ fixture: CloudFixture, _ digest: BlobDigest) throws -> AssetRecord {
        try #require(try fixture.library.catalog.read { try $0.assetOfResource(sha256: digest) })
    }

    @Test func `a refused photo joins with one numbered change`() throws {
        let (fixture, refused) = try Self.refusing()
        let before = try latestChange(fixture)
        #expect(try count(fixture) == 0)
        #expect(try fixture.sync().failed == 1)
        let asset = try asset(fixture, refused)
        #expect(try members(fixture) == [asset.id])
        #expect(try count(fixture) == 1)
        #expect(try latestChange(fixture) == before + 1)
        let changes = try fixture.library.catalog.read { try $0.assetsChanged(after: before) }
        #expect(changes == [asset.id])
        try fixture.sync()
        #expect(try latestChange(fixture) == before + 1, "Nothing changed in the second run.")
    }

    @Test func `a failing photo joins after a day, and leaves when it's uploaded`() throws {
        let fixture = try CloudFixture()
        let digest = try fixture.digests()[1]
        try fixture.connect()
        let before = try latestChange(fixture)
        try fixture.failUpload(of: digest)
        try fixture.sync()
        fixture.clock.advance(days: 0.9)
        #expect(try fixture.sync().postponed == 1)
        #expect(try members(fixture).isEmpty)
        #expect(try latestChange(fixture) == before)
        // The original isn't due yet, so this run tries nothing.
        fixture.clock.advance(days: 0.1001)
        try fixture.setNextAttempt(of: digest, in: 3600)
        #expect(try fixture.sync().failed == 0)
        #expect(try members(fixture) == [asset(fixture, digest).id])
        #expect(try latestChange(fixture) == before + 1)
        let restored = try latestChange(fixture)
        fixture.clock.advance(days: 3)
        #expect(try fixture.sync().stored == 1)
        #expect(try members(fixture).isEmpty)
        #expect(try latestChange(fixture) == restored + 1)
        #expect(try !asset(fixture, digest).isUnableToUpload)
    }

    @Test func `a place that can't be used doesn't keep an old failure from being noted`() throws {
        let fixture = try CloudFixture(photos: 2)
        let digest = try fixture.digests()[0]
        try fixture.library.blobs.remove(digest)
        try fixture.connect()
        try fixture.sync()
        fixture.clock.advance(days: 2)
        try FileManager.default.removeItem(at: fixture.place.url)
        #expect(throws: RemoteBlobError.self) { try fixture.sync() }
        #expect(try members(fixture) == [asset(fixture, digest).id])
    }

    @Test func `all photos leave when the library is disconnected`() throws {
        let (fixture, refused) = try Self.refusing()
        try fixture.sync()
        #expect(try members(fixture).count == 1)
        let before = try latestChange(fixture)
        try fixture.library.disconnect()
        #expect(try members(fixture).isEmpty)
        #expect(try latestChange(fixture) == before + 1)
        // The next place refuses it too.
        try fixture.connect(takingOver: true)
        try fixture.sync()
        #expect(try members(fixture) == [asset(fixture, refused).id])
    }

    @Test func `a photo that is deleted permanently leaves, also after the place forgets its bytes`() throws {
        let (fixture, refused) = try Self.refusing()
        try fixture.sync()
        try fixture.purge(refused)
        #expect(try members(fixture).isEmpty)
        #expect(try count(fixture) == 0)
        let before = try latestChange(fixture)
        try fixture.sync()
        fixture.clock.advance(days: 38)
        try fixture.sync()
        #expect(try fixture.placement(refused) == nil)
        #expect(try latestChange(fixture) == before)
        #expect(try fixture.library.catalog.read { try $0.structuralFaults() } == [])
    }

    @Test func `hidden and deleted photos aren't members, as in other smart albums`() throws {
        let (fixture, refused) = try Self.refusing()
        try fixture.sync()
        let asset = try asset(fixture, refused)
        try fixture.temporary.commit(.setHidden(true, assetUUID: asset.uuid))
        #expect(try members(fixture).isEmpty)
        #expect(try count(fixture) == 0)
        #expect(try members(fixture, includesHidden: true) == [asset.id])
        try fixture.temporary.commit(.setHidden(false, assetUUID: asset.uuid), .trash(assetUUID: asset.uuid))
        #expect(try members(fixture, includesHidden: true).isEmpty)
        try fixture.temporary.commit(.restore(assetUUID: asset.uuid))
        #expect(try members(fixture) == [asset.id])
    }

    @Test func `a photo that is neither here nor in the place joins at once`() throws {
        let fixture = try CloudFixture(photos: 2)
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        let digest = try fixture.digests()[1]
        try fixture.damageObject(digest)
        fixture.clock.advance(days: 1)
        let verification = try CloudVerification(of: fixture.library, fixture.cancellation)
        let summary = try verification.run(since: fixture.clock.now)
        #expect(summary.lost == 1)
        #expect(try members(fixture) == [asset(fixture, digest).id])
        let never = try CloudFixture(photos: 2)
        let missing = try never.digests()[0]
        try never.library.blobs.remove(missing)
        try never.connect()
        #expect(try never.sync().failed == 1)
        #expect(try members(never) == [asset(never, missing).id])
    }

    @Test func `a snapshot of the album gains and loses the photo`() throws {
        let (fixture, refused) = try Self.refusing()
        var fetch = AssetFetch()
        fetch.membership = Self.album
        let empty = try fixture.library.owner.snapshot(fetch)
        try fixture.sync()
        let progress = try fixture.library.catalog.read { reader in
            try AssetSnapshotProgress(empty, date: fixture.clock.now, reader: reader).find()
        }
        guard case .changed(let joined, let change?) = progress else {
            Issue.record("No steps were told.")
            return
        }
        #expect(joined.identifiers.map(\.self) == [try asset(fixture, refused).id])
        #expect(change.inserted.count == 1)
    }
}

extension CloudFixture {
    /// Delays the next attempt to upload a failing original.
    /// Makes an upload fail now. It's tried again after two days.
    fileprivate func failUpload(of digest: BlobDigest) throws {
        var placement = try #require(try placement(digest))
        placement.state = .failing
        placement.firstFailureDate = clock.now
        placement.nextAttemptDate = clock.now + 2 * 86_400
        let failing = placement
        try library.catalog.maintain { try $0.update(failing, from: [.waiting]) }
    }

    fileprivate func setNextAttempt(of digest: BlobDigest, in seconds: TimeInterval) throws {
        var placement = try #require(try placement(digest))
        placement.nextAttemptDate = clock.now + seconds
        let delayed = placement
        try library.catalog.maintain { try $0.update(delayed, from: [.failing]) }
    }
}
