import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Movies whose samples are encrypted, by common encryption or FairPlay.
@Suite struct EncryptedMovieTests {
    @Test("an encrypted movie is refused as encrypted, not as damaged", arguments: ["encv", "enca", "drmi", "drms"])
    func refused(_ entry: String) throws {
        let error = #expect(throws: MediaError.self) { try Probing.movie(SampleMedia.encryptedMovie(entry)) }
        #expect(error?.code == .encrypted)
        #expect(error?.message.contains("encrypted") == true)
        #expect(error?.message.contains("import a copy without copy protection") == true)
    }

    @Test func `the same movie without encryption is accepted`() throws {
        #expect(try Probing.movie(SampleMedia.encryptedMovie("jpeg"))?.videoCodec == "mjpeg")
    }

    @Test("invalid boxes do not mean encryption")
    func hostileBoxes() throws {
        let movie = SampleMedia.encryptedMovie("encv")
        let start = try #require(movie.firstRange(of: Data("stsd".utf8))).lowerBound
        for length in [0, 1, 7, 8, 9, 16, UInt32.max] as [UInt32] {
            var damaged = movie
            damaged.replaceSubrange(start - 4..<start, with: withUnsafeBytes(of: length.bigEndian) { Data($0) })
            let result = Result { try Probing.movie(damaged) }
            if case .failure(let error) = result { #expect(error is MediaError) }
        }
    }
}
