import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import SystemCalls
import SystemPackage
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Complete uploads on their way into the library.
struct UploadIntakeTests {
    @Test func `a file comes in with its name, its date and a record of the import, and isn't copied`() async throws {
        let fixture = try UploadFixture()
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        let photo = SampleMedia.gif(comment: "dated by its file")
        var request = try UploadFixture.request("Beach day.gif", photo, sender: "Firefox")
        request.fileDate = date
        let record = try fixture.store.create(request)
        try fixture.append(photo, to: record.identifier, at: 0, completing: true)
        let data = fixture.temporary.folder.appending(path: "uploads/\(record.identifier).data")
        let identity = try Stat(data.path(percentEncoded: false)).identity
        let uuid = try await fixture.asset(of: record)
        let asset = try #require(try fixture.assets().first)
        #expect(asset.uuid == uuid)
        #expect(asset.creationDate == date)
        let resource = try #require(
            try fixture.library.catalog.read { try $0.resource(sha256: BlobDigest(hashing: photo)) })
        #expect(resource.originalFilename == "Beach day.gif")
        let blob = fixture.library.blobs.fileURL(of: resource.sha256).path(percentEncoded: false)
        #expect(try Stat(blob).identity == identity)
        #expect(try Stat(blob).modeBits & 0o777 == 0o400)
        #expect(try fixture.names == ["incoming", "lock"])
        let album = try #require(try fixture.library.owner.albums(subtype: .albumImported).first)
        #expect(album.title.hasPrefix("Firefox, "))
    }

    @Test func `files of one delivery are one import, and a Live Photo's files pair`() async throws {
        let fixture = try UploadFixture()
        let identifier = "0B2F2B52-1111-4222-8333-944445555666"
        var movie = SampleMedia.Movie()
        movie.tags = [("com.apple.quicktime.content.identifier", identifier)]
        try fixture.send(SampleMedia.movie(movie), as: "IMG_1.MOV", delivery: "d")
        try fixture.send(
            try SampleMedia.livePhotoPicture(contentIdentifier: identifier), as: "IMG_1.HEIC", delivery: "d")
        let last = try fixture.send(SampleMedia.jpeg(comment: "other"), as: "IMG_2.JPG", delivery: "d")
        _ = try await fixture.outcome(of: last)
        #expect(try fixture.assets().count == 2)
        #expect(try fixture.assets().contains { $0.mediaSubtypes.contains(.photoLive) })
        #expect(try fixture.library.owner.albums(subtype: .albumImported).count == 1)
    }

    @Test func `two files with the same name are two photos`() async throws {
        let fixture = try UploadFixture()
        try fixture.send(SampleMedia.jpeg(comment: "first"), as: "image.jpg", delivery: "d")
        let second = try fixture.send(SampleMedia.jpeg(comment: "other"), as: "image.jpg", delivery: "d")
        _ = try await fixture.outcome(of: second)
        #expect(try fixture.assets().count == 2)
    }

    @Test func `duplicates, deleted photos and other files are told apart, and nothing of them stays`() async throws {
        let fixture = try UploadFixture()
        let (kept, deleted) = (SampleMedia.jpeg(comment: "kept"), SampleMedia.jpeg(comment: "deleted"))
        let first = try fixture.send(kept, as: "kept.jpg")
        let uuid = try await fixture.asset(of: first)
        let other = try await fixture.asset(of: fixture.send(deleted, as: "deleted.jpg"))
        try fixture.library.owner.commit([.trash(assetUUID: other)])
        #expect(try await fixture.outcome(of: fixture.send(kept, as: "again.jpg")) == .known(asset: uuid))
        #expect(try await fixture.outcome(of: fixture.send(deleted, as: "again.jpg")) == .trashed(asset: other))
        let refused = try await fixture.outcome(of: fixture.send(Data("text".utf8), as: "a.jpg"))
        guard case .refused(let reason) = refused else { throw UploadFixture.Unexpected(outcome: refused) }
        #expect(!reason.isEmpty)
        #expect(try fixture.names == ["incoming", "lock"])
        let digests = try [kept, deleted, Data("text".utf8)].map { try BlobDigest(hashing: $0) }
        let known = try fixture.library.owner.knownFiles(digests)
        #expect(known == [digests[0]: .present(asset: uuid), digests[1]: .trashed(asset: other)])
    }

    @Test func `files join an album, also those that the library has`() async throws {
        let fixture = try UploadFixture()
        let photo = SampleMedia.jpeg(comment: "known")
        let known = try await fixture.asset(of: fixture.send(photo, as: "a.jpg"))
        let album = UUID().uuidString
        try fixture.library.owner.commit([
            .createCollection(NewCollection(uuid: album, kind: .album, title: "Lake"))
        ])
        try fixture.send(photo, as: "a.jpg", delivery: "d", album: album)
        let last = try fixture.send(SampleMedia.jpeg(comment: "new"), as: "b.jpg", delivery: "d", album: album)
        let new = try await fixture.asset(of: last)
        let collection = try #require(try fixture.library.owner.collection(uuid: album))
        let members = try fixture.library.catalog.read { try $0.liveAssetUUIDs(ofAlbum: collection.id) }
        #expect(Set(members) == [known, new])
    }

    @Test func `complete files of an earlier process come in`() async throws {
        let temporary = try TemporaryLibrary()
        let record: UploadRecord
        do {
            record = try UploadFixture(temporary).send(SampleMedia.jpeg(comment: "left"), as: "a.jpg")
        }
        let fixture = try UploadFixture(temporary)
        #expect(try fixture.store.resume())
        _ = try await fixture.asset(of: record)
        #expect(try fixture.assets().count == 1)
    }

    @Test func `a file waits for an unfinished one of the same name, and others don't`() throws {
        let fixture = try UploadFixture(limits: UploadLimits(), now: { Date() })
        let movie = try fixture.store.create(try UploadFixture.request("IMG_1.MOV", delivery: "d"))
        try fixture.send(SampleMedia.jpeg(comment: "1"), as: "IMG_1.HEIC", delivery: "d")
        try fixture.send(SampleMedia.jpeg(comment: "2"), as: "IMG_2.HEIC", delivery: "d")
        #expect(fixture.store.dueBatches().isEmpty)
        try waitUntil("the quiet time is over") { !fixture.store.dueBatches().isEmpty }
        #expect(fixture.store.dueBatches().flatMap(\.records).map(\.filename) == ["IMG_2.HEIC"])
        try fixture.store.cancel(movie.identifier)
        #expect(fixture.store.dueBatches().flatMap(\.records).map(\.filename) == ["IMG_1.HEIC", "IMG_2.HEIC"])
    }

    @Test func `while files arrive, the parts of one asset wait for each other`() throws {
        let clock = TestClock()
        let fixture = try UploadFixture(now: clock.now)
        for number in 0..<70 {
            clock.advance(by: 0.001)
            try fixture.send(SampleMedia.jpeg(comment: "\(number)"), as: "IMG_E\(100 + number).JPG", delivery: "d")
        }
        // Another part of the last ones may come next.
        let due = fixture.store.dueBatches().flatMap(\.records).map(\.filename)
        #expect(due == (100..<162).map { "IMG_E\($0).JPG" })
        clock.advance(by: 2)
        #expect(fixture.store.dueBatches().flatMap(\.records).count == 70)
    }

    @Test func `a sidecar waits for its photo, at most a minute`() throws {
        let clock = TestClock()
        let fixture = try UploadFixture(now: clock.now)
        let sidecar = try fixture.send(Data("<x/>".utf8), as: "IMG_1.AAE", delivery: "d")
        clock.advance(by: 30)
        #expect(fixture.store.dueBatches().isEmpty)
        try fixture.send(SampleMedia.jpeg(comment: "1"), as: "IMG_1.JPG", delivery: "d")
        clock.advance(by: 2)
        #expect(fixture.store.dueBatches().flatMap(\.records).map(\.filename) == ["IMG_1.AAE", "IMG_1.JPG"])
        clock.advance(by: 60)
        try fixture.send(Data("<y/>".utf8), as: "IMG_2.AAE", delivery: "e")
        clock.advance(by: 59)
        #expect(!fixture.store.dueBatches().flatMap(\.records).contains { $0.filename == "IMG_2.AAE" })
        fixture.store.endDelivery("e", of: "another sender")
        #expect(!fixture.store.dueBatches().flatMap(\.records).contains { $0.filename == "IMG_2.AAE" })
        fixture.store.endDelivery("e", of: sidecar.sender)
        #expect(fixture.store.dueBatches().flatMap(\.records).contains { $0.filename == "IMG_2.AAE" })
    }

    @Test func `bytes that changed on the disk since they arrived are refused`() async throws {
        let fixture = try UploadFixture()
        let photo = SampleMedia.jpeg(comment: "as sent")
        let record = try fixture.send(photo, as: "a.jpg", delivery: "d")
        let data = fixture.temporary.folder.appending(path: "uploads/\(record.identifier).data")
        try SampleMedia.jpeg(comment: "as lost").write(to: data)
        let outcome = try await fixture.outcome(of: record)
        guard case .refused(let reason) = outcome else { throw UploadFixture.Unexpected(outcome: outcome) }
        #expect(reason.contains("changed on the library's disk"))
        #expect(try fixture.assets().isEmpty)
        _ = try await fixture.asset(of: fixture.send(photo, as: "a.jpg", delivery: "d"))
    }

    @Test func `a name that a delivery used in an earlier process is another file`() async throws {
        let temporary = try TemporaryLibrary()
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        func send(_ comment: String, _ fixture: UploadFixture) throws -> UploadRecord {
            let photo = SampleMedia.jpeg(comment: comment)
            var request = try UploadFixture.request("image.jpg", photo, delivery: "d")
            request.fileDate = date
            let record = try fixture.store.create(request)
            return try fixture.append(photo, to: record.identifier, at: 0, completing: true)
        }
        do {
            let fixture = try UploadFixture(temporary)
            // An unfinished file keeps the delivery for the next process.
            _ = try fixture.store.create(try UploadFixture.request("other.jpg", delivery: "d"))
            _ = try await fixture.asset(of: send("first", fixture))
        }
        let fixture = try UploadFixture(temporary)
        #expect(try fixture.store.resume())
        // With the same size and date.
        _ = try await fixture.asset(of: send("other", fixture))
        #expect(try fixture.assets().count == 2)
        #expect(try fixture.library.owner.albums(subtype: .albumImported).count == 1)
    }

    @Test func `the parts of an asset have one group`() {
        let groups = ["IMG_1.HEIC", "img_1.mov", "IMG_E1.HEIC", "IMG_O1.AAE", "IMG_1.HEIC.xmp"].map(UploadName.group)
        #expect(Set(groups).count == 1)
        #expect(UploadName.group(of: "IMG_2.HEIC") != groups[0])
    }
}
