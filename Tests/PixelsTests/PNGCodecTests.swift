import AlbumenTestSupport
import Foundation
import Testing

@testable import Pixels

/// Encoding and decoding PNGs.
@Suite struct PNGCodecTests {
    @Test(arguments: [PNGCodec.Effort.thorough, .quick])
    func `an opaque PNG decodes to the same pixels`(effort: PNGCodec.Effort) throws {
        let bitmap = SampleBitmap.irregular(width: 131, height: 57)
        let decoded = try PNGCodec.decode(PNGCodec.encode(bitmap, effort: effort))
        #expect(decoded.size == bitmap.size)
        #expect(!decoded.hasAlpha)
        #expect(decoded.pixels == bitmap.pixels)
    }

    @Test func `premultiplied colours decode to the same pixels`() throws {
        let bitmap = SampleBitmap.everyTransparency()
        let decoded = try PNGCodec.decode(PNGCodec.encode(bitmap))
        #expect(decoded.hasAlpha)
        #expect(decoded.pixels == bitmap.pixels)
    }

    @Test func `a PNG's colours are not premultiplied`() throws {
        // A pixel of 200, 100, 0 with an alpha of one half, written by Pillow.
        let file = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGM4kcLQ"
                    + "AAAE0QGthTwvTQAAAABJRU5ErkJggg=="))
        #expect(try PNGCodec.decode(file).pixels == [100, 50, 0, 128])
    }

    @Test func `the PNG of an opaque image has no alpha channel`() throws {
        // The colour type in the header.
        #expect(try PNGCodec.encode(SampleBitmap.plain(width: 4, height: 4))[25] == 2)
        #expect(try PNGCodec.encode(SampleBitmap.plain(width: 4, height: 4, alpha: 9))[25] == 6)
    }

    @Test func `decoding truncated bytes throws`() throws {
        let bytes = try PNGCodec.encode(SampleBitmap.irregular(width: 100, height: 100))
        for count in [0, 1, 20, 40, bytes.count / 2] {
            let error = #expect(throws: PictureCodingError.self) { try PNGCodec.decode(bytes.prefix(count)) }
            #expect(error?.code == .undecodable)
        }
    }

    @Test func `decoding throws if the header exceeds the pixel limit`() throws {
        let bytes = try PNGCodec.encode(SampleBitmap.plain(width: 100, height: 100))
        let error = #expect(throws: PictureCodingError.self) { try PNGCodec.decode(bytes, pixelLimit: 9_999) }
        #expect(error?.code == .tooLarge)
    }

    @Test func `padding between rows does not affect the result`() throws {
        for alpha in [false, true] {
            let bitmap = SampleBitmap.irregular(width: 30, height: 20, alpha: alpha)
            let spaced = SampleBitmap.spaced(bitmap, bytesPerRow: 30 * 4 + 24)
            #expect(try PNGCodec.decode(PNGCodec.encode(spaced)).pixels == bitmap.pixels)
        }
    }
}
