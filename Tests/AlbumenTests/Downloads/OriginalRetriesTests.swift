import AlbumenTestSupport
import BlobStore
import Foundation
import MediaRequests
import Records
import Testing

@testable import PhotoLibrary

/// The rule for work that misses bytes of an original. Images, movies, the server and PhotoKit follow it.
@Suite struct OriginalRetriesTests {
    private let source = MovieSource(digest: .zero, filename: "clip.mov")
    private let missing = MediaError.missing(100..<200)
    private let remote = LibraryError.needsNetwork(for: "clip.mov")

    @Test func `an original that isn't here is downloaded once`() throws {
        var retries = OriginalRetries()
        #expect(try retries.extent(missedBy: remote, of: source) == .whole)
        let lost = #expect(throws: LibraryError.self) { try retries.extent(missedBy: remote, of: source) }
        #expect(lost?.code == .missingBytes)
    }

    @Test func `after a few single pieces, each download brings more, and at last the whole original`() throws {
        var retries = OriginalRetries()
        var extents: [Originals.Extent] = []
        while extents.last != .whole { extents.append(try retries.extent(missedBy: missing, of: source)) }
        let piece = RemoteUpload.pieceSize
        let doubled = (1...11).map { Originals.Extent.bytes(100..<100 + piece << Int64($0)) }
        #expect(extents == Array(repeating: .bytes(100..<200), count: 5) + doubled + [.whole])
        // The work can't miss bytes of an original that is here.
        #expect(throws: missing) { try retries.extent(missedBy: missing, of: source) }
    }

    @Test func `a large range stays whole, and one at the end of all numbers doesn't overflow`() throws {
        var retries = OriginalRetries()
        for _ in 0..<6 { _ = try retries.extent(missedBy: missing, of: source) }
        let large = MediaError.missing(0..<1 << 40)
        #expect(try retries.extent(missedBy: large, of: source) == .bytes(0..<1 << 40))
        let last = MediaError.missing(Int64.max - 1..<Int64.max)
        #expect(try retries.extent(missedBy: last, of: source) == .bytes(Int64.max - 1..<Int64.max))
    }

    @Test(arguments: [MediaError(.unreadable, "It isn't a movie."), .cancelled])
    func `another error ends the work`(_ error: MediaError) throws {
        var retries = OriginalRetries()
        #expect(throws: error) { try retries.extent(missedBy: error, of: source) }
        #expect(throws: CancellationError.self) { try retries.extent(missedBy: CancellationError(), of: source) }
        #expect(retries.count == 0)
    }
}
