import AlbumenTestSupport
import CLibTurboJPEG
import Foundation
import MediaRequests
import Pixels
import Testing

@testable import Imaging

/// JPEG files with a gain map.
@Suite struct GainMapTests {
    private static let colours: [[UInt8]] = [
        [0, 0, 0], [255, 255, 255], [128, 128, 128], [220, 60, 40], [40, 180, 70], [30, 50, 200], [250, 220, 30],
        [20, 20, 25],
    ]
    private static let gains: [UInt8] = [0, 255, 128, 200, 90, 255, 30, 60]
    private static let side = 32

    /// Squares in one row.
    private static func squares(_ colours: [[UInt8]], side: Int = side) -> [UInt8] {
        let row = (0..<colours.count * side).flatMap { colours[$0 / side] }
        return (0..<side).flatMap { _ in row }
    }

    private static func base() throws -> Data {
        try SampleFile.jpeg(
            width: colours.count * side, height: side, TJPF_RGB, samples: squares(colours), quality: 100)
    }

    private static func greyMap(side: Int = side) throws -> Data {
        try SampleFile.jpeg(
            width: gains.count * side, height: side, TJPF_GRAY, samples: squares(gains.map { [$0] }, side: side),
            quality: 100)
    }

    private static func expected(
        _ base: SIMD3<Double>, _ samples: SIMD3<Double>, _ map: SampleGainMap, _ headroom: Double
    ) -> SIMD3<Double> {
        var result = SIMD3<Double>.zero
        for index in 0..<3 {
            let channel = map.channels[map.channels.count == 3 ? index : 0]
            result[index] = LightReference.gained(
                base[index], sample: samples[index], minimum: channel.minimum, maximum: channel.maximum,
                gamma: channel.gamma, baseOffset: channel.baseOffset, alternateOffset: channel.alternateOffset,
                baseHeadroom: map.baseHeadroom, alternateHeadroom: map.alternateHeadroom,
                headroom: headroom == 0 ? .infinity : headroom)
        }
        return result
    }

    private static let grey = SampleGainMap(
        channels: [.init(minimum: -0.5, maximum: 2.5, gamma: 1.3)], alternateHeadroom: 2.25)
    private static let coloured = SampleGainMap(
        channels: [
            .init(minimum: 0, maximum: 2, gamma: 0.8), .init(minimum: -0.25, maximum: 1.5, baseOffset: 0.001),
            .init(minimum: 0.1, maximum: 2.2, gamma: 1.2, alternateOffset: 0.002),
        ], baseHeadroom: 0.25, alternateHeadroom: 2)

    enum Form: CaseIterable {
        case packet, standard, commonDenominator

        func written(_ map: SampleGainMap) -> SampleMedia.GainMapForm {
            switch self {
            case .packet: .packet(map.packet)
            case .standard: .standard(map.standard())
            case .commonDenominator: .standard(map.standard(commonDenominator: 10_000))
            }
        }
    }

    @Test(
        "light matches the standard's formula within ΔE 3, for each headroom", arguments: Form.allCases,
        [0, 1, 1.5, 2, 3.7, 8])
    func formula(_ form: Form, _ headroom: Double) throws {
        let file = SampleMedia.gainMapJPEG(base: try Self.base(), map: try Self.greyMap(), form.written(Self.grey))
        let picture = try #require(try Rendered.rendering(file, headroom: headroom)?.pictures.first)
        let hdr = try #require(picture.hdr)
        let content = exp2(2.25)
        #expect(abs(hdr.headroom - (headroom == 0 ? content : min(headroom, content))) < 0.001)
        for index in Self.colours.indices {
            let (x, y) = (index * Self.side + Self.side / 2, Self.side / 2)
            let base = picture.pixel(x, y).map { LightReference.light(standard: Double($0) / 255) }
            let expected = Self.expected(
                SIMD3(base[0], base[1], base[2]), SIMD3(repeating: Double(Self.gains[index]) / 255), Self.grey, headroom
            )
            let difference = LightReference.difference(hdr.pixel(x, y).colour, expected)
            #expect(difference < 1, "\(hdr.pixel(x, y)) for \(expected)")
            #expect(hdr.pixel(x, y).w == 1)
        }
    }

    @Test("each colour has its own gain", arguments: [Form.packet, .standard], [0, 2.5])
    func channels(_ form: Form, _ headroom: Double) throws {
        let samples = Self.gains.map { [$0, 255 - $0, 128] }
        let map = try SampleFile.jpeg(
            width: samples.count * Self.side, height: Self.side, TJPF_RGB, samples: Self.squares(samples), quality: 100)
        let file = SampleMedia.gainMapJPEG(base: try Self.base(), map: map, form.written(Self.coloured))
        let picture = try #require(try Rendered.rendering(file, headroom: headroom)?.pictures.first)
        let hdr = try #require(picture.hdr)
        for index in Self.colours.indices {
            let (x, y) = (index * Self.side + Self.side / 2, Self.side / 2)
            let base = picture.pixel(x, y).map { LightReference.light(standard: Double($0) / 255) }
            let gains = samples[index].map { Double($0) / 255 }
            let expected = Self.expected(
                SIMD3(base[0], base[1], base[2]), SIMD3(gains[0], gains[1], gains[2]), Self.coloured, headroom)
            let difference = LightReference.difference(hdr.pixel(x, y).colour, expected)
            #expect(difference < 3, "\(hdr.pixel(x, y)) for \(expected)")
        }
    }

    @Test func `the gain applies to the base picture's primaries`() throws {
        let base = SampleFile.inserting(profile: try SampleFile.displayP3(), into: try Self.base())
        let file = SampleMedia.gainMapJPEG(base: base, map: try Self.greyMap(), .standard(Self.grey.standard()))
        let hdr = try #require(try Rendered.rendering(file, headroom: 0)?.pictures.first?.hdr)
        for (index, colour) in Self.colours.enumerated() {
            let light = colour.map { LightReference.light(standard: Double($0) / 255) }
            let gained = Self.expected(
                SIMD3(light[0], light[1], light[2]), SIMD3(repeating: Double(Self.gains[index]) / 255), Self.grey, 0)
            let pixel = hdr.pixel(index * Self.side + Self.side / 2, Self.side / 2)
            let difference = LightReference.difference(pixel.colour, LightReference.standard(fromP3: gained))
            #expect(difference < 3, "\(pixel)")
        }
    }

    @Test func `a grey picture has a rendition`() throws {
        let base = try SampleFile.jpeg(
            width: Self.gains.count * Self.side, height: Self.side, TJPF_GRAY,
            samples: Self.squares(Self.colours.map { [$0[1]] }), quality: 100)
        let file = SampleMedia.gainMapJPEG(base: base, map: try Self.greyMap(), .standard(Self.grey.standard()))
        let hdr = try #require(try Rendered.rendering(file, headroom: 0)?.pictures.first?.hdr)
        for (index, colour) in Self.colours.enumerated() {
            let expected = Self.expected(
                SIMD3(repeating: LightReference.light(standard: Double(colour[1]) / 255)),
                SIMD3(repeating: Double(Self.gains[index]) / 255), Self.grey, 0)
            let pixel = hdr.pixel(index * Self.side + Self.side / 2, Self.side / 2)
            #expect(LightReference.difference(pixel.colour, expected) < 3, "\(pixel)")
        }
    }

    @Test("a smaller or larger map covers the picture, at each size", arguments: [8, 64])
    func sizes(_ mapSide: Int) throws {
        // A large map isn't larger than the picture.
        let base = try SampleFile.jpeg(
            width: Self.colours.count * 64, height: 64, TJPF_RGB, samples: Self.squares(Self.colours, side: 64))
        let file = SampleMedia.gainMapJPEG(
            base: base, map: try Self.greyMap(side: mapSide), .standard(Self.grey.standard()))
        for size in [RenderRequest.Size.full, .longSide(256), .longSide(64)] {
            let picture = try #require(try Rendered.rendering(file, [size], headroom: 0)?.pictures.first)
            let hdr = try #require(picture.hdr)
            #expect(hdr.size == picture.size)
            for index in Self.colours.indices {
                let x = (2 * index + 1) * picture.width / (2 * Self.colours.count)
                let base = Self.colours[index].map { LightReference.light(standard: Double($0) / 255) }
                let expected = Self.expected(
                    SIMD3(base[0], base[1], base[2]), SIMD3(repeating: Double(Self.gains[index]) / 255), Self.grey, 0)
                let pixel = hdr.pixel(x, picture.height / 2)
                #expect(LightReference.difference(pixel.colour, expected) < 6, "\(index): \(pixel) for \(expected)")
            }
        }
    }

    @Test("the rendition is as upright as the picture", arguments: UInt16(1)...8)
    func upright(_ orientation: UInt16) throws {
        let file = SampleMedia.gainMapJPEG(
            base: SampleFile.inserting(orientation: orientation, into: try Self.base()), map: try Self.greyMap(),
            .standard(Self.grey.standard()))
        for keepsStoredOrientation in [false, true] {
            let picture = try #require(
                try Rendered.rendering(file, keepsStoredOrientation: keepsStoredOrientation, headroom: 0)?.pictures
                    .first)
            let hdr = try #require(picture.hdr)
            #expect(hdr.size == picture.size)
            // The colours are at the same places.
            for _ in 0..<64 {
                let (x, y) = (Int.random(in: 0..<picture.width), Int.random(in: 0..<picture.height))
                let isBlack = picture.pixel(x, y)[0..<3].allSatisfy { $0 < 3 }
                #expect((hdr.pixel(x, y).colour.max() < 0.01) == isBlack)
            }
        }
    }

    @Test func `the picture for SDR is the same with and without a headroom`() throws {
        let file = SampleMedia.gainMapJPEG(base: try Self.base(), map: try Self.greyMap(), .packet(Self.grey.packet))
        for size in [RenderRequest.Size.full, .longSide(100)] {
            let standard = try #require(try Rendered.rendering(file, [size])?.pictures.first)
            #expect(standard.hdr == nil)
            #expect(try Rendered.picture(try Self.base(), size).pixels == standard.pixels)
            for headroom in [0.0, 2] {
                let picture = try #require(try Rendered.rendering(file, [size], headroom: headroom)?.pictures.first)
                #expect(picture.pixels == standard.pixels)
            }
        }
    }

    @Test func `the probe reads the headroom`() throws {
        let file = SampleMedia.gainMapJPEG(base: try Self.base(), map: try Self.greyMap(), .packet(Self.grey.packet))
        let probe = try file.withUnsafeBytes { try ImageProber.probe($0, filename: "") }
        #expect(abs((probe?.contentHeadroom ?? 0) - exp2(2.25)) < 0.001)
        let plain = try Self.base()
        #expect(try plain.withUnsafeBytes { try ImageProber.probe($0, filename: "") }?.contentHeadroom == nil)
    }

    @Test func `a file without a usable gain map has no rendition`() throws {
        let (base, map) = (try Self.base(), try Self.greyMap())
        let parameters = Self.grey.standard()
        func with(_ change: (inout SampleGainMap) -> Void) -> SampleMedia.GainMapForm {
            var map = Self.grey
            change(&map)
            return .standard(map.standard())
        }
        func changedPacket(_ old: String, _ new: String) -> Data {
            let packet = Self.grey.packet.replacing(old, with: new)
            return SampleMedia.gainMapJPEG(base: base, map: map, .packet(packet))
        }
        var files = [
            // An index that points outside of the file, and to the middle of the map.
            SampleMedia.gainMapJPEG(base: base, map: map, .standard(parameters), shift: 1 << 30),
            SampleMedia.gainMapJPEG(base: base, map: map, .standard(parameters), shift: 7),
            SampleMedia.gainMapJPEG(base: base, map: map, .standard(Array(parameters.dropLast()))),
            SampleMedia.gainMapJPEG(base: base, map: map, .standard([0, 1] + parameters.dropFirst(2))),
            // No picture is brighter than the base picture.
            SampleMedia.gainMapJPEG(base: base, map: map, with { $0.alternateHeadroom = 0 }),
            SampleMedia.gainMapJPEG(base: base, map: map, with { $0.baseHeadroom = 4 }),
            SampleMedia.gainMapJPEG(base: base, map: map, with { $0.alternateHeadroom = 900 }),
            SampleMedia.gainMapJPEG(base: base, map: map, with { $0.channels[0].gamma = 0 }),
            SampleMedia.gainMapJPEG(base: base, map: map, with { $0.channels[0].maximum = -3 }),
            SampleMedia.gainMapJPEG(base: base, map: map, .packet(String(Self.grey.packet.dropLast(30)))),
            SampleMedia.gainMapJPEG(base: base, map: map, .packet("")),
            changedPacket("hdrgm:Version", "hdrgm:BaseRenditionIsHDR=\"True\" hdrgm:Version"),
            changedPacket("GainMapMax=\"2.5\"", "GainMapMax=\"nan\""),
        ]
        // Another shape, and a map that ends early.
        let tall = try SampleFile.jpeg(
            width: 32, height: 64, TJPF_GRAY, samples: [UInt8](repeating: 90, count: 32 * 64))
        files.append(SampleMedia.gainMapJPEG(base: base, map: tall, .standard(parameters)))
        files.append(SampleMedia.gainMapJPEG(base: base, map: map.prefix(map.count * 2 / 3), .standard(parameters)))
        // A denominator of 0.
        var zero = parameters
        for index in 9..<13 { zero[index] = 0 }
        files.append(SampleMedia.gainMapJPEG(base: base, map: map, .standard(zero)))
        let expected = try Rendered.picture(base).pixels
        for (index, file) in files.enumerated() {
            let picture = try #require(try Rendered.rendering(file, headroom: 0)?.pictures.first)
            #expect(picture.hdr == nil, "\(index)")
            #expect(picture.pixels == expected, "\(index)")
        }
    }

    @Test func `damaged files are decoded or refused`() throws {
        let file = SampleMedia.gainMapJPEG(base: try Self.base(), map: try Self.greyMap(), .packet(Self.grey.packet))
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<TestLength.cases(300) {
            var damaged = file
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                damaged[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                damaged = damaged.prefix(Int.random(in: 0...damaged.count, using: &generator))
            }
            let bytes = Data(damaged)
            let results = (
                Result { try Rendered.rendering(bytes, headroom: 0) },
                Result { try bytes.withUnsafeBytes { try ImageProber.probe($0, filename: "") } }
            )
            if case .failure(let error) = results.0 { #expect(error is MediaError) }
            if case .failure(let error) = results.1 { #expect(error is MediaError) }
        }
    }
}
