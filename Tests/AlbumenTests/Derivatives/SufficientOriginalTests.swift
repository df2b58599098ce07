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

/// A small original in sRGB serves as its own preview.
@Suite struct SufficientOriginalTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    @Test("an import stores only a thumbnail, and nothing is missing", arguments: [true, false])
    func imported(makesDerivatives: Bool) throws {
        let source = try importPhotograph(makesDerivatives: makesDerivatives)
        if !makesDerivatives { #expect(try build() == 1) }
        #expect(try library.derivatives.usesOriginal(source.digest))
        let survey = try DerivativeSurvey(of: library)
        #expect(survey.pictures == 1)
        #expect(survey.missingThumbnails == 0)
        #expect(survey.missingPreviews == 0)
        #expect(survey.stored.thumbnailCount == 1)
        #expect(survey.stored.previewCount == 0)
        #expect(try build() == 0)
        let assets = try library.catalog.read { try $0.assets(after: 0, limit: 10) }
        #expect(try library.catalog.read { try $0.placeholders(ofAssets: assets.map(\.id)) }.count == 1)
    }

    @Test func `all derivatives can be made again`() throws {
        let source = try importPhotograph()
        try library.removeDerivatives()
        #expect(try !library.derivatives.usesOriginal(source.digest))
        #expect(try build() == 1)
        #expect(try library.derivatives.usesOriginal(source.digest))
    }

    @Test func `a preview that is stored already is kept and used`() throws {
        let source = try importPhotograph(makesDerivatives: false)
        let former = try Derivatives.Made.sample(
            SampleBitmap.plain(width: 800, height: 600, red: 200), of: source.digest)
        try library.derivatives.store([former])
        #expect(try build() == 0)
        #expect(try library.owner.storedPicture(.preview, of: source.digest) == former.preview)
        let image = try library.owner.images.image(request(source, longSide: 500))
        #expect(image.colour(x: 250, y: 180).red > 190)
    }

    @Test("images of all sizes match the original", arguments: [800, 799, 500, 257, 256, 100])
    func images(longSide: Int) throws {
        let source = try importPhotograph()
        let image = try library.owner.images.image(request(source, longSide: longSide))
        #expect(image.longSide == longSide)
        let expected = SampleBitmap.gradient(width: 800, height: 600).scaled(to: image.size)
        for (x, y) in [(1, 1), (7, 7), (13, 9)] {
            let (column, row) = (image.width * x / 16, image.height * y / 16)
            let (colour, wanted) = (image.colour(x: column, y: row), expected.colour(x: column, y: row))
            #expect(abs(Int(colour.red) - Int(wanted.red)) < 16)
            #expect(abs(Int(colour.green) - Int(wanted.green)) < 16)
        }
        #expect(try library.derivatives.statistics().previewCount == 0)
    }

    @Test func `an image between the sizes is delivered degraded first`() async throws {
        let source = try importPhotograph()
        var sides: [Int] = []
        for try await image in deliveries(of: request(source, longSide: 500, .opportunistic)) {
            sides.append(image.bitmap.longSide)
            #expect(image.isDegraded == (sides.count == 1))
        }
        #expect(sides == [256, 500])
    }

    @Test func `the preview's bytes are made on request, without the original's metadata`() throws {
        let comment = "A secret place"
        let source = try importPhotograph(comment: comment)
        #expect(try library.owner.storedPicture(.preview, of: source.digest) == nil)
        let bytes = try library.owner.images.makeBytes(.preview, of: source)
        #expect(try JPEGCodec.decode(bytes).size == PixelSize(width: 800, height: 600))
        let original = try library.owner.images.data(of: source)
        #expect(original.firstRange(of: Data(comment.utf8)) != nil)
        #expect(bytes.firstRange(of: Data(comment.utf8)) == nil)
        #expect(try library.derivatives.statistics().previewCount == 0)
        // Without any derivative, the thumbnail is also made.
        try library.removeDerivatives()
        #expect(try library.owner.images.makeBytes(.preview, of: source) == bytes)
        #expect(try library.derivatives.contains(.thumbnail, source.digest))
    }

    @Test func `purging the photo removes the note`() throws {
        let source = try importPhotograph()
        try library.derivatives.remove(source.digest)
        #expect(try !library.derivatives.usesOriginal(source.digest))
        #expect(try library.derivatives.presence(of: [source.digest]).isEmpty)
    }

    // MARK: Parts

    private func build() throws -> Int {
        try DerivativeBuilding(in: library).run(report: { Issue.record("\($0)") }).made
    }

    private func request(
        _ source: PictureSource, longSide: Int, _ delivery: ImageRequest.Delivery = .highQuality
    ) -> ImageRequest {
        ImageRequest(
            source: source, layout: ImageLayout(size: source.size.fitting(longSide: longSide)), delivery: delivery)
    }

    private func deliveries(of request: ImageRequest) -> AsyncThrowingStream<DeliveredImage, any Error> {
        AsyncThrowingStream { continuation in
            library.owner.images.start(request) { event in
                switch event {
                case .image(let image):
                    continuation.yield(image)
                    if image.isLast { continuation.finish() }
                case .failed(let error): continuation.finish(throwing: error)
                }
            }
        }
    }

    private func importPhotograph(comment: String = "", makesDerivatives: Bool = true) throws -> PictureSource {
        let photograph = try SampleMedia.photograph(width: 800, height: 600, comment: comment)
        let file = try folder.write(photograph, to: "photo.jpg")
        let summary = try Ingest(into: library, makesDerivatives: makesDerivatives, report: { _ in }).run([file.path])
        try #require(summary.imported == 1)
        let asset = try #require(try library.catalog.read { try $0.assets(after: 0, limit: 1) }.first)
        return try library.owner.pictureSource(of: asset, version: .current)
    }
}
