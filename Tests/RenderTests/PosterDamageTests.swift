import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// A damaged or hostile movie ends in a picture or in a reason (§4.9).
@Suite struct PosterDamageTests {
    private func movie(_ change: (inout SampleMedia.Movie) -> Void = { _ in }) throws -> Data {
        var movie = SampleMedia.Movie()
        movie.frames = 40
        movie.pictures = [try JPEGCodec.encode(SampleBitmap.gradient(width: 64, height: 48), quality: 90)]
        change(&movie)
        return SampleMedia.movie(movie)
    }

    @Test func `a truncated movie has a poster with damage`() throws {
        let whole = try movie()
        for share in [3, 5, 9] {
            let rendering = try #require(try Poster.rendering(whole.prefix(whole.count * share / 10)))
            #expect(rendering.damage?.contains("ends before") == true)
            #expect(rendering.pictures.first?.size == PixelSize(width: 64, height: 48))
        }
    }

    @Test func `a movie without frames fails with a reason`() throws {
        let whole = try movie()
        let start = try #require(whole.range(of: Data("mdat".utf8))).upperBound
        let failure = try Poster.failure(whole.prefix(start))
        #expect(failure.code == .unreadable)
        #expect(failure.message.contains("ends before") && failure.message.contains("mjpeg"))
    }

    @Test func `invalid frames fail with a reason`() throws {
        let failure = try Poster.failure(try movie { $0.pictures = [Data(repeating: 0x5A, count: 400)] })
        #expect(failure.code == .unreadable)
        #expect(failure.message.contains("none of the movie's mjpeg frames"))
    }

    @Test func `a later frame replaces invalid first frames`() throws {
        let picture = try JPEGCodec.encode(SampleBitmap.gradient(width: 64, height: 48), quality: 90)
        let data = try movie {
            $0.pictures = [Data](repeating: Data(repeating: 0x5A, count: 400), count: 30) + [picture]
            $0.frames = 31
        }
        #expect(try Poster.picture(data).size == PixelSize(width: 64, height: 48))
    }

    @Test func `the error names an unknown codec`() throws {
        let failure = try Poster.failure(try movie { $0.codec = "zzz1" })
        #expect(failure.code == .unsupported)
        #expect(failure.message.contains("zzz1"))
    }

    @Test func `a header whose size differs from the frames is rejected`() throws {
        let failure = try Poster.failure(
            try movie {
                $0.width = 9000
                $0.height = 7000
            })
        #expect(failure.code == .unreadable)
        #expect(failure.message.contains("not of the size"))
    }

    @Test func `a frame that is too large is refused`() throws {
        let failure = try Poster.failure(
            try movie {
                $0.width = 30_000
                $0.height = 30_000
            })
        #expect(failure.code == .limitExceeded)
    }

    @Test(arguments: 0..<300)
    func `random bytes result in a picture or a reason`(_ seed: Int) throws {
        var data = try movie()
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        for _ in 0..<1 + seed % 8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Mostly in the description, which is the first part.
            let range = seed % 3 == 0 ? data.count : min(data.count, 900)
            data[Int(state >> 33) % range] = UInt8(truncatingIfNeeded: state >> 24)
        }
        do {
            let rendering = try Poster.rendering(data, [.longSide(256), .longSide(16)])
            #expect(rendering == nil || rendering?.pictures.count == 2)
        } catch let failure as MediaError {
            #expect(!failure.message.isEmpty)
        }
    }

    @Test(arguments: Array(stride(from: 0, to: 1500, by: 13)))
    func `truncation results in a picture or a reason`(_ length: Int) throws {
        let data = try movie().prefix(length)
        do {
            let rendering = try Poster.rendering(data)
            #expect(rendering == nil || rendering?.pictures.count == 1)
        } catch let failure as MediaError {
            #expect([.unreadable, .unsupported].contains(failure.code), "\(failure.code)")
        }
    }
}
