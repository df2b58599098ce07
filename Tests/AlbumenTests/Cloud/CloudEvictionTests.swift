import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct CloudEvictionTests {
    private let fixture: CloudFixture

    init() throws {
        fixture = try CloudFixture(photos: 4)
        try fixture.connect()
        try fixture.sync()
        // No photo is new any more.
        fixture.clock.advance(days: 40)
    }

    /// Sets when an original was used last.
    private func use(_ digest: BlobDigest, daysAgo: Double) throws {
        var times = [timespec(), timespec()]
        for index in times.indices { times[index].tv_sec = Int(Date().timeIntervalSince1970 - daysAgo * 86_400) }
        let path = fixture.library.blobs.fileURL(of: digest).path(percentEncoded: false)
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    @Test func `the least recently used originals leave first, and favorites last`() throws {
        let digests = try fixture.digests()
        for (digest, days) in zip(digests, [3.0, 9, 1, 30]) { try use(digest, daysAgo: days) }
        let sizes = try fixture.resources().map(\.fileSize)
        let favorite = try fixture.library.catalog.read { reader in
            let row = try #require(try reader.resource(sha256: digests[3])).assetID
            return try #require(try reader.assets(withIdentifiers: [row])[row]).uuid
        }
        try fixture.temporary.commit(.setFavorite(true, assetUUID: favorite))
        #expect(try fixture.evict(keeping: sizes.reduce(0, +)).evicted == 0)
        #expect(try fixture.evict(keeping: sizes[2] + sizes[3]).evicted == 2)
        #expect(try fixture.here() == [digests[2], digests[3]])
        #expect(try fixture.evict(keeping: sizes[3]).evicted == 1)
        #expect(try fixture.here() == [digests[3]])
        let last = try fixture.evict(keeping: 0)
        #expect(last.evicted == 1 && last.remainingBytes == 0)
        #expect(try fixture.here().isEmpty)
    }

    @Test func `thumbnails stay, and missing ones are made before`() throws {
        try fixture.library.removeDerivatives()
        try fixture.evict()
        for digest in try fixture.digests() {
            #expect(try fixture.library.owner.storedPicture(.thumbnail, of: digest) != nil)
        }
    }

    @Test func `an original that isn't verified in the place stays`() throws {
        try fixture.add(4..<5)
        let new = try #require(try fixture.digests().last)
        try fixture.evict()
        #expect(try fixture.here() == [new])
    }

    @Test func `an original that the place has lost stays, and is uploaded again`() throws {
        let lost = try fixture.digests()[1]
        try FileManager.default.removeItem(at: fixture.object(lost))
        let summary = try fixture.evict()
        #expect(summary.evicted == 3 && summary.lost == 1)
        #expect(try fixture.here() == [lost])
        #expect(try fixture.placement(lost)?.state == .waiting)
        #expect(try fixture.sync().stored == 1)
        #expect(fixture.isInPlace(lost))
    }

    @Test func `an original whose object has rotted stays, and is uploaded again`() throws {
        let rotten = try fixture.digests()[1]
        try fixture.damageObject(rotten)
        let summary = try fixture.evict()
        #expect(summary.evicted == 3 && summary.lost == 1)
        #expect(try fixture.here() == [rotten])
        #expect(try fixture.sync().stored == 1)
        #expect(try fixture.evict().evicted == 1)
        try fixture.download()
        #expect(try fixture.here().count == 4)
    }

    @Test func `bytes that were read a short time ago aren't read again`() throws {
        let start = fixture.clock.now
        _ = try CloudVerification(of: fixture.library, fixture.cancellation).run(since: start)
        let digests = try fixture.digests()
        for digest in digests { #expect(try fixture.placement(digest)?.readDate == start) }
        // A file that can't be read, although it's there.
        let path = fixture.object(digests[0]).path(percentEncoded: false)
        let data = try Data(contentsOf: fixture.object(digests[0]))
        try FileManager.default.removeItem(atPath: path)
        try Data(data.reversed()).write(to: fixture.object(digests[0]))
        fixture.clock.advance(days: 0.9)
        let sizes = try fixture.resources().map(\.fileSize)
        for digest in digests { try use(digest, daysAgo: digest == digests[0] ? 9 : 1) }
        #expect(try fixture.evict(keeping: sizes[1...].reduce(0, +)).evicted == 1, "Its size is right.")
        fixture.clock.advance(days: 0.2)
        try fixture.damageObject(digests[1])
        let summary = try fixture.evict()
        #expect(summary.evicted == 2 && summary.lost == 1)
        #expect(try fixture.here() == [digests[1]])
    }

    @Test func `a store that confirms uploads and keeps other bytes gets no last copy`() throws {
        let store = StandInBlobStore()
        let liar = try CloudFixture(photos: 2, store: store, settings: CloudSettings(address: store.address))
        try liar.settings.write(inLibrary: liar.library.folder)
        try liar.library.schedule(store.address)
        try PlaceMark.claim(
            store, library: liar.library.placeIdentifier(), copy: liar.library.placeCopy, liar.cancellation)
        try liar.sync()
        liar.clock.advance(days: 40)
        store.behaviour = .deliversOthers
        let summary = try liar.evict()
        #expect(summary.evicted == 0 && summary.lost == 2)
        #expect(try liar.here().count == 2)
    }

    @Test func `nothing leaves for a place that isn't this library's any more`() throws {
        let copy = try TemporaryLibrary(copying: fixture.temporary)
        try copy.library.connect(fixture.settings, takingOver: true, fixture.cancellation)
        #expect(throws: RemoteBlobError.self) { try fixture.evict() }
        #expect(try fixture.here().count == 4)
    }

    @Test func `damage in the place is found, and mended from this machine`() throws {
        let digests = try fixture.digests()
        try fixture.damageObject(digests[0])
        try FileManager.default.removeItem(at: fixture.object(digests[1]))
        try fixture.library.blobs.remove(digests[2])
        try fixture.damageObject(digests[2])
        var findings: [CloudVerification.Finding] = []
        let verification = try CloudVerification(of: fixture.library, fixture.cancellation)
        let summary = try verification.run(since: fixture.clock.now, report: { findings.append($0) })
        #expect(summary.verified == 1 && summary.mended == 2 && summary.lost == 1 && summary.isComplete)
        #expect(findings.contains(.mended(digests[0], wasDamaged: true)))
        #expect(findings.contains(.mended(digests[1], wasDamaged: false)))
        #expect(findings.contains(.lost(digests[2], wasDamaged: true)))
        #expect(try fixture.sync().stored == 2)
        let (verified, faults) = try fixture.verification()
        #expect(verified.faults == 1)
        guard case .missing(let missing, _, _) = try #require(faults.first) else {
            Issue.record("\(faults)")
            return
        }
        #expect(missing == digests[2])
        for end in [nil, fixture.clock.now] as [Date?] {
            fixture.clock.advance(days: 1)
            findings = []
            let again = try verification.run(since: fixture.clock.now, until: end, report: { findings.append($0) })
            #expect(again.verified == (end == nil ? 3 : 0) && again.lost == 1, "It's lost in each run.")
            #expect(findings.count == 1)
        }
        let status = try fixture.library.cloudStatus()
        #expect(status.lost.count == 1 && status.lostExamples.map(\.sha256) == [digests[2]])
        #expect(status.failing.isEmpty)
        try fixture.purge(digests[2])
        #expect(try verification.run(since: fixture.clock.now).lost == 0, "The user has deleted it.")
        #expect(try fixture.library.cloudStatus().lost.count == 0)
    }

    @Test func `a verification with a budget is continued by the next one`() throws {
        let start = fixture.clock.now
        let verification = try CloudVerification(of: fixture.library, fixture.cancellation)
        let none = try verification.run(since: start, until: start)
        #expect(none.verified == 0 && !none.isComplete)
        fixture.clock.advance(days: 1)
        var total: Int64 = 0
        let all = try verification.run(since: start + 1, progress: { _, size in total = size })
        #expect(all.verified == 4 && all.isComplete)
        #expect(try total == fixture.resources().reduce(0) { $0 + $1.fileSize })
        #expect(try verification.run(since: start + 1).verified == 0, "The next run has nothing to do.")
    }

    @Test func `an archive has originals that are only in the place, and doesn't keep them here`() throws {
        let fixture = try CloudFixture(photos: 2)
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        try #require(try fixture.here().isEmpty)
        let owner = fixture.library.owner
        let rows = try owner.assetIdentifiers(AssetFetch())
        let uuids = try fixture.library.catalog.read { try $0.assets(withIdentifiers: rows).values.map(\.uuid) }
        let archive = try DownloadArchive(of: uuids, in: owner)
        #expect(try archive.files.map { try archive.open($0).digest } == archive.files.map(\.digest))
        #expect(archive.files.count == 2)
        #expect(try fixture.here().isEmpty)
        // One that the place doesn't have is refused before the download begins.
        try fixture.add(2..<3)
        let lost = try #require(try fixture.digests().last)
        _ = try fixture.library.blobs.remove(lost)
        let all = try owner.assetIdentifiers(AssetFetch())
        let error = #expect(throws: LibraryError.self) {
            _ = try DownloadArchive(
                of: fixture.library.catalog.read { try $0.assets(withIdentifiers: all).values.map(\.uuid) }, in: owner)
        }
        #expect(error?.code == .missingBytes)
    }
}
