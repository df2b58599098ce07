import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// HEIC pictures of which a part is wrong or missing.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct HighEfficiencyDamageTests {
    // Larger than its thumbnail, so that the tiles are decoded.
    private static let size = RenderRequest.Size.longSide(504)

    @Test func `a picture with a damaged tile shows the others`() throws {
        var file = try Data(Rendered.file("heic/IMG_2682.heic"))
        let whole = try Rendered.picture(file, Self.size)
        // The middle of the coded data belongs to one tile or two of 48.
        let middle = file.count / 2
        file.replaceSubrange(middle..<middle + 600, with: Data(repeating: 0xFF, count: 600))
        let rendering = try #require(try Rendered.rendering(file, [Self.size]))
        let (one, other) = (whole.pixels, rendering.pictures[0].pixels)
        try #require(one.count == other.count)
        let equal = zip(one, other).count { $0 == $1 }
        #expect(equal > one.count * 8 / 10)
        #expect(equal < one.count)
    }

    @Test func `noise in a tile is damage if the decoder detects it`() throws {
        let file = try Data(Rendered.file("heic/IMG_2682.heic"))
        var generator = SeededGenerator(seed: 600)
        let told = try (1...9).count { place in
            var copy = file
            let start = file.count * place / 10
            copy.replaceSubrange(
                start..<start + 600, with: (0..<600).map { _ in UInt8.random(in: 0...255, using: &generator) })
            return try Rendered.rendering(copy, [Self.size])?.damage != nil
        }
        #expect(told > 0)
    }

    @Test func `an intact picture has no damage`() throws {
        for path in ["heic/IMG_2682.heic", "heic/IMG_0307.HEIC", "heic/ski-throne.heic", "formats/test.heic"] {
            #expect(try #require(try Rendered.rendering(Rendered.file(path), [Self.size])).damage == nil, "\(path)")
        }
    }

    @Test func `a truncated picture keeps its upper part`() throws {
        let file = try Rendered.file("heic/IMG_2682.heic")
        let whole = try Rendered.picture(file, Self.size)
        let rendering = try #require(try Rendered.rendering(file.prefix(file.count / 2), [Self.size]))
        let half = rendering.pictures[0]
        #expect(rendering.damage == "the file ends before its picture does")
        #expect(half.size == whole.size)
        #expect(half.pixel(30, 30) == whole.pixel(30, 30))
    }
}
