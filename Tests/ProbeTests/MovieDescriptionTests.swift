import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing
import Video

/// Descriptions of damaged movies: a result within the limits, or one clear error.
@Suite struct MovieDescriptionTests {
    private func describe(_ bytes: Data, in folder: TemporaryFolder) throws -> MovieDescription? {
        let file = try folder.write(bytes, to: "movie.mov")
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return try MovieDescriber.describe(descriptor: descriptor)
    }

    private var movie: Data {
        var movie = SampleMedia.Movie()
        movie.rotation = 90
        movie.tags = [("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "Phone")]
        movie.userDate = "2022-08-02T05:00:00+0200"
        return SampleMedia.movie(movie)
    }

    @Test func `a movie's description`() throws {
        let movie = try #require(try describe(self.movie, in: try TemporaryFolder()))
        #expect(movie.isPlausible)
        #expect(movie.duration.seconds == 1)
        #expect(movie.tracks.map(\.codec) == ["mjpeg"])
        #expect(movie.tracks[0].frameRate == 10)
        #expect(
            movie.metadata.map(\.key) == ["date", "com.apple.quicktime.make", "com.apple.quicktime.model"]
                || movie.metadata.map(\.key) == ["com.apple.quicktime.make", "com.apple.quicktime.model", "date"])
        #expect(movie.captureDate?.utcOffsetInSeconds == 7200)
    }

    @Test func `a movie with any flipped byte in its header has a plausible description or an honest error`() throws {
        let folder = try TemporaryFolder()
        let bytes = movie
        let header = try #require(bytes.firstRange(of: Data("mdat".utf8))).lowerBound
        for position in stride(from: 8, to: header, by: 3) {
            for value: UInt8 in [0x00, 0x7F, 0xFF] {
                var damaged = bytes
                damaged[position] = value
                do {
                    if let movie = try describe(damaged, in: folder) {
                        #expect(movie.isPlausible, "byte \(position) is \(value)")
                    }
                } catch let error as MediaError {
                    #expect(
                        [.unreadable, .limitExceeded, .encrypted].contains(error.code), "byte \(position): \(error)")
                }
            }
        }
    }

    @Test func `long metadata is left out, and short metadata stays`() throws {
        var movie = SampleMedia.Movie()
        movie.tags = [
            ("com.example.long", String(repeating: "x", count: 100_000)), ("com.apple.quicktime.title", "Sea"),
        ]
        let description = try #require(try describe(SampleMedia.movie(movie), in: try TemporaryFolder()))
        #expect(description.metadata.map(\.key) == ["com.apple.quicktime.title"])
    }

    @Test func `many entries are bounded`() throws {
        var movie = SampleMedia.Movie()
        movie.tags = (0..<2000).map { ("com.example.key\($0)", "value") }
        let description = try #require(try describe(SampleMedia.movie(movie), in: try TemporaryFolder()))
        #expect(description.metadata.count <= MovieDescription.entryLimit)
        #expect(description.metadata.count > 400)
        #expect(description.isPlausible)
    }
}
