import AlbumenTestSupport
import CLibHeif
import Foundation
import MediaRequests
import Pixels
import Testing

@testable import Imaging

/// Pictures in PQ and HLG, as HEIC and AVIF.
@Suite struct CodedLightTests {
    private static let side = 32
    /// From black to the brightest value, and colours, as shares of the largest value.
    private static let colours: [SIMD3<Double>] = [
        [0, 0, 0], [0.3, 0.3, 0.3], [0.58, 0.58, 0.58], [0.75, 0.75, 0.75], [0.7, 0.5, 0.4], [0.4, 0.65, 0.5],
        [0.35, 0.4, 0.72], [0.66, 0.66, 0.2],
    ]

    enum Format: CaseIterable {
        case heic, avif

        var compression: heif_compression_format { self == .heic ? heif_compression_HEVC : heif_compression_AV1 }
        /// libheif 1.15 asks libaom for an impossible profile with ten bits.
        var depth: Int { self == .heic ? 10 : 12 }
    }

    private static func file(
        _ format: Format, transfer: UInt16, orientation: heif_orientation = heif_orientation_normal
    ) throws -> Data {
        try SampleHEIC.picture(
            width: colours.count * side, height: side, samples: samples(depth: format.depth),
            SampleHEIC.Coding(
                depth: format.depth, matrix: 9, primaries: 9, transfer: transfer, compression: format.compression,
                orientation: orientation))
    }

    private static func samples(depth: Int) -> [UInt16] {
        let whole = Double((1 << depth) - 1)
        let row = (0..<colours.count * side).flatMap { x -> [UInt16] in
            let colour = colours[x / side]
            return (0..<3).map { UInt16((colour[$0] * whole).rounded()) }
        }
        return (0..<side).flatMap { _ in row }
    }

    /// The light of a coded colour with sRGB's primaries.
    private static func expected(_ colour: SIMD3<Double>, _ transfer: UInt16, _ headroom: Double, _ content: Double)
        -> SIMD3<Double>
    {
        var light = SIMD3<Double>.zero
        if transfer == 16 {
            for index in 0..<3 { light[index] = LightReference.nits(perceptual: colour[index]) }
        } else {
            light = LightReference.nits(hybrid: colour)
        }
        light /= LightReference.whiteInCandelas
        if headroom >= 1 { light = LightReference.mapped(light, from: content, to: headroom) }
        return LightReference.standard(fromBT2020: light)
    }

    @Test(
        "light matches the standards' formulas within ΔE 3",
        arguments: Format.allCases, [16, 18] as [UInt16])
    func formula(_ format: Format, _ transfer: UInt16) throws {
        let file = try Self.file(format, transfer: transfer)
        let content = 1000 / LightReference.whiteInCandelas
        for headroom in [0, 1, 1.6, 3, 20] {
            for size in [RenderRequest.Size.full, .longSide(Self.colours.count * Self.side / 2)] {
                let hdr = try #require(try Rendered.rendering(file, [size], headroom: headroom)?.pictures.first?.hdr)
                #expect(abs(hdr.headroom - (headroom == 0 ? content : min(headroom, content))) < 0.001)
                for (index, colour) in Self.colours.enumerated() {
                    let x = (2 * index + 1) * hdr.width / (2 * Self.colours.count)
                    let pixel = hdr.pixel(x, hdr.height / 2)
                    let expected = Self.expected(colour, transfer, headroom, content)
                    let difference = LightReference.difference(pixel.colour, expected)
                    #expect(difference < 3, "\(index), \(headroom): \(pixel) for \(expected)")
                }
            }
        }
    }

    @Test("the declared light level is the headroom", arguments: [609, 203, 0, 60_000])
    func lightLevel(_ level: Int) throws {
        let expected: [Int: Double] = [609: 3, 0: 1000.0 / 203, 60_000: 10_000.0 / 203]
        let headroom = expected[level]
        let (width, height) = (Self.colours.count * Self.side, Self.side)
        let file = try SampleGainMapHEIC(
            width: width, height: height, base: Self.samples(depth: 10),
            coding: SampleHEIC.Coding(depth: 10, matrix: 9),
            descriptions: [
                SampleMedia.box("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0x80]),
                SampleMedia.box("clli", SampleMedia.bigEndian16(level) + [0, 0]),
            ], mapWidth: 64, mapHeight: 64, map: [UInt16](repeating: 90, count: 64 * 64 * 3), packet: nil
        ).file()
        let probe = try #require(try file.withUnsafeBytes { try ImageProber.probe($0, filename: "") })
        let hdr = try Rendered.rendering(file, headroom: 0)?.pictures.first?.hdr
        guard let headroom else {
            // Nothing is brighter than white.
            #expect(probe.contentHeadroom == nil && hdr == nil)
            return
        }
        #expect(abs((probe.contentHeadroom ?? 0) - headroom) < 0.001)
        #expect(abs((hdr?.headroom ?? 0) - headroom) < 0.001)
    }

    @Test("the picture for SDR is the same with and without a headroom", arguments: Format.allCases)
    func standard(_ format: Format) throws {
        let file = try Self.file(format, transfer: 16)
        for size in [RenderRequest.Size.full, .longSide(100)] {
            let standard = try #require(try Rendered.rendering(file, [size])?.pictures.first)
            #expect(standard.hdr == nil)
            let picture = try #require(try Rendered.rendering(file, [size], headroom: 2)?.pictures.first)
            #expect(picture.hdr != nil)
            #expect(picture.pixels == standard.pixels)
        }
    }

    // libheif 1.15 mirrors no rotated pictures with ten bits.
    @Test("the rendition has the container's rotation", arguments: [1, 2, 3, 4, 6, 8] as [UInt32])
    func turned(_ orientation: UInt32) throws {
        let file = try Self.file(
            .heic, transfer: 16, orientation: heif_orientation(rawValue: orientation))
        let picture = try #require(try Rendered.rendering(file, headroom: 0)?.pictures.first)
        let hdr = try #require(picture.hdr)
        #expect(hdr.size == picture.size)
        for y in stride(from: 8, to: picture.height, by: 16) {
            for x in stride(from: 8, to: picture.width, by: 16) {
                let isBlack = picture.pixel(x, y)[0..<3].allSatisfy { $0 < 12 }
                #expect((hdr.pixel(x, y).colour.max() < 0.02) == isBlack)
            }
        }
    }

    @Test("other colours have no rendition", arguments: Format.allCases)
    func others(_ format: Format) throws {
        for transfer in [UInt16(1), 13] {
            let file = try Self.file(format, transfer: transfer)
            #expect(try Rendered.rendering(file, headroom: 0)?.pictures.first?.hdr == nil)
            #expect(try file.withUnsafeBytes { try ImageProber.probe($0, filename: "") }?.contentHeadroom == nil)
        }
    }

    @Test func `the curve of BT.2390 keeps dark light, rises, and ends at the target`() throws {
        for (source, target) in [(4.93, 1), (4.93, 2.5), (49.2, 4), (1.5, 1.2)] {
            let mapping = try #require(DisplayMapping(from: source, toHeadroom: target))
            let factors = DisplayFactors(mapping)
            var former = 0.0
            for step in 0...200 {
                let light = source * Double(step) / 200
                let mapped = mapping.mapped(light)
                #expect(mapped >= former && mapped <= target + 1e-9)
                let expected = LightReference.mapped(SIMD3(repeating: light), from: source, to: target).x
                #expect(abs(mapped - expected) < 0.002 * target)
                var pixel = SIMD4(Float(light), 0, Float(light) / 2, 1)
                factors.apply(to: &pixel, count: 1)
                #expect(abs(Double(pixel.x) - mapped) < 0.002 * target)
                #expect(abs(pixel.z - pixel.x / 2) < 0.001)
                former = mapped
            }
            #expect(abs(mapping.mapped(source) - target) < 1e-6)
            #expect(abs(mapping.mapped(source * 3) - target) < 1e-6)
            #expect(abs(mapping.mapped(0.01) - 0.01) < 1e-9)
        }
        // A headroom of 0 is unknown, and below 1 counts as 0. More headroom than needed changes nothing.
        for headroom in [-1, 0, 0.5, 4.93, 8] { #expect(DisplayMapping(from: 4.93, toHeadroom: headroom) == nil) }
    }

    @Test func `a fault of the file leaves the SDR picture, and missing memory or bytes don't`() throws {
        func outcome(_ error: MediaError?) throws(MediaError) -> Int? {
            try HighDynamicRange.ifUsable { () throws(MediaError) -> Int? in
                if let error { throw error }
                return 1
            }
        }
        #expect(try outcome(nil) == 1)
        #expect(try outcome(MediaError(.unreadable, "")) == nil)
        #expect(throws: MediaError.self) { try outcome(MediaError(.exhausted, "")) }
        #expect(throws: MediaError.self) { try outcome(.missing(0..<1)) }
    }
}
