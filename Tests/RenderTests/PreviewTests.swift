import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// What can be had much sooner than the picture (§4.3).
@Suite struct PreviewTests {
    private static func preview(_ file: Data, _ size: RenderRequest.Size) throws -> Bitmap {
        try #require(try Rendered.rendering(file, [size], source: .preview)?.pictures.first)
    }

    @Test func `the preview is the EXIF thumbnail in at most the requested size`() throws {
        let file = try SampleMedia.photograph(width: 1200, height: 900, hasPreview: true)
        #expect(try Self.preview(file, .longSide(1440)).size == PixelSize(width: 160, height: 120))
        #expect(try Self.preview(file, .full).size == PixelSize(width: 160, height: 120))
        #expect(try Self.preview(file, .longSide(128)).size == PixelSize(width: 128, height: 96))
    }

    @Test func `a preview is rotated like its picture`() throws {
        let plain = try SampleMedia.photograph(width: 1200, height: 900)
        let file = SampleFile.inserting(orientation: 6, into: plain)
        let preview = try Self.preview(file, .longSide(1440))
        #expect(preview.size == PixelSize(width: 113, height: 150))
        // The stored picture's lower left, green, comes to the upper left.
        #expect(isNear(Array(preview.pixel(2, 2).prefix(2)), [5, 250], within: 16))
    }

    @Test func `a preview has its picture's colours`() throws {
        let file = SampleFile.inserting(
            profile: try SampleFile.displayP3(),
            into: try SampleMedia.photograph(width: 1200, height: 900, hasPreview: true))
        let preview = try Self.preview(file, .longSide(1440))
        let picture = try Rendered.picture(file, .longSide(160))
        for (x, y) in [(30, 20), (90, 70), (130, 100), (50, 110)] {
            #expect(isNear(preview.pixel(x, y), picture.pixel(x, y).map(Int.init), within: 12))
        }
    }

    @Test func `a thumbnail with another aspect ratio is ignored`() throws {
        // That of a picture in landscape, in one that is square.
        let other = try SampleMedia.photograph(width: 1200, height: 900, hasPreview: true)
        let start = try #require(other.firstRange(of: Data([0xFF, 0xE1])))
        let length = Int(other[start.upperBound]) << 8 | Int(other[start.upperBound + 1])
        let segment = Array(other[start.upperBound + 2..<start.upperBound + length])
        let file = SampleFile.inserting(0xE1, segment, into: try SampleMedia.photograph(width: 1200, height: 1200))
        #expect(try Self.preview(file, .longSide(1440)).size == PixelSize(width: 150, height: 150))
    }

    @Test(
        "without a thumbnail, the preview is a coarse decode of at least 100 pixels",
        arguments: [(1600, 200), (500, 125), (300, 150)])
    func coarse(_ side: Int, _ expected: Int) throws {
        let file = try SampleMedia.photograph(width: side, height: side)
        #expect(try Self.preview(file, .longSide(1440)).longSide == expected)
    }

    @Test(
        "there is no preview if nothing is quicker than the picture",
        arguments: [(180, 1440), (1600, 200), (1600, 64)])
    func none(_ side: Int, _ size: Int) throws {
        let file = try SampleMedia.photograph(width: side, height: side)
        let error = #expect(throws: MediaError.self) { try Self.preview(file, .longSide(size)) }
        #expect(error?.code == .noPreview)
        let png = try PNGCodec.encode(SampleBitmap.gradient(width: side, height: 40))
        let second = #expect(throws: MediaError.self) { try Self.preview(png, .longSide(size)) }
        #expect(second?.code == .noPreview)
    }
}

/// Previews that cameras wrote.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct RealPreviewTests {
    @Test(
        "previews of phones and cameras are found and match their picture",
        arguments: [
            ("heic/IMG_2682.heic", 320), ("live-photos/photokit-pair/test_live.HEIC", 320),
            ("motion-photos/samsung-one-ui-6.heic", 400), ("raw/CRW.CRW", 400),
        ])
    func previews(_ path: String, _ longSide: Int) throws {
        let file = try Rendered.file(path)
        let name = String(path.split(separator: "/").last ?? "")
        let preview = try #require(
            try Rendered.rendering(file, named: name, [.longSide(400)], source: .preview)?.pictures.first)
        let picture = try Rendered.picture(file, named: name, .longSide(400))
        #expect(preview.longSide >= 100 && preview.longSide <= longSide)
        #expect(DifferenceHash(preview).distance(to: DifferenceHash(picture)) <= 6)
    }
}
