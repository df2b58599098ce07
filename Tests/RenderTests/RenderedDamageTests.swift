import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// Of a picture with a part missing, what is there is shown, and the answer says so.
@Suite struct RenderedDamageTests {
    private static let endsEarly = "the file ends before its picture does"

    @Test("a truncated JPEG keeps its upper part", arguments: [RenderRequest.Size.full, .longSide(200)])
    func truncatedJPEG(_ size: RenderRequest.Size) throws {
        let file = try SampleMedia.photograph(width: 800, height: 600)
        let whole = try Rendered.picture(file, size)
        let rendering = try #require(try Rendered.rendering(file.prefix(file.count / 2), [size]))
        let half = rendering.pictures[0]
        #expect(rendering.damage == Self.endsEarly)
        #expect(half.size == whole.size)
        #expect(half.pixel(20, 20) == whole.pixel(20, 20))
        #expect(half.pixel(half.width - 2, half.height - 2) != whole.pixel(whole.width - 2, whole.height - 2))
    }

    @Test func `a JPEG with invalid data in the middle is decoded with damage`() throws {
        var file = try SampleMedia.photograph(width: 800, height: 600)
        file.removeSubrange(file.count / 2..<file.count - 2)
        let rendering = try #require(try Rendered.rendering(file))
        #expect(rendering.damage == "a part of the picture's data is corrupt")
        #expect(rendering.pictures[0].size == PixelSize(width: 800, height: 600))
    }

    @Test func `bytes between a JPEG's segments are no damage`() throws {
        let file = try SampleMedia.photograph(width: 80, height: 60)
        let tables = try #require(file.firstRange(of: Data([0xFF, 0xDB]))).lowerBound
        let padded = file[..<tables] + Data([0, 0, 0, 0]) + file[tables...]
        for data in [file, padded, file + Data(repeating: 7, count: 500)] {
            #expect(try #require(try Rendered.rendering(data)).damage == nil)
        }
    }

    @Test func `anomalies outside of a PNG's image data are no damage`() throws {
        let file = SampleFile.png(
            width: 8, height: 6, .rgb, samples: [UInt8](repeating: 90, count: 8 * 6 * 3))
        let data = try #require(file.firstRange(of: Data("IDAT".utf8))).lowerBound - 4
        // A gamma of nothing, and a text whose checksum is wrong.
        let gamma = Data([0, 0, 0, 4] + Array("gAMA".utf8) + [0, 0, 0, 0, 0x8A, 0xD8, 0x6B, 0x8C])
        let text = Data([0, 0, 0, 3] + Array("tEXt".utf8) + Array("a\0b".utf8) + [1, 2, 3, 4])
        for oddity in [gamma, text] {
            let rendering = try #require(try Rendered.rendering(file[..<data] + oddity + file[data...]))
            #expect(rendering.damage == nil)
            #expect(rendering.pictures[0].colour(x: 4, y: 3) == (90, 90, 90, 255))
        }
    }

    @Test func `a truncated PNG keeps its upper part`() throws {
        let gradient = SampleBitmap.gradient(width: 400, height: 300)
        let samples = gradient.pixels.flatMap { $0.prefix(3) }
        let file = SampleFile.png(width: 400, height: 300, .rgb, samples: samples)
        let rendering = try #require(try Rendered.rendering(file.prefix(file.count / 2)))
        #expect(rendering.damage == Self.endsEarly)
        #expect(rendering.pictures[0].pixel(4, 4) == gradient.pixel(4, 4))
        #expect(rendering.pictures[0].pixel(399, 299) != gradient.pixel(399, 299))
    }

    @Test("a picture without any decodable pixel is refused", arguments: ["jpeg", "png", "gif"])
    func nothingLeft(_ kind: String) throws {
        let file: Data
        switch kind {
        case "jpeg":
            let photograph = try SampleMedia.photograph(width: 80, height: 60)
            file = photograph[..<(try #require(photograph.firstRange(of: Data([0xFF, 0xDA]))).lowerBound)]
        case "png": file = SampleMedia.png().prefix(40)
        default: file = SampleMedia.gif(frames: 0)
        }
        let error = #expect(throws: MediaError.self) { try Rendered.rendering(file) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.isEmpty == false)
    }
}
