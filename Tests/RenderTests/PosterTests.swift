import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

@testable import Video

/// A video's poster (§4.6): which frame, upright, with square pixels, in the sizes asked for.
@Suite struct PosterTests {
    private static let red = SampleBitmap.plain(width: 64, height: 48, red: 255)
    private static let blue = SampleBitmap.plain(width: 64, height: 48, blue: 255)
    private static let black = SampleBitmap.plain(width: 64, height: 48)

    /// A second for each picture.
    private func movie(_ pictures: [Bitmap]) throws -> Data {
        var movie = SampleMedia.Movie()
        movie.frames = pictures.count * 10
        movie.pictures = try pictures.flatMap { picture in
            [Data](repeating: try JPEGCodec.encode(picture, quality: 95), count: 10)
        }
        return SampleMedia.movie(movie)
    }

    private func quarters(_ change: (inout SampleMedia.Movie) -> Void = { _ in }) throws -> Data {
        var movie = SampleMedia.Movie()
        movie.pictures = [try JPEGCodec.encode(SampleBitmap.gradient(width: 64, height: 48), quality: 100)]
        change(&movie)
        return SampleMedia.movie(movie)
    }

    // MARK: Moment

    @Test func `the poster of a long video is the keyframe after a tenth of it`() throws {
        let pictures = [Self.red] + [Bitmap](repeating: Self.blue, count: 9)
        let poster = try Poster.picture(movie(pictures))
        #expect(isNear(poster.pixel(30, 20), [0, 0, 255, 255], within: 6))
    }

    @Test func `the poster of a very long video is at three seconds`() throws {
        let pictures = [Bitmap](repeating: Self.red, count: 3) + [Bitmap](repeating: Self.blue, count: 57)
        #expect(isNear(try Poster.picture(movie(pictures)).pixel(30, 20), [0, 0, 255, 255], within: 6))
        let late = [Bitmap](repeating: Self.red, count: 4) + [Bitmap](repeating: Self.blue, count: 56)
        #expect(isNear(try Poster.picture(movie(late)).pixel(30, 20), [255, 0, 0, 255], within: 6))
    }

    @Test func `the poster of a short video is its first frame`() throws {
        var movie = SampleMedia.Movie()
        movie.pictures = try [Self.red, Self.blue].map { try JPEGCodec.encode($0, quality: 95) }
        #expect(isNear(try Poster.picture(SampleMedia.movie(movie)).pixel(30, 20), [255, 0, 0, 255], within: 6))
    }

    @Test func `a later keyframe replaces a black one`() throws {
        let pictures = [Self.black, Self.black] + [Bitmap](repeating: Self.red, count: 8)
        #expect(isNear(try Poster.picture(movie(pictures)).pixel(30, 20), [255, 0, 0, 255], within: 6))
    }

    @Test func `a black video has a black poster`() throws {
        let poster = try Poster.rendering(movie([Bitmap](repeating: Self.black, count: 10)))
        #expect(isNear(try #require(poster?.pictures.first).pixel(30, 20), [0, 0, 0, 255], within: 2))
        #expect(poster?.damage == nil)
    }

    // MARK: Geometry

    @Test(arguments: [0, 90, 180, 270], [false, true])
    func `the movie's matrix rotates the poster`(rotation: Int, isMirrored: Bool) throws {
        let data = try quarters {
            $0.rotation = rotation
            $0.isMirrored = isMirrored
        }
        let isOnItsSide = rotation % 180 != 0
        let poster = try Poster.picture(data)
        #expect(poster.size == PixelSize(width: isOnItsSide ? 48 : 64, height: isOnItsSide ? 64 : 48))
        // Where the matrix takes a point of the stored frame, worked out from sines and cosines.
        let stored = SampleBitmap.gradient(width: 64, height: 48)
        let angle = Double(rotation) * .pi / 180
        for (x, y) in [(4, 4), (60, 4), (4, 44), (60, 44), (20, 36)] {
            let (centreX, centreY) = (Double(x) + 0.5 - 32, Double(y) + 0.5 - 24)
            let across = isMirrored ? -centreX : centreX
            let turnedX = across * cos(angle) - centreY * sin(angle) + Double(poster.width) / 2
            let turnedY = across * sin(angle) + centreY * cos(angle) + Double(poster.height) / 2
            let expected = stored.pixel(x, y).map { Int($0) }
            let found = poster.pixel(Int(turnedX.rounded(.down)), Int(turnedY.rounded(.down)))
            #expect(isNear(found, expected, within: 26), "\(x), \(y): \(found), not \(expected)")
        }
    }

    @Test(arguments: [(2, 1, 128, 48), (10, 11, 58, 48), (64, 45, 91, 48), (1, 1, 64, 48), (900, 1, 64, 48)])
    func `pixels become square`(across: Int, down: Int, width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        for rotation in [0, 90] {
            let data = try quarters {
                $0.pixelAspect = (across, down)
                $0.rotation = rotation
            }
            let file = try folder.write(data, to: "\(rotation).mov")
            let expected = PixelSize(
                width: rotation == 0 ? width : height, height: rotation == 0 ? height : width)
            #expect(try Poster.probedSize(at: file) == expected)
            #expect(try Poster.picture(at: file).size == expected)
        }
    }

    @Test func `all sizes show the same frame`() throws {
        let data = try quarters { $0.rotation = 90 }
        let sizes: [RenderRequest.Size] = [.longSide(32), .full, .longSide(1000), .longSide(5)]
        let rendering = try #require(try Poster.rendering(data, sizes))
        #expect(rendering.pictures.map(\.width) == [24, 48, 48, 4])
        #expect(rendering.pictures.map(\.height) == [32, 64, 64, 5])
        #expect(rendering.orientation == 1)
        #expect(rendering.pictures.allSatisfy { !$0.hasAlpha })
    }

    @Test(arguments: 0..<256)
    func `each matrix results in an orientation`(_ bits: Int) {
        let values: [Int32] = [0, 1 << 16, -1 << 16, .min]
        let orientation = DisplayGeometry.orientation(
            a: values[bits & 3], b: values[bits >> 2 & 3], c: values[bits >> 4 & 3], d: values[bits >> 6 & 3])
        #expect((1...8).contains(orientation))
    }

    // MARK: Absence

    @Test func `a video has no preview`() throws {
        #expect(try Poster.failure(SampleMedia.movie(), source: .preview).code == .noPreview)
    }

    @Test func `a file that is not a video returns nil`() throws {
        for data in [Data(), Data("text".utf8), SampleMedia.jpeg(), SampleMedia.png()] {
            #expect(try Poster.rendering(data) == nil)
        }
    }
}
