import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Motion photos in a library's place, which has their videos as originals of their own.
@Suite struct CloudMotionPhotoTests {
    private let fixture: CloudFixture
    private let movie = SampleMedia.movie()
    private let photo: ResourceRecord
    private let video: ResourceRecord

    init() throws {
        fixture = try CloudFixture(photos: 0)
        let file = try fixture.sources.write(SampleMedia.motionPhoto(video: movie), to: "1.jpg")
        try fixture.temporary.importPaths([file.path(percentEncoded: false)])
        let files = AssetFiles(try fixture.library.catalog.read { try $0.resources(after: 0, limit: 10) })
        photo = try #require(files[.photo])
        video = try #require(files[.pairedVideo])
        try fixture.connect()
        try fixture.sync()
        fixture.clock.advance(days: 40)
    }

    private func bytes(_ file: ResourceRecord) throws -> Data {
        try fixture.library.blobs.read(file.sha256, atMost: 1 << 20)
    }

    @Test func `a photo leaves this machine with its video, which comes back without the photo`() throws {
        #expect(try fixture.placement(video.sha256)?.state == .stored)
        #expect(try fixture.evict().evicted == 1)
        #expect(try !fixture.library.blobs.contains(photo.sha256) && !fixture.library.blobs.contains(video.sha256))
        let asset = try #require(
            try fixture.library.catalog.read { try $0.assets(withIdentifiers: [video.assetID])[video.assetID] })
        try fixture.library.originals.fetch(PictureSource(video, assetUUID: asset.uuid), .allowed())
        #expect(try bytes(video) == movie)
        #expect(try !fixture.library.blobs.contains(photo.sha256))
        try fixture.download()
        #expect(try bytes(photo) == (try Data(contentsOf: fixture.sources.file("1.jpg"))))
    }

    @Test func `a photo stays until the place has its video`() throws {
        try fixture.library.catalog.maintain { maintenance in
            var placement = try #require(try maintenance.reader.placement(ofBytes: video.sha256))
            placement.state = .waiting
            try maintenance.update(placement, from: [.stored])
        }
        #expect(try fixture.evict().evicted == 0)
        #expect(try bytes(video) == movie)
    }
}
