import AlbumenTestSupport
import Foundation
import Testing

@testable import Pixels

/// The format of placeholders.
@Suite struct ThumbHashTests {
    @Test(
        arguments: [
            (80, 61, false, "VvcNJZaAdndxh4iGiIiIhfOVC+mI"),
            (31, 100, false, "EpcJIhBjcEiIh4mV/ZZK+bc="),
            (100, 9, false, "0BgOIYpwaGiFh4iIcU8Ip3g="),
            (77, 60, true, "VveJHJALgHZxiIaISF/JoI6IhxeHB4hxAA=="),
        ])
    func `hashes equal those of the reference implementation`(width: Int, height: Int, alpha: Bool, expected: String) {
        let hash = ThumbHash(SampleBitmap.irregular(width: width, height: height, alpha: alpha))
        #expect(hash.bytes.base64EncodedString() == expected)
    }

    @Test(arguments: [(1, 1), (1, 5000), (5000, 1), (1440, 1080), (256, 256)])
    func `the hash of each shape fits in a few dozen bytes`(width: Int, height: Int) throws {
        let hash = ThumbHash(SampleBitmap.gradient(width: width, height: height))
        #expect(hash.bytes.count <= 25)
        #expect(ThumbHash(bytes: hash.bytes) == hash)
        #expect((hash.aspectRatio > 1) == (width > height))
        #expect(hash.bitmap().longSide == 32)
        let clear = ThumbHash(SampleBitmap.plain(width: width, height: height, red: 255, alpha: 100))
        #expect(clear.bytes.count <= 32)
        #expect(ThumbHash(bytes: clear.bytes) == clear)
        #expect(clear.bitmap().hasAlpha)
    }

    @Test(
        arguments: [(255, 0, 0), (10, 200, 90), (0, 0, 0), (255, 255, 255), (128, 128, 128)] as [(UInt8, UInt8, UInt8)])
    func `the hash contains the mean colour of the image`(red: UInt8, green: UInt8, blue: UInt8) {
        let hash = ThumbHash(SampleBitmap.plain(width: 300, height: 200, red: red, green: green, blue: blue))
        let mean = hash.averageColour
        #expect(abs(mean.red - Double(red) / 255) < 0.04)
        #expect(abs(mean.green - Double(green) / 255) < 0.04)
        #expect(abs(mean.blue - Double(blue) / 255) < 0.04)
        #expect(mean.alpha == 1)
        let middle = hash.bitmap().colour(x: 16, y: 10)
        #expect(abs(Int(middle.red) - Int(red)) < 12)
        #expect(abs(Int(middle.green) - Int(green)) < 12)
        #expect(abs(Int(middle.blue) - Int(blue)) < 12)
    }

    @Test func `the decoded image has the lightness and the colours of the original`() {
        let picture = ThumbHash(SampleBitmap.gradient(width: 400, height: 300)).bitmap()
        #expect(picture.width == 32)
        let (left, right) = (picture.colour(x: 2, y: 12), picture.colour(x: 29, y: 12))
        let (top, bottom) = (picture.colour(x: 16, y: 1), picture.colour(x: 16, y: picture.height - 2))
        #expect(Int(right.red) - Int(left.red) > 120)
        #expect(Int(bottom.green) - Int(top.green) > 120)
    }

    @Test func `the hash preserves transparency`() {
        // The left half is transparent.
        let picture = Bitmap(width: 100, height: 100, hasAlpha: true) { bytes in
            for y in 0..<100 {
                for x in 50..<100 { bytes[(y * 100 + x) * 4 + 3] = 255 }
            }
        }
        let placeholder = ThumbHash(picture).bitmap()
        #expect(placeholder.colour(x: 2, y: 16).alpha < 40)
        #expect(placeholder.colour(x: 29, y: 16).alpha > 215)
    }

    @Test func `the mean colour ignores transparent pixels`() {
        let picture = Bitmap(width: 10, height: 10, hasAlpha: true) { bytes in
            for index in 0..<50 {
                bytes[index * 4] = 255
                bytes[index * 4 + 3] = 255
            }
        }
        let mean = ThumbHash(picture).averageColour
        #expect(mean.red > 0.95 && mean.green < 0.05 && mean.blue < 0.05)
        #expect(abs(mean.alpha - 0.5) < 0.05)
    }

    @Test func `an unused alpha channel takes no bytes`() {
        let picture = Bitmap(width: 9, height: 9, hasAlpha: true) {
            $0.initializeMemory(as: UInt8.self, repeating: 255)
        }
        #expect(!ThumbHash(picture).bitmap().hasAlpha)
    }

    @Test func `too few bytes are not a hash`() {
        let hash = ThumbHash(SampleBitmap.gradient(width: 400, height: 300))
        for count in 0..<hash.bytes.count { #expect(ThumbHash(bytes: hash.bytes.prefix(count)) == nil) }
        // Any other bytes decode to an image.
        for seed in 0..<64 {
            let bytes = Data((0..<40).map { UInt8(truncatingIfNeeded: ($0 + 1) * (seed * 37 + 11)) })
            #expect(ThumbHash(bytes: bytes)?.bitmap().longSide == 32)
        }
    }
}
