import AlbumenTestSupport
import BlobStore
import Dispatch
import Foundation
import MediaRequests
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Downloads in pieces, for several requests and for two processes.
@Suite struct PartialDownloadTests {
    private let temporary: TemporaryFolder
    private let blobs: LocalBlobStore
    private let remote = StandInBlobStore()
    private let data: Data
    private let digest: BlobDigest
    private let stored: StoredPieces

    private static var pieceSize: Int { Int(RemoteUpload.pieceSize) }
    private static let count = 3

    init() throws {
        temporary = try TemporaryFolder()
        blobs = try LocalBlobStore(root: temporary.url)
        data = (0..<Self.count).reduce(into: Data()) { data, index in
            data += Data(repeating: UInt8(index + 1), count: index == Self.count - 1 ? 1000 : Self.pieceSize)
        }
        digest = try BlobDigest(hashing: data)
        stored = StoredPieces(
            size: Int64(data.count),
            digests: try stride(from: 0, to: data.count, by: Self.pieceSize).map { [data] start in
                try BlobDigest(hashing: data[start..<min(data.count, start + Self.pieceSize)])
            })
        try remote.keep(data)
    }

    /// The downloads of one process.
    private func process() -> OriginalDownloads {
        let stored = stored
        return OriginalDownloads(from: remote, to: blobs) { _ in stored }
    }

    @Test func `a range brings only its pieces`() throws {
        let downloads = process()
        defer { downloads.finish() }
        let start = Int64(Self.pieceSize) + 10
        try downloads.fetch(start..<start + 20, of: digest, nil)
        let partial = try #require(try downloads.partial(digest))
        #expect(try partial.presentRanges() == [Int64(Self.pieceSize)..<Int64(2 * Self.pieceSize)])
        #expect(try !blobs.contains(digest))
        // It's here now.
        try downloads.fetch(start..<start + 20, of: digest, nil)
        #expect(remote.ranges == [Int64(Self.pieceSize)..<Int64(2 * Self.pieceSize)])
        // The rest comes in two ranges.
        try downloads.fetch(digest, progress: nil, nil)
        #expect(try blobs.verify(digest) { _ in true } == .intact(size: Int64(data.count)))
        #expect(remote.ranges.count == 3)
        try downloads.fetch(0..<5, of: digest, nil)
        #expect(remote.ranges.count == 3)
    }

    @Test func `ten requests of two processes download an original once`() async throws {
        let gate = Gate()
        remote.behaviour = .waits(gate)
        let processes = [process(), process()]
        defer { for downloads in processes { downloads.finish() } }
        let results = CallRecorder<Bool>()
        let fractions = Mutex<[[Double]]>([[], []])
        for number in 0..<10 {
            let index = number % 2
            _ = processes[index].fetch(digest) { fraction in
                fractions.withLock { $0[index].append(fraction) }
            } deliver: { result in
                results.record((try? result.get()) != nil)
            }
        }
        // The process that waits hears of the other's progress.
        try await waitUntil { fractions.withLock { $0.allSatisfy { $0.contains { $0 > 0 } } } }
        gate.open()
        try await waitUntil { results.calls.count == 10 }
        #expect(results.calls.allSatisfy { $0 })
        #expect(remote.downloads == [digest])
        #expect(fractions.withLock { $0 }.flatMap(\.self).allSatisfy { (0...1).contains($0) })
    }

    @Test func `the last process that wants an original ends its transfer`() async throws {
        let gate = Gate()
        remote.behaviour = .waits(gate)
        let (first, second) = (process(), process())
        defer { for downloads in [first, second] { downloads.finish() } }
        let begun = Mutex(false)
        let withdraw = first.fetch(digest) {
            if $0 > 0 { begun.withLock { $0 = true } }
        } deliver: { _ in
        }
        try await waitUntil { begun.withLock { $0 } }
        let results = CallRecorder<Bool>()
        _ = second.fetch(digest, progress: nil) { results.record((try? $0.get()) != nil) }
        withdraw()
        // The other process continues with the missing pieces.
        try await waitUntil { remote.downloads.count == 2 }
        gate.open()
        try await waitUntil { results.calls.count == 1 }
        #expect(results.calls == [true] && remote.cancelled == [digest])
        #expect(try blobs.verify(digest) { _ in true } == .intact(size: Int64(data.count)))
    }

    @Test func `wrong bytes leave no piece, and the next attempt succeeds`() throws {
        let downloads = process()
        defer { downloads.finish() }
        remote.behaviour = .deliversOthers
        let error = #expect(throws: RemoteBlobError.self) { try downloads.fetch(digest, progress: nil, nil) }
        #expect(error?.code == .damaged)
        #expect(try downloads.partial(digest)?.presentRanges().isEmpty == true)
        remote.behaviour = .delivers
        try downloads.fetch(digest, progress: nil, nil)
        #expect(try blobs.contains(digest))
    }

    @Test func `a download that broke off continues with the missing pieces`() throws {
        let downloads = process()
        defer { downloads.finish() }
        // A quarter of the bytes comes, less than a piece; three quarters are two pieces.
        remote.behaviour = .breaksOffAfter(0.75)
        let error = #expect(throws: RemoteBlobError.self) { try downloads.fetch(digest, progress: nil, nil) }
        #expect(error?.code == .unreachable)
        #expect(try downloads.partial(digest)?.presentRanges() == [0..<Int64(Self.pieceSize)])
        remote.behaviour = .delivers
        try downloads.fetch(digest, progress: nil, nil)
        #expect(remote.ranges.last == Int64(Self.pieceSize)..<Int64(data.count))
        #expect(try blobs.contains(digest))
    }
}
