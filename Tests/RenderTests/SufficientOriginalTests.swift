import AlbumenTestSupport
import CLibTurboJPEG
import Foundation
import Imaging
import MediaRequests
import Pixels
import Testing

/// Which originals replace the largest image of a request.
@Suite struct SufficientOriginalTests {
    private static let sizes: [RenderRequest.Size] = [.longSide(1440), .longSide(256)]

    @Test(
        "an upright JPEG in sRGB replaces an image of its own size", arguments: [(800, 600), (1440, 100), (257, 257)])
    func sufficient(_ width: Int, _ height: Int) throws {
        let photograph = try SampleMedia.photograph(width: width, height: height)
        let rendering = try Self.rendering(photograph)
        let picture = PixelSize(width: width, height: height)
        #expect(rendering.omitsLargest)
        #expect(rendering.pictures.map(\.size) == [picture.fitting(longSide: 256)])
        #expect(rendering.damage == nil)
        let ordinary = try #require(try Rendered.rendering(photograph, Self.sizes))
        #expect(!ordinary.omitsLargest)
        #expect(ordinary.pictures.count == 2)
    }

    @Test func `a profile of sRGB is sRGB`() throws {
        let photograph = try SampleMedia.photograph(width: 800, height: 600)
        let tagged = SampleFile.inserting(profile: try SampleFile.standard(), into: photograph)
        #expect(try Self.rendering(tagged).omitsLargest)
    }

    @Test("an original that isn't as good as the image doesn't replace it", arguments: Insufficient.allCases)
    func insufficient(_ kind: Insufficient) throws {
        let rendering = try Self.rendering(kind.file())
        #expect(!rendering.omitsLargest)
        #expect(rendering.pictures.count == 2)
    }

    @Test func `an image of one size is never left out`() throws {
        let photograph = try SampleMedia.photograph(width: 800, height: 600)
        let rendering = try Self.rendering(photograph, [.longSide(1440)])
        #expect(!rendering.omitsLargest)
        #expect(rendering.pictures.map(\.longSide) == [800])
    }

    enum Insufficient: CaseIterable {
        case larger, asSmallAsAThumbnail, rotated, displayP3, grey, inks, truncated, png, manyBytes

        func file() throws -> Data {
            let photograph = try SampleMedia.photograph(width: 800, height: 600)
            switch self {
            case .larger: return try SampleMedia.photograph(width: 1441, height: 600)
            case .asSmallAsAThumbnail: return try SampleMedia.photograph(width: 256, height: 200)
            case .rotated: return SampleFile.inserting(orientation: 6, into: photograph)
            case .displayP3: return SampleFile.inserting(profile: try SampleFile.displayP3(), into: photograph)
            case .grey: return try Self.greyJPEG()
            case .inks:
                return try SampleFile.jpeg(
                    width: 400, height: 300, TJPF_CMYK, samples: [UInt8](repeating: 90, count: 400 * 300 * 4))
            case .truncated: return photograph.prefix(photograph.count / 2)
            case .png: return try PNGCodec.encode(SampleBitmap.gradient(width: 800, height: 600))
            case .manyBytes: return photograph + Data(count: 512 << 10)
            }
        }

        private static func greyJPEG() throws -> Data {
            try SampleFile.jpeg(
                width: 400, height: 300, TJPF_GRAY, samples: [UInt8](repeating: 77, count: 400 * 300))
        }
    }

    private static func rendering(_ file: Data, _ sizes: [RenderRequest.Size] = sizes) throws -> Rendering {
        let request = RenderRequest(filename: "picture", sizes: sizes, omitsOriginal: true)
        return try #require(try file.withUnsafeBytes { try ImageRenderer.render($0, request) })
    }
}
