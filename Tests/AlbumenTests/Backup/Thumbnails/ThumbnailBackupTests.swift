import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The packs in a place have each thumbnail once, whatever is lost or fails between two steps.
@Suite struct ThumbnailBackupTests {
    let cloud: CloudFixture
    private let store = StandInBlobStore()
    let place: WatchedPlace

    init() throws {
        cloud = try CloudFixture(photos: 4)
        place = WatchedPlace(store)
    }

    @Test func `new thumbnails are stored once`() throws {
        try run()
        #expect(try pictures() == [Set(cloud.digests())])
        place.restart()
        try run()
        #expect(place.calls == [.list("albumen/thumbs/")])
        try cloud.add(4..<6)
        try run()
        #expect(try pictures().map(\.count).sorted() == [2, 4])
        #expect(place.downloadsOfOriginals.isEmpty)
    }

    @Test func `a few thumbnails wait for an hour, while the changes are followed`() throws {
        let backup = try self.backup()
        defer { backup.close() }
        try advance(backup)
        #expect(place.uploads.isEmpty)
        cloud.clock.advance(days: 0.9 / 24)
        try advance(backup)
        #expect(place.uploads.isEmpty)
        cloud.clock.advance(days: 0.2 / 24)
        try advance(backup)
        #expect(try pictures() == [Set(cloud.digests())])
    }

    @Test func `small packs are merged`() throws {
        for number in 4..<24 {
            try cloud.add(number..<(number + 1))
            try run()
            #expect(try packs().count <= 9)
        }
        try expectEachOnce()
    }

    @Test func `a pack is made anew when half of it is useless, and removed when all of it is`() throws {
        try run()
        let old = try #require(try packs().first)
        let digests = try cloud.digests()
        try cloud.purge(digests[0])
        cloud.clock.advance(days: 1.1)
        try run()
        #expect(try packs() == [old], "Three quarters of it are needed.")
        try cloud.purge(digests[1])
        try cloud.purge(digests[2])
        try run()
        #expect(try packs() == [old], "The catalog is compared once a day.")
        cloud.clock.advance(days: 1.1)
        place.restart()
        try run()
        let new = try #require(try packs().first)
        #expect(try pictures() == [[digests[3]]] && new != old)
        let changes = place.calls.filter { if case .list = $0 { false } else { true } }
        #expect(changes == [.upload("albumen/thumbs/\(new)"), .remove("albumen/thumbs/\(old)")])
        try cloud.purge(digests[3])
        cloud.clock.advance(days: 1.1)
        try run()
        #expect(try packs().isEmpty)
    }

    @Test func `a pack is made anew from the place if this machine has no thumbnails`() throws {
        try run()
        let digests = try cloud.digests()
        for digest in digests.prefix(3) { try cloud.purge(digest) }
        try cloud.library.removeDerivatives()
        cloud.clock.advance(days: 1.1)
        try run()
        #expect(try pictures() == [[digests[3]]])
    }

    /// What disappears between two runs.
    enum Loss: CaseIterable {
        case index, damagedIndex, pack, damagedDirectory, otherSize, derivatives, unknownObject
    }

    @Test(arguments: Loss.allCases) func `the next run stores what the place lacks`(after loss: Loss) throws {
        try run()
        try cloud.add(4..<6)
        try run()
        let former = try packs()
        place.restart()
        let (folder, first) = (try folder(), ThumbnailPack.remoteName(former[0]))
        let bytes = try #require(try store.document(first, WorkCancellation()))
        switch loss {
        case .index: try FileManager.default.removeItem(at: folder.thumbnails)
        case .damagedIndex: try Data(repeating: 7, count: 10_000).write(to: folder.thumbnails)
        case .pack: store.replace(first, with: nil)
        case .damagedDirectory:
            try FileManager.default.removeItem(at: folder.thumbnails)
            store.replace(first, with: Data(repeating: 9, count: bytes.count))
        case .otherSize: store.replace(first, with: bytes.dropLast(5))
        case .derivatives:
            try cloud.library.removeDerivatives()
            _ = try DerivativeBuilding(in: cloud.library).run { Issue.record("\($0)") }
        case .unknownObject: store.replace(ThumbnailPack.remoteName("0123456789abcdef"), with: Data("no pack".utf8))
        }
        try run()
        try expectEachOnce()
        switch loss {
        case .index, .damagedIndex, .derivatives:
            #expect(place.uploads.isEmpty)
            #expect(try packs() == former)
        case .unknownObject: #expect(try packs() == former)
        case .pack: #expect(place.uploads.count == 1)
        // The same bytes come under the same name, after the wrong ones were removed.
        case .damagedDirectory, .otherSize: #expect(place.uploads.count == 2)
        }
    }

    @Test func `thumbnails that were made after the rows began anew are found`() throws {
        try run()
        try cloud.library.removeDerivatives()
        try cloud.add(4..<5)
        try run()
        try expectEachOnce()
        // The last row's number is used again.
        let last = try #require(try cloud.digests().last)
        try cloud.purge(last)
        try cloud.add(5..<6)
        try run()
        try expectEachOnce(besides: [last])
    }

    @Test(arguments: WatchedPlace.Failure.allCases)
    func `a failing place loses nothing and doubles nothing`(failure: WatchedPlace.Failure) throws {
        var number = 0
        var isDisturbed = true
        while isDisturbed {
            let store = StandInBlobStore()
            let fixture = try CloudFixture(photos: 2)
            let place = WatchedPlace(store)
            let ownership = try fixture.library.takeOwnership(of: place, WorkCancellation())
            let work = {
                let backup = try Self.backup(fixture, place, ownership)
                defer { backup.close() }
                try backup.finish()
            }
            try work()
            try fixture.purge(try fixture.digests()[0])
            fixture.clock.advance(days: 1.1)
            try fixture.add(2..<5)
            place.restart(failing: number, failure)
            do {
                try work()
                isDisturbed = false
            } catch let error as RemoteBlobError where error.code == .unreachable {
                try work()
            }
            let all = try Self.pictures(in: store)
            #expect(Set(all.joined()) == Set(try fixture.digests()), "call \(number)")
            #expect(all.joined().count == 4, "call \(number)")
            number += 1
        }
        #expect(number > 4)
    }

    @Test func `a killed process leaves packs that the next one finds`() throws {
        let backup = try self.backup()
        place.restart(failing: 1, .answerLost)
        #expect(throws: RemoteBlobError.self) { try backup.finish() }
        #expect(try packs().count == 1)
        // The same process asks the place again.
        try backup.finish()
        backup.close()
        try expectEachOnce()
        #expect(place.uploads.count == 1)
    }

    @Test func `only the owner stores and removes packs`() throws {
        let backup = try self.backup()
        try backup.finish()
        let former = try packs()
        let other = try CloudFixture(photos: 1)
        _ = try other.library.takeOwnership(of: place, takingOver: true, WorkCancellation())
        try cloud.add(4..<6)
        for digest in try cloud.digests().prefix(4) { try cloud.purge(digest) }
        cloud.clock.advance(days: 1.1)
        place.restart()
        let error = #expect(throws: RemoteBlobError.self) { try backup.finish() }
        #expect(error?.code == .occupied)
        #expect(place.uploads.isEmpty && place.calls.allSatisfy { if case .remove = $0 { false } else { true } })
        #expect(try packs() == former)
        backup.close()
    }

    @Test func `an object with a pack's name and other bytes is replaced`() throws {
        let backup = try self.backup()
        try backup.finish()
        backup.close()
        let name = ThumbnailPack.remoteName(try packs()[0])
        let bytes = try #require(try store.document(name, WorkCancellation()))
        try FileManager.default.removeItem(at: folder().thumbnails)
        // Too large to be a pack, so it isn't listed.
        store.replace(name, with: Data(count: 8 << 20 + 1))
        let again = try self.backup()
        try again.finish()
        again.close()
        #expect(try store.document(name, WorkCancellation()) == bytes)
    }

    @Test func `a cancelled run stops`() throws {
        let cancellation = WorkCancellation()
        let backup = ThumbnailBackup(
            of: cloud.library, in: place, try cloud.library.takeOwnership(of: place, WorkCancellation()), try folder(),
            cancellation)
        cancellation.cancel()
        let error = #expect(throws: RemoteBlobError.self) { try backup.finish() }
        #expect(error?.code == .cancelled && place.calls.isEmpty)
    }

    // MARK: Parts

    private func folder() throws -> BackupFolder { try BackupFolder(for: place.address, of: cloud.library) }

    private func backup() throws -> ThumbnailBackup {
        try Self.backup(cloud, place, cloud.library.takeOwnership(of: place, WorkCancellation()))
    }

    private static func backup(
        _ fixture: CloudFixture, _ place: WatchedPlace, _ ownership: Ownership
    ) throws -> ThumbnailBackup {
        let folder = try BackupFolder(for: place.address, of: fixture.library)
        try folder.create()
        return ThumbnailBackup(of: fixture.library, in: place, ownership, folder, WorkCancellation())
    }

    /// Does all work as another process.
    private func run() throws {
        let backup = try self.backup()
        defer { backup.close() }
        try backup.finish()
    }

    /// Does the steps of an upkeep while changes are followed.
    private func advance(_ backup: ThumbnailBackup) throws {
        backup.noteUpkeep()
        for _ in 0..<10 { _ = try backup.advance { Issue.record("\($0)") } }
    }

    private func packs() throws -> [String] { try ThumbnailPack.all(in: store, WorkCancellation()).keys.sorted() }

    /// The pictures of each pack.
    private func pictures() throws -> [Set<BlobDigest>] { try Self.pictures(in: store).map(Set.init) }

    private static func pictures(in store: StandInBlobStore) throws -> [[BlobDigest]] {
        try ThumbnailPack.all(in: store, WorkCancellation()).sorted { $0.key < $1.key }.map { name, size in
            let file = try ThumbnailPackFile(name, size: size, from: store, WorkCancellation())
            return try file.members().compactMap { try file.thumbnail($0)?.sha256 }
        }
    }

    private func expectEachOnce(
        besides others: Set<BlobDigest> = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let all = try Self.pictures(in: store).joined()
        let digests = try Set(cloud.digests())
        #expect(Set(all).subtracting(others) == digests, sourceLocation: sourceLocation)
        #expect(all.count - others.intersection(all).count == digests.count, sourceLocation: sourceLocation)
    }
}
