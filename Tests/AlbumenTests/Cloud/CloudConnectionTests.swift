import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct CloudConnectionTests {
    @Test func `a place belongs to one copy of one library`() throws {
        let fixture = try CloudFixture(photos: 1)
        try fixture.connect()
        try fixture.connect()
        let other = try CloudFixture(photos: 1)
        let stranger = #expect(throws: RemoteBlobError.self) {
            try other.library.connect(fixture.settings, other.cancellation)
        }
        #expect(stranger?.code == .occupied)
        #expect(try other.library.cloudSettings() == nil)
        let copy = try TemporaryLibrary(copying: fixture.temporary)
        let error = #expect(throws: RemoteBlobError.self) {
            try copy.library.connect(fixture.settings, fixture.cancellation)
        }
        #expect(error?.code == .occupied)
        try copy.library.connect(fixture.settings, takingOver: true, fixture.cancellation)
        let taken = #expect(throws: RemoteBlobError.self) { try fixture.sync() }
        #expect(taken?.code == .occupied)
    }

    @Test func `a library is connected to one place`() throws {
        let fixture = try CloudFixture(photos: 1)
        try fixture.connect()
        let second = try TemporaryFolder()
        let error = #expect(throws: CloudError.self) {
            try fixture.library.connect(CloudSettings(address: "dir:\(second.path)"), fixture.cancellation)
        }
        #expect(error?.code == .alreadyConnected)
    }

    @Test func `a library isn't disconnected while an original is only in the place`() throws {
        let fixture = try CloudFixture(photos: 2)
        #expect(throws: CloudError.notConnected) { try fixture.library.disconnect() }
        #expect(throws: CloudError.notConnected) { try fixture.library.cloudStatus() }
        #expect(throws: CloudError.notConnected) { try fixture.sync() }
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        let error = #expect(throws: CloudError.self) { try fixture.library.disconnect() }
        #expect(error?.code == .onlyInPlace)
        try fixture.download()
        try fixture.library.disconnect()
        #expect(try fixture.library.cloudSettings() == nil)
        #expect(throws: CloudError.notConnected) { try fixture.library.cloudStatus() }
        #expect(try fixture.digests().allSatisfy { fixture.isInPlace($0) })
        // The objects are found again, and verified.
        try fixture.connect()
        #expect(try fixture.sync().stored == 2)
    }

    @Test(arguments: [false, true])
    func `a connection to an emptied place trusts no row`(isInterrupted: Bool) throws {
        let fixture = try CloudFixture(photos: 4)
        try fixture.connect()
        try fixture.sync()
        let digests = try fixture.digests()
        for digest in digests[2...] { try fixture.library.blobs.remove(digest) }
        let content = try FileManager.default.contentsOfDirectory(atPath: fixture.place.path)
        for name in content { try FileManager.default.removeItem(at: fixture.place.file(name)) }
        let error = #expect(throws: RemoteBlobError.self) { try fixture.sync() }
        #expect(error?.code == .unreachable)
        if isInterrupted {
            // As if the process had been killed after it had become the owner.
            try fixture.library.catalog.maintain { try $0.doubtStored() }
            let claim = OwnerClaim(
                library: try fixture.library.placeIdentifier(), copy: fixture.library.placeCopy, date: Date())
            _ = try Ownership.take(
                try RemotePlaces.open(fixture.settings), claim, conditions: .honoursConditions, fixture.cancellation)
        } else {
            try fixture.connect()
            let status = try fixture.library.cloudStatus()
            #expect(status.lost.count == 2 && status.totals[.waiting]?.count == 2 && status.totals[.stored] == nil)
        }
        let failed = CallRecorder<BlobDigest>()
        let summary = try fixture.sync { event in
            if case .failed(let digest, _, _) = event { failed.record(digest) }
        }
        #expect(summary.stored == 2)
        #expect(summary.failed + summary.postponed == 2 && failed.calls.count == summary.failed)
        #expect(digests[..<2].allSatisfy { fixture.isInPlace($0) })
        #expect(try fixture.library.cloudStatus().lost.count == 2)
        let verification = try CloudVerification(of: fixture.library, fixture.cancellation)
        #expect(try verification.run(since: fixture.clock.now).lost == 2)
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(try #require(SmartAlbum.withSubtype(.smartAlbumUnableToUpload)))
        #expect(try fixture.library.owner.assetCount(fetch) == 2, "The smart album has them at once.")

        // An import brings one of them back.
        let names = try fixture.resources().filter { $0.sha256 == digests[2] }.map(\.originalFilename)
        let events = try fixture.temporary.importPaths([fixture.sources.file(names[0]).path(percentEncoded: false)])
        guard case .healed? = events.first else {
            Issue.record("\(events)")
            return
        }
        let again = try fixture.sync()
        #expect(again.stored == 1 && again.failed + again.postponed == 1)
        #expect(try fixture.library.cloudStatus().lost.count == 1)
        #expect(try fixture.library.owner.assetCount(fetch) == 1)
    }

    @Test func `a connection to a place that has this copy's mark asks for nothing`() throws {
        let store = try CloudFixture(photos: 2)
        try store.connect()
        try store.sync()
        try FileManager.default.removeItem(at: store.object(try store.digests()[0]))
        try store.connect()
        #expect(try store.library.cloudStatus().totals[.stored]?.count == 2)
    }

    @Test func `another process's connection is noticed`() throws {
        let fixture = try CloudFixture(photos: 1)
        let digest = try fixture.digests()[0]
        let other = try Library(at: fixture.temporary.folder, workerExecutable: nil)
        guard case .here = try other.originals.location(of: digest) else {
            Issue.record("The original isn't here.")
            return
        }
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        #expect(try other.originals.location(of: digest) == .inPlace)
        try CloudSettings.remove(inLibrary: fixture.temporary.folder)
        #expect(try other.originals.location(of: digest) == .lost)
        try other.close()
    }

    @Test func `a library with wrong settings opens, and says what is wrong`() throws {
        let fixture = try CloudFixture(photos: 1)
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        let file = CloudSettings.file(inLibrary: fixture.temporary.folder)
        try Data("{".utf8).write(to: file)
        let other = try Library(at: fixture.temporary.folder, workerExecutable: nil)
        let error = #expect(throws: RemoteBlobError.self) {
            try other.cloud.downloads?.fetch(fixture.digests()[0], progress: nil, nil)
        }
        #expect(error?.code == .misconfigured)
        #expect(error?.message.contains("cloud.json") == true)
        try other.close()
    }

    @Test func `an original that has just left this machine counts as remote`() throws {
        let fixture = try CloudFixture(photos: 1)
        let digest = try fixture.digests()[0]
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        let error = #expect(throws: LibraryError.self) { try fixture.library.originals.open(digest) }
        #expect(error?.code == .networkAccessRequired)
    }

    @Test func `an export downloads what it needs, and keeps nothing`() throws {
        let fixture = try CloudFixture(photos: 3)
        let bytes = try fixture.digests().map { try fixture.library.blobs.read($0, atMost: 1 << 20) }
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        let folder = try TemporaryFolder()
        let view = fixture.library.owner
        let rows = try Export.everything(in: view)
        var rest = rows[...]
        let summary = try Export(from: view, to: folder.url, options: ExportOptions(), report: { _ in }).run {
            defer { rest = [] }
            return rest.isEmpty ? nil : Array(rest)
        }
        #expect(summary.failed == 0)
        let exported = try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "png" }.map { try Data(contentsOf: $0) }
        #expect(Set(exported) == Set(bytes))
        #expect(try fixture.here().isEmpty)
    }
}
