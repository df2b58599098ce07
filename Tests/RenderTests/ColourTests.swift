import AlbumenTestSupport
import CLibTurboJPEG
import CLittleCMS
import Foundation
import MediaRequests
import Pixels
import Testing

/// Colour profiles are converted to sRGB.
@Suite struct ColourTests {
    private static let rgb8 = UInt32(PT_RGB) << 16 | 3 << 3 | 1

    @Test(
        "the colour difference is CIE's",
        arguments: [
            (SIMD3(50, 2.6772, -79.7751), SIMD3(50, 0, -82.7485), 2.0425),
            (SIMD3(50, -1.3802, -84.2814), SIMD3(50, 0, -82.7485), 1.0000),
            (SIMD3(50, 2.5, 0), SIMD3(73, 25, -18), 27.1492),
            (SIMD3(60.2574, -34.0099, 36.2677), SIMD3(60.4626, -34.1751, 39.4387), 1.2644),
            (SIMD3(22.7233, 20.0904, -46.6940), SIMD3(23.0331, 14.9730, -42.5619), 2.0373),
            (SIMD3(2.0776, 0.0795, -1.1350), SIMD3(0.9033, -0.0636, -0.5514), 0.9082),
        ] as [(SIMD3<Double>, SIMD3<Double>, Double)])
    func difference(_ one: SIMD3<Double>, _ other: SIMD3<Double>, _ expected: Double) {
        // Of the test data that Sharma, Wu and Dalal published.
        #expect(abs(ColourDifference.between(one, other) - expected) < 0.0001)
    }

    @Test("colours of Display P3 match lcms2 in eight and sixteen bits", arguments: [8, 16] as [UInt8])
    func displayP3(_ depth: UInt8) throws {
        let levels: [UInt8] = [0, 30, 90, 128, 200, 255]
        let colours = levels.flatMap { red in levels.flatMap { green in levels.map { [red, green, $0] } } }
        let profile = try SampleFile.displayP3()
        let samples = colours.flatMap { $0 }
        let file = SampleFile.png(
            width: colours.count, height: 1, .rgb, depth: depth,
            samples: depth == 16 ? samples.flatMap { [$0, $0] } : samples, profile: profile)
        let reference = DeviceReference.samples(
            samples, width: colours.count, height: 1, bytesPerPixel: 3, format: Self.rgb8, profile: profile)
        let picture = try Rendered.picture(file)
        let likeness = try ColourLikeness(picture, reference.reduced(to: picture.size))
        #expect(likeness.median < 0.6)
        #expect(likeness.percentile95 < 1.5)
        // Green of P3 is more than sRGB has, so that it matters.
        #expect(picture.pixels[colours.firstIndex(of: [128, 200, 90]) ?? 0][0] < 122)
    }

    @Test func `a grey profile's curve is applied`() throws {
        let levels = (0..<256).map(UInt8.init)
        let profile = try SampleFile.grey(gamma: 1.8)
        let picture = try Rendered.picture(
            SampleFile.png(width: 256, height: 1, .grey, samples: levels, profile: profile))
        let light = pow(100.0 / 255, 1.8)
        let expected = Int(((1.055 * pow(light, 1 / 2.4) - 0.055) * 255).rounded())
        #expect(isNear(picture.pixel(100, 0), [expected, expected, expected, 255]))
    }

    @Test func `CMYK colours match lcms2`() throws {
        let profile = try SampleFile.press()
        let samples: [UInt8] = (0..<96 * 64).flatMap { index -> [UInt8] in
            let (x, y) = (index % 96, index / 96)
            return [
                UInt8(x * 255 / 95), UInt8(y * 255 / 63), UInt8((x + y) * 255 / 158), UInt8(255 - x * y * 120 / 6000),
            ]
        }
        let file = SampleFile.inserting(
            profile: profile, into: try SampleFile.jpeg(width: 96, height: 64, TJPF_CMYK, samples: samples))
        for size in [RenderRequest.Size.full, .longSide(48)] {
            let picture = try Rendered.picture(file, size)
            let reference = try DeviceReference.jpeg(file, componentCount: 4).reduced(to: picture.size)
            let likeness = try ColourLikeness(picture, reference)
            #expect(likeness.median <= 1)
            #expect(likeness.percentile95 <= 3)
        }
        // Not as if the press were not known.
        let plain = try Rendered.picture(SampleFile.jpeg(width: 96, height: 64, TJPF_CMYK, samples: samples))
        #expect(!isNear(try Rendered.picture(file).pixel(20, 20), plain.pixel(20, 20).map(Int.init), within: 8))
    }

    @Test("an invalid profile, or one of another colour space than the file, is ignored", arguments: [0, 1])
    func badProfile(_ kind: Int) throws {
        let photograph = try SampleMedia.photograph(width: 64, height: 48)
        let profile = kind == 0 ? [UInt8](repeating: 7, count: 300) : try SampleFile.grey(gamma: 1.8)
        let picture = try Rendered.picture(SampleFile.inserting(profile: profile, into: photograph))
        #expect(picture.pixels == (try Rendered.picture(photograph)).pixels)
    }

    @Test func `a profile in several JPEG segments is joined`() throws {
        let photograph = try SampleMedia.photograph(width: 64, height: 48)
        let profile = try SampleFile.displayP3()
        let mark = Array("ICC_PROFILE\0".utf8)
        // Each goes before the other: the second comes first in the file.
        var file = SampleFile.inserting(0xE2, mark + [1, 2] + profile[..<100], into: photograph)
        file = SampleFile.inserting(0xE2, mark + [2, 2] + profile[100...], into: file)
        let whole = SampleFile.inserting(profile: profile, into: photograph)
        #expect(try Rendered.picture(file).pixels == Rendered.picture(whole).pixels)
        #expect(try Rendered.picture(file).pixels != Rendered.picture(photograph).pixels)
    }
}

/// Colours of cameras' and artists' files against lcms2 on the whole picture, then reduced.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct RealColourTests {
    @Test(
        "the colours of a reduced JPEG match the entire picture",
        arguments: [
            ("formats/image-p3.jpg", 3), ("formats/grayscale.jpeg", 1),
            ("photos/nature/orychophragmus_violaceus.jpg", 3),
            ("gps/with-location.jpg", 3), ("gps/thompson-springs.jpg", 3), ("photos/usa-2015/wild-2.jpg", 3),
            ("motion-photos/PXL_20200710_061629144.MP.jpg", 3), ("formats/progressive.jpeg", 3),
            ("formats/ultrahdr.jpg", 3),
        ])
    func jpeg(_ path: String, _ componentCount: Int) throws {
        let file = try Rendered.file(path)
        try expectLikeness(
            file, path, DeviceReference.jpeg(file, componentCount: componentCount), 256)
    }

    @Test(
        "the colours of a reduced HEIC match the entire picture, without the gain map",
        // More than their thumbnails have, which the cameras sharpen.
        arguments: [
            ("heic/IMG_2682.heic", 400), ("heic/img_751.heic", 256), ("live-photos/photokit-pair/test_live.HEIC", 400),
            ("heic/IMG_8062.HEIC", 1000), ("formats/test.heic", 200), ("orientation-heif/orientation6.heic", 150),
        ])
    func heic(_ path: String, _ limit: Int) throws {
        let file = try Rendered.file(path)
        try expectLikeness(file, path, DeviceReference.heif(file), limit)
    }

    private func expectLikeness(_ file: Data, _ path: String, _ reference: DeviceReference, _ limit: Int) throws {
        let rendering = try #require(try Rendered.rendering(file, [.longSide(limit)], keepsStoredOrientation: true))
        let picture = rendering.pictures[0]
        let likeness = try ColourLikeness(picture, reference.reduced(to: picture.size))
        #expect(likeness.median <= 2, "\(path)")
        #expect(likeness.percentile95 <= 5, "\(path)")
    }
}
