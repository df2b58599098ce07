import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

@testable import Imaging

/// Gain maps in HEIC, as Apple's cameras write them.
@Suite struct HighEfficiencyGainMapTests {
    private static let greys: [UInt16] = [20, 90, 160, 240]
    private static let gains: [UInt16] = [0, 100, 180, 255]

    private static func sample(_ change: (inout SampleGainMapHEIC) -> Void = { _ in }) -> SampleGainMapHEIC {
        func squares(_ values: [UInt16], _ side: Int, _ height: Int) -> [UInt16] {
            let row = (0..<values.count * side).flatMap { x in [values[x / side], values[x / side], values[x / side]] }
            return (0..<height).flatMap { _ in row }
        }
        var sample = SampleGainMapHEIC(base: squares(greys, 64, 64), map: squares(gains, 32, 32))
        change(&sample)
        return sample
    }

    /// The centre of a square without rotation.
    private static func place(_ index: Int) -> (Int, Int) { (index * 64 + 32, 32) }

    @Test("light matches Apple's formula", arguments: [0, 1.5, 4, 9])
    func apple(_ headroom: Double) throws {
        let picture = try #require(try Rendered.rendering(Self.sample().file(), headroom: headroom)?.pictures.first)
        let hdr = try #require(picture.hdr)
        #expect(abs(hdr.headroom - (headroom == 0 ? 4 : min(headroom, 4))) < 0.001)
        for index in Self.greys.indices {
            let (x, y) = Self.place(index)
            let base = LightReference.light(standard: Double(picture.pixel(x, y)[0]) / 255)
            let sample = Double(Self.gains[index]) / 255
            // BT.709's transfer function.
            let share = sample < 0.081 ? sample / 4.5 : pow((sample + 0.099) / 1.099, 1 / 0.45)
            let weight = headroom == 0 ? 1 : min(1, log(headroom) / log(4))
            let expected = SIMD3(repeating: base * pow(1 + 3 * share, weight))
            #expect(LightReference.difference(hdr.pixel(x, y).colour, expected) < 3, "\(index)")
        }
    }

    @Test func `the parameters of a tmap item come before Apple's`() throws {
        let map = SampleGainMap(channels: [.init(minimum: -0.8, maximum: 2.3, gamma: 1.17)], alternateHeadroom: 2.3)
        let file = try Self.sample { $0.parameters = map.standard() }.file()
        let picture = try #require(try Rendered.rendering(file, headroom: 0)?.pictures.first)
        let hdr = try #require(picture.hdr)
        #expect(abs(hdr.headroom - exp2(2.3)) < 0.001)
        for index in Self.greys.indices {
            let (x, y) = Self.place(index)
            let expected = LightReference.gained(
                LightReference.light(standard: Double(picture.pixel(x, y)[0]) / 255),
                sample: Double(Self.gains[index]) / 255, minimum: -0.8, maximum: 2.3, gamma: 1.17,
                baseOffset: 1.0 / 64, alternateOffset: 1.0 / 64, baseHeadroom: 0, alternateHeadroom: 2.3,
                headroom: .infinity)
            #expect(
                LightReference.difference(hdr.pixel(x, y).colour, SIMD3(repeating: expected)) < 3, "\(index)")
        }
        // Damaged parameters don't count.
        let damaged = try Self.sample { $0.parameters = [0, 9] }.file()
        let fallback = try #require(try Rendered.rendering(damaged, headroom: 0)?.pictures.first?.hdr)
        #expect(abs(fallback.headroom - 4) < 0.001)
    }

    @Test("the map is rotated like its picture", arguments: UInt8(0)...3)
    func rotation(_ angle: UInt8) throws {
        let file = try Self.sample { $0.angle = angle }.file()
        let picture = try #require(try Rendered.rendering(file, headroom: 0)?.pictures.first)
        let hdr = try #require(picture.hdr)
        #expect(hdr.size == picture.size)
        #expect((picture.width < picture.height) == (angle % 2 == 1))
        for index in Self.greys.indices {
            // Quarter turns counterclockwise.
            let (x, y) = Self.place(index)
            let places = [(x, y), (y, 255 - x), (255 - x, 63 - y), (63 - y, x)]
            let place = places[Int(angle)]
            let light = LightReference.light(standard: Double(picture.pixel(place.0, place.1)[0]) / 255)
            let ratio = hdr.pixel(place.0, place.1).colour.x / light
            let sample = Double(Self.gains[index]) / 255
            let share = sample < 0.081 ? sample / 4.5 : pow((sample + 0.099) / 1.099, 1 / 0.45)
            #expect(abs(ratio / (1 + 3 * share) - 1) < 0.15, "\(index)")
        }
    }

    @Test func `the picture for SDR is the same with and without a headroom`() throws {
        let file = try Self.sample().file()
        for size in [RenderRequest.Size.full, .longSide(64)] {
            let standard = try Rendered.picture(file, size)
            let picture = try #require(try Rendered.rendering(file, [size], headroom: 0)?.pictures.first)
            #expect(picture.hdr?.size == standard.size)
            #expect(picture.pixels == standard.pixels)
        }
    }

    @Test func `other auxiliary pictures and maps without a headroom are ignored`() throws {
        let files = try [
            Self.sample { $0.type = "urn:com:apple:photo:2020:aux:semanticskymatte" },
            Self.sample { $0.packet = nil },
            Self.sample { $0.packet = SampleGainMapHEIC.packet(headroom: nil) },
            Self.sample { $0.packet = SampleGainMapHEIC.packet(headroom: 1) },
            Self.sample { $0.packet = SampleGainMapHEIC.packet(headroom: 1e9) },
        ].map { try $0.file() }
        for (index, file) in files.enumerated() {
            #expect(try Rendered.rendering(file, headroom: 0)?.pictures.first?.hdr == nil, "\(index)")
            #expect(try file.withUnsafeBytes { try ImageProber.probe($0, filename: "") }?.contentHeadroom == nil)
        }
    }

    @Test(
        "the headroom of a maker note is Apple's",
        arguments: [
            (0.5, 0.005, 1.7), (0.5, 0.5, 1.5505), (1.2, 0.005, 2.65), (1.2, 0.5, 2.1515), (1.2, 9, 0),
        ] as [(Double, Double, Double)])
    func makerNote(_ range: Double, _ gain: Double, _ stops: Double) {
        #expect(abs(GainMapFormula.headroom(range: range, gain: gain) - exp2(stops)) < 1e-9)
    }

    @Test(
        "photos of cameras have their headroom and are brighter than white",
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        arguments: [
            ("heic/IMG_0307.HEIC", 4.861), ("heic/ski-throne.heic", 6.459),
            ("live-photos/real-pair/IMG_7943.HEIC", 3.2876), ("formats/10bit-HDR-P3-nclx.avif", 3.507),
        ])
    func photos(_ path: String, _ headroom: Double) throws {
        let file = try Rendered.file(path)
        let probe = try #require(try file.withUnsafeBytes { try ImageProber.probe($0, filename: path) })
        #expect(abs((probe.contentHeadroom ?? 0) - headroom) < 0.001)
        let picture = try #require(try Rendered.rendering(file, [.longSide(512)], headroom: 0)?.pictures.first)
        let hdr = try #require(picture.hdr)
        #expect(picture.pixels == (try Rendered.picture(file, .longSide(512)).pixels))
        var (brightest, sum, standardSum) = (0.0, 0.0, 0.0)
        for y in 0..<hdr.height {
            for x in 0..<hdr.width {
                let colour = hdr.pixel(x, y).colour
                brightest = max(brightest, colour.max())
                sum += colour.y
                standardSum += LightReference.light(standard: Double(picture.pixel(x, y)[1]) / 255)
            }
        }
        #expect(brightest > 1.05)
        #expect(brightest <= headroom * 1.2)
        // The same picture, somewhat brighter.
        #expect(sum > standardSum * 0.9 && sum < standardSum * headroom)
        let limited = try #require(
            try Rendered.rendering(file, [.longSide(512)], headroom: 1.5)?.pictures.first?.hdr)
        #expect(limited.headroom == 1.5)
    }

    @Test(
        "photos for SDR have no headroom", .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        arguments: [
            "heic/IMG_2682.heic", "heic/IMG_8062.HEIC", "heic/img_751.heic", "heic/gradient-10b-srgb-opaque.heic",
            "formats/8bit-sRGB.avif", "formats/ultrahdr.jpg", "raw/raw-jpeg-pair/PXL_20240704.jpg",
        ])
    func standardPhotos(_ path: String) throws {
        // The gain map of ultrahdr.jpg is cut off, and the one of the last photo has no gain.
        let file = try Rendered.file(path)
        let probe = try #require(try file.withUnsafeBytes { try ImageProber.probe($0, filename: path) })
        #expect(probe.contentHeadroom == nil)
        #expect(try Rendered.rendering(file, [.longSide(128)], headroom: 0)?.pictures.first?.hdr == nil)
    }
}
