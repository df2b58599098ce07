import AlbumenTestSupport
import CLibTurboJPEG
import Foundation
import MediaRequests
import Pixels
import Testing

/// Grey, deep, inked and translucent pictures all become eight bits of red, green, blue and alpha.
@Suite struct PixelKindTests {
    @Test func `grey has three equal colours`() throws {
        let levels = (0..<256).map(UInt8.init)
        let picture = try Rendered.picture(SampleFile.png(width: 256, height: 1, .grey, samples: levels))
        #expect(!picture.hasAlpha)
        #expect(picture.pixels == levels.map { [$0, $0, $0, 255] })
    }

    @Test func `a grey JPEG has three equal colours in full and reduced size`() throws {
        let file = try SampleFile.jpeg(
            width: 400, height: 300, TJPF_GRAY, samples: [UInt8](repeating: 77, count: 400 * 300))
        for size in [RenderRequest.Size.full, .longSide(100)] {
            #expect(isNear(try Rendered.picture(file, size).pixel(20, 20), [77, 77, 77, 255], within: 1))
        }
    }

    @Test func `sixteen bits are reduced to eight, to the nearest value`() throws {
        let levels = [0, 127, 129, 257, 0x8000, 0xFEFF, 0xFFFF]
        let samples = levels.flatMap { SampleMedia.bigEndian16($0) }
        let grey = try Rendered.picture(
            SampleFile.png(width: levels.count, height: 1, .grey, depth: 16, samples: samples))
        #expect(grey.pixels.map { Int($0[0]) } == levels.map { ($0 * 255 + 32767) / 65535 })
        let red: [UInt8] = levels.flatMap { level -> [UInt8] in SampleMedia.bigEndian16(level) + [0, 0, 0xFF, 0xFF] }
        let colour = try Rendered.picture(
            SampleFile.png(width: levels.count, height: 1, .rgb, depth: 16, samples: red))
        for (pixel, level) in zip(colour.pixels, levels) {
            #expect(isNear(pixel, [(level * 255 + 32767) / 65535, 0, 255, 255], within: 1))
        }
    }

    @Test("colours are premultiplied by alpha", arguments: [8, 16] as [UInt8])
    func alpha(_ depth: UInt8) throws {
        let colours: [[UInt8]] = [[200, 100, 50, 128], [200, 100, 50, 0], [200, 100, 50, 255], [255, 255, 255, 1]]
        let samples: [UInt8] = colours.joined().flatMap { level -> [UInt8] in depth == 16 ? [level, level] : [level] }
        let picture = try Rendered.picture(
            SampleFile.png(width: 4, height: 1, .rgbWithAlpha, depth: depth, samples: samples))
        #expect(picture.hasAlpha)
        for (pixel, colour) in zip(picture.pixels, colours) {
            let alpha = Int(colour[3])
            let expected = colour.prefix(3).map { level in Int(level) * alpha / 255 } + [alpha]
            #expect(isNear(pixel, expected, within: 1))
        }
    }

    @Test func `an opaque alpha channel is dropped`() throws {
        let samples = [UInt8](repeating: 255, count: 64 * 4)
        #expect(try !Rendered.picture(SampleFile.png(width: 8, height: 8, .rgbWithAlpha, samples: samples)).hasAlpha)
        let grey = [UInt8](repeating: 255, count: 64 * 2)
        #expect(try !Rendered.picture(SampleFile.png(width: 8, height: 8, .greyWithAlpha, samples: grey)).hasAlpha)
    }

    @Test func `transparent colours do not affect a reduced picture`() throws {
        // Red where it is seen, green where it is not.
        let samples = (0..<64 * 64).flatMap { index -> [UInt8] in
            index % 2 == 0 ? [255, 0, 0, 255] : [0, 255, 0, 0]
        }
        let picture = try Rendered.picture(
            SampleFile.png(width: 64, height: 64, .rgbWithAlpha, samples: samples), .longSide(16))
        #expect(isNear(picture.pixel(8, 8), [128, 0, 0, 128], within: 3))
    }

    @Test func `unknown inks are converted directly, with Adobe's inversion`() throws {
        let inks: [([UInt8], [Int])] = [
            ([255, 255, 255, 255], [255, 255, 255]), ([0, 255, 255, 255], [0, 255, 255]),
            ([255, 0, 255, 255], [255, 0, 255]), ([255, 255, 0, 255], [255, 255, 0]), ([255, 255, 255, 0], [0, 0, 0]),
            ([255, 128, 64, 128], [128, 64, 32]),
        ]
        for (ink, colour) in inks {
            let samples = (0..<32 * 32).flatMap { _ in ink }
            let file = try SampleFile.jpeg(width: 32, height: 32, TJPF_CMYK, samples: samples)
            for size in [RenderRequest.Size.full, .longSide(16)] {
                #expect(isNear(try Rendered.picture(file, size).pixel(8, 8), colour + [255], within: 3), "\(ink)")
            }
        }
    }

    @Test func `an animation shows its first frame`() throws {
        let picture = try Rendered.picture(SampleMedia.gif(width: 16, height: 12, frames: 3))
        #expect(picture.size == PixelSize(width: 16, height: 12))
        #expect(picture.pixel(8, 6) == [0, 255, 0, 255])
    }
}
