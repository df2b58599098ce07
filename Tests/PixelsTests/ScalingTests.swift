import AlbumenTestSupport
import Testing

@testable import Pixels

/// `Bitmap.scaled(to:)`.
@Suite struct ScalingTests {
    @Test(arguments: [(100, 75), (99, 74), (33, 10), (1, 1), (400, 300), (401, 37), (57, 500)])
    func `scaling keeps a uniform colour exactly`(width: Int, height: Int) {
        let bitmap = SampleBitmap.plain(width: 400, height: 300, red: 201, green: 3, blue: 77)
        let scaled = bitmap.scaled(to: PixelSize(width: width, height: height))
        #expect(scaled.size == PixelSize(width: width, height: height))
        #expect(!scaled.hasAlpha)
        #expect(scaled.pixels == SampleBitmap.plain(width: width, height: height, red: 201, green: 3, blue: 77).pixels)
    }

    @Test func `scaling to the same size returns the same image`() {
        let bitmap = SampleBitmap.gradient(width: 40, height: 30)
        #expect(bitmap.scaled(to: bitmap.size) === bitmap)
    }

    @Test func `a reduction by a whole number averages blocks without shifting them`() {
        let bitmap = SampleBitmap.irregular(width: 64, height: 48)
        let scaled = bitmap.scaled(to: PixelSize(width: 8, height: 6))
        let means = SampleBitmap.blockMeans(bitmap, side: 8)
        let gap = zip(scaled.pixels, means).map { abs(Int($0) - Int($1)) }
        // The filter extends half a source pixel beyond the block on each side.
        #expect((gap.max() ?? 0) <= 12)
        #expect(Double(gap.reduce(0, +)) / Double(gap.count) < 2)
    }

    @Test(arguments: [7, 16, 31, 50])
    func `reducing a mirrored image mirrors the reduction`(width: Int) {
        let bitmap = SampleBitmap.irregular(width: 100, height: 80)
        let size = PixelSize(width: width, height: width * 4 / 5)
        let straight = bitmap.scaled(to: size)
        let mirrored = SampleBitmap.mirrored(SampleBitmap.mirrored(bitmap).scaled(to: size))
        let gap = zip(straight.pixels, mirrored.pixels).map { abs(Int($0) - Int($1)) }
        #expect((gap.max() ?? 0) <= 8)
    }

    @Test func `edges neither fade nor wrap around`() {
        // White on the left half, black on the right.
        let bitmap = Bitmap(width: 200, height: 200, hasAlpha: false) { bytes in
            for y in 0..<200 {
                for x in 0..<200 {
                    for channel in 0..<4 {
                        bytes[(y * 200 + x) * 4 + channel] = channel == 3 || x < 100 ? 255 : 0
                    }
                }
            }
        }
        for width in [10, 37, 160, 500] {
            let scaled = bitmap.scaled(to: PixelSize(width: width, height: width))
            for y in [0, width / 2, width - 1] {
                #expect(scaled.colour(x: 0, y: y) == (255, 255, 255, 255))
                #expect(scaled.colour(x: width - 1, y: y) == (0, 0, 0, 255))
            }
        }
    }

    @Test func `transparent colours have less weight`() {
        // Opaque red beside a transparent pixel. The result has half of both and is still premultiplied.
        let bitmap = Bitmap(width: 2, height: 1, hasAlpha: true) { bytes in
            bytes[0] = 255
            bytes[3] = 255
        }
        let colour = bitmap.scaled(to: PixelSize(width: 1, height: 1)).colour(x: 0, y: 0)
        #expect(colour.red == colour.alpha)
        #expect((126...129).contains(colour.alpha))
        #expect(colour.green == 0 && colour.blue == 0)
    }

    @Test func `scaling does not exchange red and blue`() {
        let colour = SampleBitmap.plain(width: 8, height: 8, red: 1, green: 2, blue: 3, alpha: 255)
            .scaled(to: PixelSize(width: 3, height: 3)).colour(x: 1, y: 1)
        #expect(colour == (1, 2, 3, 255))
    }

    @Test func `a side that exceeds pixman's coordinates can be reduced`() {
        let bitmap = SampleBitmap.gradient(width: 70_001, height: 3)
        let scaled = bitmap.scaled(to: PixelSize(width: 1000, height: 1))
        #expect(scaled.size == PixelSize(width: 1000, height: 1))
        #expect(scaled.colour(x: 0, y: 0).red <= 1)
        #expect(scaled.colour(x: 999, y: 0).red >= 254)
        #expect(abs(Int(scaled.colour(x: 500, y: 0).red) - 127) <= 2)
    }

    @Test(
        arguments: [33_000, 69_000, 80_000])
    func `images that exceed pixman's coordinates are scaled in parts, without seams`(width: Int) {
        let bitmap = SampleBitmap.gradient(width: 70_001, height: 2)
        let scaled = bitmap.scaled(to: PixelSize(width: width, height: 1))
        #expect(scaled.width == width)
        var largestGap = 0
        for x in stride(from: 0, to: width, by: 7) {
            let expected = Double(x) / Double(width - 1) * 255
            largestGap = max(largestGap, abs(Int(expected) - Int(scaled.colour(x: x, y: 0).red)))
        }
        #expect(largestGap <= 2)
    }

    @Test func `padding between rows does not affect the result`() {
        let bitmap = SampleBitmap.irregular(width: 90, height: 60)
        let spaced = SampleBitmap.spaced(bitmap, bytesPerRow: 90 * 4 + 16)
        let size = PixelSize(width: 20, height: 20)
        #expect(spaced.scaled(to: size).pixels == bitmap.scaled(to: size).pixels)
    }
}

extension SampleBitmap {
    fileprivate static func blockMeans(_ bitmap: Bitmap, side: Int) -> [UInt8] {
        var means: [UInt8] = []
        for y in 0..<bitmap.height / side {
            for x in 0..<bitmap.width / side {
                let block = bitmap.cropped(to: PixelRectangle(x: x * side, y: y * side, width: side, height: side))
                for channel in 0..<4 {
                    let sum = stride(from: channel, to: block.pixels.count, by: 4).reduce(0) {
                        $0 + Int(block.pixels[$1])
                    }
                    means.append(UInt8((sum + side * side / 2) / (side * side)))
                }
            }
        }
        return means
    }

    fileprivate static func mirrored(_ bitmap: Bitmap) -> Bitmap {
        let pixels = bitmap.pixels
        return Bitmap(width: bitmap.width, height: bitmap.height, hasAlpha: bitmap.hasAlpha) { bytes in
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width {
                    for channel in 0..<4 {
                        bytes[(y * bitmap.width + x) * 4 + channel] =
                            pixels[(y * bitmap.width + bitmap.width - 1 - x) * 4 + channel]
                    }
                }
            }
        }
    }
}
