import AlbumenTestSupport
import CLibTurboJPEG
import Foundation
import MediaRequests
import Testing

/// JPEG of cameras that are set to Adobe RGB and write no profile.
@Suite struct AdobeColourTests {
    /// A TIFF structure with a colour space and an index of interoperability.
    private static func block(colourSpace: Int, _ index: String) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            SampleMedia.littleEndian16(tag) + SampleMedia.littleEndian16(type) + SampleMedia.littleEndian32(count)
                + value
        }
        let end = SampleMedia.littleEndian32(0)
        let one = SampleMedia.littleEndian16(1)
        let main = one + entry(0x8769, 4, 1, SampleMedia.littleEndian32(26)) + end
        let camera =
            SampleMedia.littleEndian16(2) + entry(0xA001, 3, 1, SampleMedia.littleEndian16(colourSpace) + [0, 0])
            + entry(0xA005, 4, 1, SampleMedia.littleEndian32(56)) + end
        let interoperability = one + entry(1, 2, 4, Array(index.utf8) + [0]) + end
        return [0x49, 0x49, 42, 0, 8, 0, 0, 0] + main + camera + interoperability
    }

    private static func file(_ colour: [UInt8], colourSpace: Int, _ index: String) throws -> Data {
        let plain = try SampleFile.jpeg(
            width: 32, height: 32, TJPF_RGB, samples: (0..<32 * 32).flatMap { _ in colour }, quality: 100)
        return SampleFile.inserting(0xE1, Array("Exif\0\0".utf8) + block(colourSpace: colourSpace, index), into: plain)
    }

    @Test(
        "R03 without a profile means Adobe RGB",
        arguments: [
            // Worked out from the primaries and curves of both spaces.
            ([128, 128, 128], [129, 129, 129]), ([200, 100, 50], [227, 100, 42]), ([100, 150, 100], [66, 151, 97]),
            ([255, 255, 255], [255, 255, 255]),
        ] as [([UInt8], [Int])])
    func adobe(_ colour: [UInt8], _ expected: [Int]) throws {
        let picture = try Rendered.picture(Self.file(colour, colourSpace: 0xFFFF, "R03"))
        #expect(isNear(picture.pixel(16, 16), expected + [255], within: 3), "\(picture.pixel(16, 16))")
    }

    @Test("other files are sRGB", arguments: [(0xFFFF, "R98"), (1, "R03"), (1, "R98")])
    func standard(_ colourSpace: Int, _ index: String) throws {
        let picture = try Rendered.picture(Self.file([100, 150, 100], colourSpace: colourSpace, index))
        #expect(isNear(picture.pixel(16, 16), [100, 150, 100, 255], within: 2))
    }

    @Test func `a profile has precedence`() throws {
        let file = try SampleFile.inserting(
            profile: SampleFile.displayP3(), into: Self.file([100, 150, 100], colourSpace: 0xFFFF, "R03"))
        let same = try SampleFile.inserting(
            profile: SampleFile.displayP3(), into: Self.file([100, 150, 100], colourSpace: 1, "R98"))
        #expect(try Rendered.picture(file).pixels == Rendered.picture(same).pixels)
    }
}
