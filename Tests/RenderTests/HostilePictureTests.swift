import AlbumenTestSupport
import CLibTurboJPEG
import Foundation
import MediaContainers
import MediaRequests
import Pixels
import Testing

@testable import Imaging

/// Whatever the bytes, there is a picture or a `MediaError`, and no room is made for what a header merely claims.
@Suite struct HostilePictureTests {
    private static let expectedCodes: Set<MediaError.Code> = [.unreadable, .unsupported, .limitExceeded, .noPreview]

    @Test func `sizes that exceed the limits are refused before decoding`() throws {
        for (width, height) in [(200_000, 10), (10, 200_000), (90_000, 90_000)] {
            let error = #expect(throws: MediaError.self) {
                try Rendered.rendering(SampleFile.hollowPNG(width: width, height: height), [.longSide(256)])
            }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test(arguments: [(UInt8(16), UInt8(6), 44_000), (16, 6, 28_000), (8, 6, 36_000)])
    func `a PNG that would take too long is refused before decoding`(
        _ depth: UInt8, _ kind: UInt8, _ side: Int
    ) throws {
        var file = SampleFile.hollowPNG(width: side, height: side)
        file[24] = depth
        file[25] = kind
        let error = #expect(throws: MediaError.self) { try Rendered.rendering(file, [.longSide(256)]) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("s to decode") == true)
        // Such a file can be imported all the same.
        #expect(try Rendered.probedSize(file) == PixelSize(width: side, height: side))
    }

    @Test func `the limit depends on the cost of a format, not only on its pixels`() throws {
        // Grey pixels of eight bits cost a ninth of those above.
        let grey = SampleFile.hollowPNG(width: 44_000, height: 44_000)
        let structure = try #require(grey.withUnsafeBytes { PNGStructure.read(ByteView($0)) })
        #expect(throws: Never.self) { try structure.checkCost() }
        var panorama = SampleFile.hollowPNG(width: 40_000, height: 10_000)
        panorama[24] = 16
        panorama[25] = 2
        let wide = try #require(panorama.withUnsafeBytes { PNGStructure.read(ByteView($0)) })
        #expect(throws: Never.self) { try wide.checkCost() }
    }

    @Test func `a picture that exceeds the output limit is refused, but can be reduced`() throws {
        let file = SampleFile.hollowPNG(width: 20_000, height: 20_000)
        let error = #expect(throws: MediaError.self) { try Rendered.rendering(file, [.full]) }
        #expect(error?.code == .limitExceeded)
        let small = try Rendered.rendering(file, [.longSide(64)])
        #expect(small?.pictures[0].size == PixelSize(width: 64, height: 64))
        #expect(small?.damage != nil)
    }

    @Test func `progressive JPEG, interlaced PNG and GIF have the limit of entire decodes`() throws {
        var progressive = SampleMedia.jpeg(width: 30_000, height: 30_000)
        let frame = try #require(progressive.firstRange(of: Data([0xFF, 0xC0])))
        progressive[frame.lowerBound + 1] = 0xC2
        var gif = SampleMedia.gif()
        gif.replaceSubrange(6..<10, with: SampleMedia.littleEndian16(30_000) + SampleMedia.littleEndian16(30_000))
        var png = SampleFile.hollowPNG(width: 30_000, height: 30_000)
        png[28] = 1
        for file in [progressive, gif, png] {
            let error = #expect(throws: MediaError.self) { try Rendered.rendering(file, [.longSide(256)]) }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test(
        "an unsupported kind of JPEG is refused with a reason", arguments: [(12, 3), (8, 2), (8, 5)])
    func unsupported(_ depth: UInt8, _ components: UInt8) throws {
        var file = SampleMedia.jpeg()
        let frame = try #require(file.firstRange(of: Data([0xFF, 0xC0])))
        file[frame.lowerBound + 4] = depth
        file[frame.lowerBound + 9] = components
        let code = components == 3 ? "\(depth) bits" : "\(components) components"
        let error = #expect(throws: MediaError.self) { try Rendered.rendering(file) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains(code) == true)
    }

    @Test(
        "a file with random bytes results in pictures of the declared size or an error",
        arguments: ["jpeg", "png", "gif"])
    func flips(_ kind: String) throws {
        let file: Data =
            switch kind {
            case "jpeg": try SampleMedia.photograph(width: 160, height: 120, hasPreview: false)
            case "png": try PNGCodec.encode(SampleBitmap.gradient(width: 60, height: 40))
            default: SampleMedia.gif()
            }
        var generator = SeededGenerator(seed: 20_240_507)
        for _ in 0..<150 {
            var data = file
            for _ in 0..<4 {
                data[Int.random(in: 0..<data.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            Self.expectAnswer(data, [.longSide(64), .longSide(16)])
        }
        for length in stride(from: 0, to: file.count, by: max(1, file.count / 100)) {
            Self.expectAnswer(file.prefix(length), [.longSide(64)])
        }
    }

    static func expectAnswer(
        _ data: Data, named filename: String = "picture", _ sizes: [RenderRequest.Size],
        source: RenderRequest.Source = .picture
    ) {
        do throws(MediaError) {
            guard let rendering = try Rendered.rendering(data, named: filename, sizes, source: source) else { return }
            #expect(rendering.pictures.count == sizes.count)
            for picture in rendering.pictures { #expect(picture.width > 0 && picture.height > 0) }
        } catch {
            #expect(expectedCodes.contains(error.code), "\(error.code)")
            #expect(!error.message.isEmpty)
        }
    }
}
