import AlbumenTestSupport
import Foundation
import Testing

@testable import Pixels

/// Encoding and decoding JPEGs.
@Suite struct JPEGCodecTests {
    @Test(arguments: [(1, 1), (7, 3), (256, 192), (333, 517)])
    func `a JPEG decodes to nearly the same pixels`(width: Int, height: Int) throws {
        let bitmap = SampleBitmap.plain(width: width, height: height, red: 200, green: 90, blue: 30)
        let decoded = try JPEGCodec.decode(JPEGCodec.encode(bitmap, quality: 90))
        #expect(decoded.size == bitmap.size)
        #expect(!decoded.hasAlpha)
        let colour = decoded.colour(x: width - 1, y: height - 1)
        #expect(abs(Int(colour.red) - 200) <= 2 && abs(Int(colour.green) - 90) <= 2 && abs(Int(colour.blue) - 30) <= 2)
        #expect(colour.alpha == 255)
    }

    @Test func `a JPEG keeps left and top`() throws {
        let decoded = try JPEGCodec.decode(
            JPEGCodec.encode(SampleBitmap.gradient(width: 200, height: 100), quality: 90))
        #expect(decoded.colour(x: 2, y: 50).red < 20)
        #expect(decoded.colour(x: 197, y: 50).red > 235)
        #expect(decoded.colour(x: 100, y: 2).green < 20)
        #expect(decoded.colour(x: 100, y: 97).green > 235)
    }

    @Test func `a higher quality takes more bytes`() throws {
        let bitmap = SampleBitmap.gradient(width: 256, height: 192)
        let sizes = try [10, 50, 90].map { try JPEGCodec.encode(bitmap, quality: $0).count }
        #expect(sizes[0] < sizes[1])
        #expect(sizes[1] < sizes[2])
    }

    @Test(
        arguments: [(1, 101), (101, 101), (102, 202), (400, 403), (404, 806), (806, 806), (5000, 806)])
    func `decoding uses the smallest reduction that covers the requested size`(wanted: Int, expected: Int) throws {
        let bytes = try JPEGCodec.encode(SampleBitmap.gradient(width: 806, height: 403), quality: 80)
        let decoded = try JPEGCodec.decode(bytes, covering: PixelSize(width: wanted, height: 1))
        #expect(decoded.width == expected)
        #expect(decoded.colour(x: decoded.width - 1, y: 0).red > 230)
    }

    @Test func `a reduction covers both sides of the requested size`() throws {
        let bytes = try JPEGCodec.encode(SampleBitmap.gradient(width: 800, height: 400), quality: 80)
        #expect(try JPEGCodec.decode(bytes, covering: PixelSize(width: 10, height: 150)).height == 200)
    }

    @Test func `decoding truncated bytes throws`() throws {
        let bytes = try JPEGCodec.encode(SampleBitmap.gradient(width: 256, height: 192), quality: 80)
        for count in [0, 1, 20, bytes.count / 2, bytes.count - 10] {
            let error = #expect(throws: PictureCodingError.self) { try JPEGCodec.decode(bytes.prefix(count)) }
            #expect(error?.code == .undecodable)
        }
        #expect(throws: PictureCodingError.self) { try JPEGCodec.decode(Data("no picture".utf8)) }
    }

    @Test func `decoding throws if the header exceeds the pixel limit`() throws {
        let bytes = try JPEGCodec.encode(SampleBitmap.plain(width: 100, height: 100), quality: 80)
        let error = #expect(throws: PictureCodingError.self) { try JPEGCodec.decode(bytes, pixelLimit: 9_999) }
        #expect(error?.code == .tooLarge)
        #expect(try JPEGCodec.decode(bytes, pixelLimit: 10_000).width == 100)
    }

    @Test func `encoding throws if a side exceeds JPEG's limit`() throws {
        let bitmap = SampleBitmap.plain(width: 65_536, height: 1)
        let error = #expect(throws: PictureCodingError.self) { try JPEGCodec.encode(bitmap, quality: 80) }
        #expect(error?.code == .cannotEncode)
    }

    @Test func `padding between rows does not affect the result`() throws {
        let rows = SampleBitmap.gradient(width: 64, height: 20)
        let part = SampleBitmap.spaced(rows, bytesPerRow: 64 * 4 + 40)
        #expect(try JPEGCodec.encode(part, quality: 90) == JPEGCodec.encode(rows, quality: 90))
    }
}
