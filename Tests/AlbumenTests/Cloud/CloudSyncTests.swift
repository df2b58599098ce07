import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct CloudSyncTests {
    @Test func `all originals are uploaded, verified, evicted and downloaded again`() throws {
        let fixture = try CloudFixture()
        try fixture.connect()
        #expect(try fixture.library.cloudStatus().totals[.waiting]?.count == 4)
        let events = CallRecorder<CloudSync.Event>()
        let summary = try fixture.sync { events.record($0) }
        #expect(summary.stored == 4 && summary.failed == 0 && events.calls.count == 4)
        let digests = try fixture.digests()
        let bytes = try digests.map { try fixture.library.blobs.read($0, atMost: 1 << 20) }
        for (digest, data) in zip(digests, bytes) {
            #expect(try Data(contentsOf: fixture.object(digest)) == data)
            let placement = try #require(try fixture.placement(digest))
            #expect(placement.state == .stored && placement.verifiedDate != nil && placement.upload == nil)
            #expect(try fixture.library.catalog.read { try $0.pieces(ofPlacement: placement.id) } == digest.data)
        }
        #expect(try fixture.sync().stored == 0, "Nothing is uploaded twice.")

        #expect(try fixture.evict().evicted == 4)
        #expect(try fixture.here().isEmpty)
        #expect(try fixture.library.cloudStatus().remoteOnly.count == 4)
        let (verified, findings) = try fixture.verification()
        #expect(findings.isEmpty && verified.faults == 0 && verified.remote == 4)
        let again = try fixture.add(0..<4)
        #expect(!again.contains { if case .imported = $0 { true } else { false } }, "\(again)")
        #expect(try fixture.here().isEmpty, "An import of known files stores nothing.")

        #expect(try fixture.download().downloaded == 4)
        for (digest, data) in zip(digests, bytes) {
            #expect(try fixture.library.blobs.read(digest, atMost: 1 << 20) == data)
        }
    }

    @Test func `files that are imported later are uploaded by the next run`() throws {
        let fixture = try CloudFixture(photos: 1)
        try fixture.connect()
        try fixture.sync()
        try fixture.add(1..<3)
        #expect(try fixture.library.cloudStatus().totals[.waiting]?.count == 2)
        #expect(try fixture.sync().stored == 2)
    }

    @Test func `placements are no history`() throws {
        let fixture = try CloudFixture()
        let before = try fixture.library.catalog.read { try $0.latestChange() }
        try fixture.connect()
        try fixture.sync()
        try fixture.evict()
        #expect(try fixture.library.catalog.read { try $0.latestChange() } == before)
    }

    @Test func `an original without bytes fails with the reason, and the others go on`() throws {
        let fixture = try CloudFixture()
        let lost = try fixture.digests()[1]
        try fixture.library.blobs.remove(lost)
        try fixture.connect()
        let summary = try fixture.sync()
        #expect(summary.stored == 3 && summary.failed == 1)
        let placement = try #require(try fixture.placement(lost))
        #expect(placement.state == .failing && !placement.isRefused)
        #expect(placement.reason?.contains("albumen verify") == true)
        #expect(try fixture.sync().failed == 0, "It isn't tried again at once.")
        try fixture.add(1..<2)
        fixture.clock.advance(days: 1)
        #expect(try fixture.sync().stored == 1)
        #expect(try fixture.placement(lost)?.reason == nil)
    }

    @Test func `a damaged original is refused, and isn't uploaded`() throws {
        let fixture = try CloudFixture(photos: 2)
        let damaged = try fixture.digests()[0]
        let path = fixture.library.blobs.fileURL(of: damaged).path(percentEncoded: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        var data = try #require(FileManager.default.contents(atPath: path))
        data[data.count / 2] ^= 1
        try data.write(to: URL(fileURLWithPath: path))
        try fixture.connect()
        #expect(try fixture.sync().failed == 1)
        #expect(try fixture.placement(damaged)?.isRefused == true)
        #expect(!fixture.isInPlace(damaged))
        fixture.clock.advance(days: 2)
        #expect(try fixture.sync().failed == 0, "Another attempt would fail too.")
        data[data.count / 2] ^= 1
        try data.write(to: URL(fileURLWithPath: path))
        #expect(try fixture.sync(retriesFailing: true).stored == 1)
        #expect(fixture.isInPlace(damaged))
    }

    @Test func `an absent place ends the run, and blames no original`() throws {
        let fixture = try CloudFixture()
        try fixture.connect()
        let hidden = fixture.place.url.deletingLastPathComponent().appending(path: "\(UUID())")
        try FileManager.default.moveItem(at: fixture.place.url, to: hidden)
        let error = #expect(throws: RemoteBlobError.self) { try fixture.sync() }
        #expect(error?.code == .unreachable)
        #expect(try fixture.library.cloudStatus().totals[.waiting]?.count == 4)
        // An empty folder, as the mount point of a disk that isn't there.
        try FileManager.default.createDirectory(at: fixture.place.url, withIntermediateDirectories: false)
        #expect(throws: RemoteBlobError.self) { try fixture.sync() }
        try FileManager.default.removeItem(at: fixture.place.url)
        try FileManager.default.moveItem(at: hidden, to: fixture.place.url)
        #expect(try fixture.sync().stored == 4)
    }

    @Test func `a cancelled run throws, and the next one continues`() throws {
        let fixture = try CloudFixture()
        try fixture.connect()
        let cancellation = WorkCancellation()
        let sync = try CloudSync(of: fixture.library, transferLimit: 1, cancellation)
        let error = #expect(throws: RemoteBlobError.self) { try sync.run(report: { _ in cancellation.cancel() }) }
        #expect(error?.code == .cancelled)
        let stored = try fixture.library.cloudStatus().totals[.stored]?.count ?? 0
        #expect(stored < 4)
        #expect(try fixture.sync().stored == 4 - stored)
    }

    @Test func `only one process transfers at a time`() throws {
        let fixture = try CloudFixture(photos: 1)
        try fixture.connect()
        let other = try Library(at: fixture.temporary.folder, workerExecutable: nil)
        let lock = try CloudLock(of: other)
        lock.whileHeld {
            let error = #expect(throws: CloudError.self) { try fixture.sync() }
            #expect(error?.code == .busy)
        }
        #expect(try fixture.library.cloudStatus().isBusy == true)
        withExtendedLifetime(lock) {}
        try other.close()
    }

    @Test func `a finished sync is over for others, even while a program is being started`() throws {
        let fixture = try CloudFixture()
        try fixture.connect()
        let lock = try CloudLock(of: fixture.library)
        // A program that is being started has a copy of each descriptor.
        let copy = lock.file.withDescriptor { dup($0) }
        try #require(copy >= 0)
        defer { close(copy) }
        #expect(try fixture.library.cloudStatus().isBusy)
        withExtendedLifetime(consume lock) {}
        #expect(try !fixture.library.cloudStatus().isBusy)
        #expect(try fixture.sync().stored == 4)
    }

    @Test func `a photo that is deleted permanently before its upload is no failure`() throws {
        let fixture = try CloudFixture(photos: 2)
        try fixture.connect()
        let digest = try fixture.digests()[0]
        try fixture.purge(digest)
        let summary = try fixture.sync()
        #expect(summary.stored == 1 && summary.failed == 0)
        #expect(try fixture.sync().failed == 0)
        fixture.clock.advance(days: 38)
        #expect(try fixture.sync().failed == 0)
        #expect(try fixture.placement(digest) == nil)
    }

    @Test func `a failing photo that is deleted during a run ends neither in a failure nor in a loop`() throws {
        let fixture = try CloudFixture(photos: 2)
        let digests = try fixture.digests()
        try fixture.library.blobs.remove(digests[0])
        try fixture.connect()
        #expect(try fixture.sync().failed == 1)
        try fixture.add(2..<3)
        fixture.clock.advance(days: 1)
        // The new photo is uploaded first. Then the run tries the failing one, which has just been deleted.
        let summary = try fixture.sync { _ in
            do {
                if try fixture.library.catalog.read({ try $0.refers(toBytes: digests[0]) }) {
                    try fixture.purge(digests[0])
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(summary.stored == 1 && summary.failed == 0)
        #expect(try fixture.sync().failed == 0)
        #expect(try fixture.placement(digests[0])?.unnamedDate != nil)
        let status = try fixture.library.cloudStatus()
        #expect(status.totals[.failing] == nil && status.lost.count == 0 && status.deleted.count == 0)
    }

    @Test func `a deleted photo doesn't count as waiting, stored or only in the place`() throws {
        let fixture = try CloudFixture(photos: 3)
        let digests = try fixture.digests()
        try fixture.connect()
        try fixture.purge(digests[0])
        #expect(try fixture.library.cloudStatus().totals[.waiting]?.count == 2)
        try fixture.sync()
        try fixture.purge(digests[1])
        let status = try fixture.library.cloudStatus()
        #expect(status.totals[.stored]?.count == 1 && status.remoteOnly.count == 0 && status.deleted.count == 1)
        // What the library no longer needs doesn't hold the place.
        try fixture.library.disconnect()
    }

    @Test func `bytes of no row leave after 37 days, unless a file is imported again`() throws {
        let fixture = try CloudFixture(photos: 3)
        try fixture.connect()
        try fixture.sync()
        let digests = try fixture.digests()
        for digest in digests.prefix(2) { try fixture.purge(digest) }
        #expect(try fixture.sync().removed == 0)
        #expect(try digests.prefix(2).allSatisfy { try fixture.placement($0)?.unnamedDate != nil })
        fixture.clock.advance(days: 36)
        #expect(try fixture.sync().removed == 0)
        try fixture.add(0..<1)
        fixture.clock.advance(days: 2)
        #expect(try fixture.sync().removed == 1)
        #expect(fixture.isInPlace(digests[0]) && !fixture.isInPlace(digests[1]) && fixture.isInPlace(digests[2]))
        #expect(try fixture.placement(digests[1]) == nil)
        #expect(try fixture.placement(digests[0])?.unnamedDate == nil)
    }

    @Test func `delays grow from a minute to six hours`() {
        #expect((0...12).map { CloudSync.delay(afterFailures: $0) }.prefix(4) == [60, 120, 240, 480])
        #expect(CloudSync.delay(afterFailures: 1_000_000) == 21_600)
    }
}
