import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A restored library shows its photos without their originals.
@Suite struct ThumbnailRestorationTests {
    @Test(arguments: [false, true]) func `the grid needs no original`(isReadOnly: Bool) throws {
        let fixture = try Self.backedUp()
        let (restored, summary) = try fixture.restore { options in
            (options.replacesOwner, options.isReadOnly) = (!isReadOnly, isReadOnly)
        }
        #expect(summary.thumbnails == .init(count: 3))
        try restored.close()
        let place = WatchedPlace(try fixture.place)
        let library = try Library(at: restored.folder, workerExecutable: nil, remote: place)
        defer { #expect(throws: Never.self) { try library.close() } }
        for digest in try fixture.cloud.digests() {
            #expect(try !library.blobs.contains(digest))
            let expected = try fixture.library.owner.storedPicture(.thumbnail, of: digest)
            #expect(try library.owner.storedPicture(.thumbnail, of: digest) == expected)
            // A worker decodes it.
            #expect(try library.derivatives.bitmap(.thumbnail, of: digest) != nil)
            // A small picture is its own preview.
            #expect(try library.derivatives.bytes(.preview, of: digest) != nil)
        }
        #expect(place.downloadsOfOriginals.isEmpty)
    }

    @Test func `the new owner doesn't store them again`() throws {
        let fixture = try Self.backedUp()
        let former = try Self.packs(fixture)
        let (restored, _) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        // Adopted thumbnails have new rows.
        for digest in try fixture.cloud.digests() { _ = try restored.derivatives.bitmap(.thumbnail, of: digest) }
        try CatalogBackup.sendOnce(restored, WorkCancellation())
        #expect(try Self.packs(fixture) == former && former.count == 2)
    }

    @Test func `a restoration that is stopped at the thumbnails is whole, and the backup brings the rest`() throws {
        let fixture = try Self.backedUp()
        let former = try Self.packs(fixture)
        let (folder, cancellation) = (try fixture.restored.newFolder(), WorkCancellation())
        var options = LibraryRestoration.Options()
        options.replacesOwner = true
        let summary = try LibraryRestoration(from: fixture.cloud.settings, to: folder, cancellation).run(
            options,
            progress: { _, _ in
                // The library has its name, so these are thumbnails.
                if FileManager.default.fileExists(atPath: folder.path) { cancellation.cancel() }
            }, notify: { _ in })
        #expect(summary.thumbnails.failure != nil && summary.thumbnails.continues)
        let restored = try Library(at: folder, workerExecutable: nil)
        defer { #expect(throws: Never.self) { try restored.close() } }
        let digests = try fixture.cloud.digests()
        let count = try digests.filter { try restored.derivatives.contains(.thumbnail, $0) }.count
        #expect(count == summary.thumbnails.count && (1..<3).contains(count))
        try CatalogBackup.sendOnce(restored, WorkCancellation())
        for digest in digests { #expect(try restored.derivatives.contains(.thumbnail, digest)) }
        #expect(try Self.packs(fixture) == former)
    }

    @Test func `a killed restoration is continued by the backup`() throws {
        let fixture = try Self.backedUp()
        let former = try Self.packs(fixture)
        // Nothing came, and the note stayed.
        let (restored, _) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        try restored.removeDerivatives()
        let folder = try BackupFolder(for: fixture.place.address, of: restored)
        try FileManager.default.removeItem(at: folder.thumbnails)
        let index = try folder.openThumbnails()
        var position = try index.position()
        position.isFetching = true
        try index.move(to: position)
        try index.close()
        try CatalogBackup.sendOnce(restored, WorkCancellation())
        for digest in try fixture.cloud.digests() { #expect(try restored.derivatives.contains(.thumbnail, digest)) }
        #expect(try Self.packs(fixture) == former)
    }

    @Test func `a damaged pack is named, the others come, and the backup stores its thumbnails again`() throws {
        let fixture = try Self.backedUp()
        let (damaged, _) = try Self.damagePack(fixture)
        let verification = try BackupVerification(of: fixture.library, WorkCancellation()).run()
        #expect(verification.packs == 1 && verification.damagedPack?.contains(damaged) == true)
        let (restored, summary) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        #expect(summary.thumbnails.failure?.contains(damaged) == true)
        #expect((1...2).contains(summary.thumbnails.count))
        try CatalogBackup.sendOnce(restored, WorkCancellation())
        #expect(try !Self.packs(fixture).contains(damaged))
        // They come back when somebody makes them.
        _ = try CloudDownload(of: restored, WorkCancellation()).run(assets: nil) { Issue.record("\($0): \($1)") }
        _ = try DerivativeBuilding(in: restored).run { Issue.record("\($0)") }
        try CatalogBackup.sendOnce(restored, WorkCancellation())
        let whole = try BackupVerification(of: restored, WorkCancellation()).run(restores: true)
        #expect(whole.damagedPack == nil && whole.packs == 2)
    }

    @Test func `only thumbnails of the restored pictures come`() throws {
        let fixture = try Self.backedUp()
        let digests = try fixture.cloud.digests()
        try fixture.cloud.purge(digests[0])
        try fixture.send()
        let (restored, summary) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        #expect(summary.thumbnails.count == 2)
        #expect(try !restored.derivatives.contains(.thumbnail, digests[0]))
    }

    @Test func `a library without originals in the place gets its thumbnails from another disk`() throws {
        let (cloud, disk) = (try CloudFixture(photos: 3), try TemporaryFolder())
        for _ in 0..<2 { _ = try DiskBackup(of: cloud.library, to: disk.url, WorkCancellation()).run() }
        let place = try RemotePlaces.open(CloudSettings(address: "dir:\(disk.path.dropLast())"))
        #expect(try ThumbnailPack.all(in: place, WorkCancellation()).count == 1)
        var options = LibraryRestoration.Options()
        options.fetchesOriginals = true
        let folder = disk.url.appending(path: "restored", directoryHint: .isDirectory)
        let summary = try LibraryRestoration(
            from: CloudSettings(address: place.address), to: folder, WorkCancellation()
        ).run(options, notify: { _ in })
        #expect(summary.thumbnails == .init(count: 3))
        let restored = try Library(at: folder, workerExecutable: nil)
        for digest in try cloud.digests() { #expect(try restored.derivatives.contains(.thumbnail, digest)) }
        try restored.close()
    }

    // MARK: Parts

    /// A library whose originals are only in the place, with two packs.
    private static func backedUp() throws -> BackupFixture {
        let fixture = try BackupFixture(photos: 2)
        try fixture.cloud.sync()
        try fixture.send()
        try fixture.cloud.add(2..<3)
        try fixture.cloud.sync()
        try fixture.send()
        fixture.cloud.clock.advance(days: 40)
        try fixture.cloud.evict()
        try fixture.send()
        #expect(try fixture.cloud.here().isEmpty)
        return fixture
    }

    private static func packs(_ fixture: BackupFixture) throws -> [String] {
        try ThumbnailPack.all(in: fixture.place, WorkCancellation()).keys.sorted()
    }

    /// Changes a byte of a pack.
    private static func damagePack(_ fixture: BackupFixture) throws -> (name: String, file: URL) {
        let name = try #require(try packs(fixture).first)
        let file = fixture.cloud.place.file("albumen/thumbs/\(name)")
        var data = try Data(contentsOf: file)
        data[100] ^= 1
        try FileManager.default.removeItem(at: file)
        try data.write(to: file)
        return (name, file)
    }
}
