import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Videos that are only in the place. They play, and show their frames, without the whole file.
@Suite struct RemoteMovieTests {
    private let place: TemporaryFolder
    private let temporary: TemporaryLibrary
    private let digest: BlobDigest
    private let uuid: String
    private var library: Library { temporary.library }
    private var view: LibraryView { library.view(for: .owner(through: "test")) }

    init() throws {
        let (place, temporary, folder) = (try TemporaryFolder(), try TemporaryLibrary(), try TemporaryFolder())
        try folder.write(SampleMedia.gappedMovie(), to: "a.mov")
        try temporary.importPaths([folder.file("a.mov").path(percentEncoded: false)])
        let catalog = temporary.library.catalog
        let resource = try #require(try catalog.read { try $0.resources(after: 0, limit: 1) }.first)
        let assets = try catalog.read { try $0.assets(withIdentifiers: [resource.assetID]) }
        digest = resource.sha256
        uuid = try #require(assets[resource.assetID]).uuid
        try temporary.moveOriginals(to: place)
        (self.place, self.temporary) = (place, temporary)
    }

    /// The middle pieces, which nothing needs, are still missing.
    private func expectGap() throws {
        #expect(try !library.blobs.contains(digest))
        let partial = try #require(try library.cloud.downloads?.partial(digest))
        let present = try partial.presentRanges()
        #expect(present.count == 2)
        #expect(present.first == 0..<RemoteUpload.pieceSize)
        #expect(present.last?.lowerBound == 3 * RemoteUpload.pieceSize)
    }

    @Test func `a part plays from the pieces with its frames and the tables`() throws {
        let source = try #require(try view.movieSource(ofAssetUUID: uuid))
        let plan = try view.movies.plan(of: source)
        #expect(abs(plan.duration - 5) < 0.2)
        #expect(try !view.movies.part(0, .lines(480), of: source).isEmpty)
        try expectGap()
    }

    @Test func `an image larger than the stored ones needs a few pieces`() throws {
        let source = try #require(try view.pictureSource(ofAssetUUID: uuid, version: .current))
        try library.derivatives.remove(digest)
        var request = ImageRequest(source: source, layout: ImageLayout(size: source.size))
        let refused = #expect(throws: LibraryError.self) { try view.images.image(request) }
        #expect(refused?.code == .networkAccessRequired)
        request.network = .allowed()
        #expect(try view.images.image(request).size == source.size)
        try expectGap()
    }

    @Test func `the original comes with its last missing pieces`() throws {
        let source = try #require(try view.pictureSource(ofAssetUUID: uuid, version: .current))
        _ = try view.movies.plan(of: try #require(try view.movieSource(ofAssetUUID: uuid)))
        try expectGap()
        try view.originals.fetch(source, .allowed())
        #expect(try library.blobs.verify(digest) { _ in true } == .intact(size: Int64(SampleMedia.gappedMovie().count)))
        #expect(try library.cloud.downloads?.partial(digest)?.presentRanges() == [])
    }

    @Test func `frames of the whole duration don't bring the whole file`() throws {
        let source = try #require(try view.movieSource(ofAssetUUID: uuid))
        let error = #expect(throws: LibraryError.self) { try view.movies.frameStrip(of: source) }
        #expect(error?.code == .networkAccessRequired)
        #expect(try !library.blobs.contains(digest))
    }

    @Test func `work that misses bytes behind the end of the file isn't repeated`() throws {
        let source = try #require(try view.movieSource(ofAssetUUID: uuid))
        var count = 0
        let error = #expect(throws: MediaError.self) {
            try view.originals.reading(source) { _, _ throws(MediaError) -> Void in
                count += 1
                throw .missing(1 << 50..<1 << 51)
            }
        }
        #expect(error?.code == .bytesMissing && count == 1)
        #expect(try !library.blobs.contains(digest))
    }

    @Test func `a video without network is reported as remote`() throws {
        try FileManager.default.removeItem(at: place.url)
        let source = try #require(try view.movieSource(ofAssetUUID: uuid))
        let error = #expect(throws: LibraryError.self) { try view.movies.plan(of: source) }
        #expect(error?.code == .networkFailed)
    }
}
