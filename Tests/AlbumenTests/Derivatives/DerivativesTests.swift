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

/// How thumbnails and previews are encoded, stored and read.
@Suite struct DerivativesTests {
    let folder: TemporaryFolder
    let derivatives: Derivatives

    init() throws {
        folder = try TemporaryFolder()
        derivatives = Derivatives(in: folder.url)
    }

    @Test("both sizes are stored and read")
    func bothSizesComeBack() throws {
        let digest = BlobDigest.sample(1)
        try derivatives.store([.sample(SampleBitmap.gradient(width: 3000, height: 2000), of: digest)])
        #expect(try derivatives.bitmap(.thumbnail, of: digest)?.size == PixelSize(width: 256, height: 171))
        let preview = try #require(try derivatives.bitmap(.preview, of: digest))
        #expect(preview.size == PixelSize(width: 1440, height: 960))
        #expect(abs(Int(preview.colour(x: 720, y: 480).red) - 127) < 10)
        #expect(try derivatives.contains(.thumbnail, digest))
        #expect(try derivatives.contains(.preview, digest))
        #expect(try derivatives.bitmap(.thumbnail, of: .sample(2)) == nil)
        #expect(try !derivatives.contains(.preview, .sample(2)))
    }

    @Test("a preview can be read smaller than its stored size")
    func aPreviewMayComeSmallerThanItIsStored() throws {
        let digest = BlobDigest.sample(1)
        try derivatives.store([.sample(SampleBitmap.gradient(width: 3000, height: 2000), of: digest)])
        let wanted = PixelSize(width: 300, height: 200)
        let preview = try #require(try derivatives.bitmap(.preview, of: digest, covering: wanted))
        #expect(preview.size == PixelSize(width: 360, height: 240))
    }

    @Test("a small picture has only a thumbnail, which also serves as its preview", arguments: [1, 100, 256])
    func aSmallPictureHasAThumbnailAloneThatStandsForBoth(side: Int) throws {
        let digest = BlobDigest.sample(1)
        let made = try Derivatives.Made.sample(SampleBitmap.gradient(width: side, height: side), of: digest)
        #expect(made.preview == nil)
        try derivatives.store([made])
        #expect(try derivatives.bitmap(.preview, of: digest)?.longSide == side)
        #expect(try derivatives.contains(.preview, digest))
        #expect(try derivatives.statistics().previewCount == 0)
    }

    @Test("a large picture's thumbnail never serves as its preview")
    func aLargePicturesThumbnailNeverStandsForItsPreview() throws {
        let digest = BlobDigest.sample(1)
        try derivatives.store([.sample(SampleBitmap.gradient(width: 257, height: 200), of: digest)])
        for file in try folder.previewFiles() { try FileManager.default.removeItem(at: file) }
        #expect(try derivatives.bitmap(.preview, of: digest) == nil)
        #expect(try !derivatives.contains(.preview, digest))
        #expect(try derivatives.bitmap(.thumbnail, of: digest) != nil)
    }

    @Test("a picture without alpha is a JPEG, with alpha a PNG, with an unused alpha channel a JPEG")
    func formats() throws {
        let opaque = try Derivatives.Made.sample(SampleBitmap.gradient(width: 400, height: 300), of: .sample(1))
        let clear = try Derivatives.Made.sample(
            SampleBitmap.plain(width: 400, height: 300, red: 200, alpha: 100), of: .sample(2))
        let unused = Bitmap(width: 400, height: 300, hasAlpha: true) {
            $0.initializeMemory(as: UInt8.self, repeating: 255)
        }
        let plain = try Derivatives.Made.sample(unused, of: .sample(3))
        for made in [opaque, plain] {
            #expect(made.thumbnail.starts(with: [0xFF, 0xD8]))
            #expect(made.preview?.starts(with: [0xFF, 0xD8]) == true)
        }
        #expect(clear.thumbnail.starts(with: [0x89, 0x50]))
        #expect(clear.preview?.starts(with: [0x89, 0x50]) == true)
        try derivatives.store([opaque, clear, plain])
        let colour = try derivatives.bitmap(.preview, of: .sample(2))?.colour(x: 5, y: 5)
        #expect(colour?.alpha == 100)
        #expect(colour?.red == 78)
        #expect(try derivatives.bitmap(.preview, of: .sample(1))?.hasAlpha == false)
        #expect(try Set(folder.previewFiles().map(\.pathExtension)) == ["jpg", "png"])
    }

    @Test("encoded derivatives have the damage and a placeholder")
    func whatTheDecoderFoundAndThePlaceholderComeAlong() throws {
        let rendering = Rendering.sample(SampleBitmap.plain(width: 900, height: 300, red: 200), damage: "cut short")
        let made = try Derivatives.encode(rendering, of: .sample(1))
        #expect(made.damage == "cut short")
        let placeholder = try #require(ThumbHash(bytes: made.placeholder))
        #expect(made.placeholder.count <= 25)
        #expect(placeholder.averageColour.red > 0.7 && placeholder.averageColour.green < 0.1)
        #expect(placeholder.aspectRatio > 2)
    }

    @Test("undecodable derivatives are removed from the store")
    func undecodable() throws {
        let digest = BlobDigest.sample(1)
        try derivatives.store([.sample(SampleBitmap.gradient(width: 800, height: 600), of: digest)])
        let file = try #require(try folder.previewFiles().first)
        let length = try Data(contentsOf: file).count
        // The same length as the stored one.
        try Data(repeating: 0x5A, count: length).write(to: file)
        #expect(try derivatives.bitmap(.preview, of: digest) == nil)
        #expect(try folder.previewFiles().isEmpty)
        #expect(try derivatives.statistics().previewCount == 0)

        var made = try Derivatives.Made.sample(SampleBitmap.gradient(width: 800, height: 600), of: digest)
        made.thumbnail = made.thumbnail.prefix(made.thumbnail.count / 2)
        try derivatives.store([made])
        #expect(try derivatives.bitmap(.thumbnail, of: digest) == nil)
        #expect(try !derivatives.contains(.thumbnail, digest))
        #expect(try derivatives.bitmap(.preview, of: digest) != nil)
    }

    @Test("a picture with more pixels than any stored size isn't decoded")
    func tooLarge() throws {
        let digest = BlobDigest.sample(1)
        var made = try Derivatives.Made.sample(SampleBitmap.gradient(width: 800, height: 600), of: digest)
        made.thumbnail = try JPEGCodec.encode(SampleBitmap.plain(width: 257, height: 257), quality: 50)
        try derivatives.store([made])
        #expect(try derivatives.bitmap(.thumbnail, of: digest) == nil)
    }

    @Test("removed derivatives can't be read")
    func whatIsRemovedIsGone() throws {
        let picture = SampleBitmap.gradient(width: 500, height: 400)
        try derivatives.store([.sample(picture, of: .sample(1)), .sample(picture, of: .sample(2))])
        try derivatives.remove(.sample(1))
        #expect(try derivatives.bitmap(.thumbnail, of: .sample(1)) == nil)
        #expect(try derivatives.bitmap(.preview, of: .sample(2)) != nil)
        try derivatives.removeAll()
        #expect(try derivatives.presence(of: [.sample(1), .sample(2)]).isEmpty)
        #expect(try derivatives.statistics() == DerivativeStatistics())
    }

    @Test("a library that can't store derivatives still opens")
    func nothingCanBeKept() throws {
        let place = folder.url.appending(path: "library", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: place.appending(path: "derivatives.sqlite/inside"), withIntermediateDirectories: true)
        let derivatives = Derivatives(in: place)
        try derivatives.store([.sample(SampleBitmap.gradient(width: 500, height: 400), of: .sample(1))])
        #expect(try derivatives.bitmap(.thumbnail, of: .sample(1)) == nil)
        #expect(try derivatives.bitmap(.preview, of: .sample(1)) == nil)
        #expect(try derivatives.presence(of: [.sample(1)]).isEmpty)
        #expect(try derivatives.statistics() == DerivativeStatistics())
        try derivatives.removeAll()
        try derivatives.sweep()
        #expect(throws: CatalogError.self) { try derivatives.requireStore() }
    }
}
