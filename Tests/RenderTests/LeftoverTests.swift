import AlbumenTestSupport
import CLibTurboJPEG
import Foundation
import MediaRequests
import Pixels
import Testing

/// Where a decoder leaves something out, nothing of an earlier picture is seen.
@Suite struct LeftoverTests {
    private static let secret: [UInt8] = [253, 1, 254]

    /// Fills memory of the sizes in question with a colour, and gives it back.
    private static func spill() throws {
        let samples = (0..<800 * 600).flatMap { _ in secret }
        let jpeg = try SampleFile.jpeg(width: 800, height: 600, TJPF_RGB, samples: samples)
        let png = SampleFile.png(width: 800, height: 600, .rgb, samples: samples)
        for file in [jpeg, png] {
            for size in [RenderRequest.Size.full, .longSide(200)] { _ = try Rendered.picture(file, size) }
        }
    }

    private static func expectEqual(_ file: Data, _ size: RenderRequest.Size) throws {
        let first = try #require(try Rendered.rendering(file, [size]))
        #expect(first.damage != nil)
        let pixels = first.pictures[0].pixels
        try spill()
        let second = try #require(try Rendered.rendering(file, [size])).pictures[0].pixels
        #expect(pixels == second)
        #expect(!second.contains { isNear($0, secret.map(Int.init), within: 3) })
    }

    @Test("the previous picture does not affect a truncated one", arguments: [RenderRequest.Size.full, .longSide(200)])
    func halves(_ size: RenderRequest.Size) throws {
        let photograph = try SampleMedia.photograph(width: 800, height: 600)
        try Self.expectEqual(photograph.prefix(photograph.count / 2), size)
        let gradient = SampleBitmap.gradient(width: 800, height: 600)
        let png = SampleFile.png(
            width: 800, height: 600, .rgb, samples: gradient.pixels.flatMap { $0.prefix(3) })
        try Self.expectEqual(png.prefix(png.count / 2), size)
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `a truncated HEIC does not depend on the previous picture`() throws {
        let file = try Rendered.file("heic/IMG_2682.heic")
        try Self.expectEqual(file.prefix(file.count / 2), .longSide(400))
    }
}
