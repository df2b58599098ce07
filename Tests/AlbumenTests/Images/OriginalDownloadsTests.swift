import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Dispatch
import Foundation
import MediaRequests
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct OriginalDownloadsTests {
    private let remote = StandInBlobStore()
    private let temporary: TemporaryLibrary
    private let data = Data((0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    private let digest: BlobDigest
    private var downloads: OriginalDownloads { temporary.library.cloud.downloads! }
    private var blobs: LocalBlobStore { temporary.library.blobs }

    init() throws {
        temporary = try TemporaryLibrary(remote: remote)
        digest = try BlobDigest(hashing: data)
        try remote.keep(data)
    }

    @Test("an original is downloaded into the library, and its progress is reported in order")
    func anOriginalComesIntoTheLibraryWithItsProgressInOrder() throws {
        let progress = CallRecorder<Double>()
        try downloads.fetch(digest, progress: { progress.record($0) }, nil)
        #expect(try blobs.read(digest, atMost: 4000) == data)
        #expect(progress.calls == [0, 0.25, 0.5, 0.75, 1, 1])
        #expect(remote.cancelled.isEmpty)
        try downloads.fetch(digest, progress: nil, nil)
        #expect(remote.downloads == [digest])
    }

    @Test("§4.12: a request during a download joins it and receives its progress")
    func coalesced() throws {
        let gate = Gate()
        remote.behaviour = .waits(gate)
        let finished = DispatchSemaphore(value: 0)
        let begun = Gate()
        let progress = CallRecorder<Double>()
        for index in 0..<5 {
            let note: OriginalDownloads.Progress = {
                if index == 4 { progress.record($0) }
                if $0 > 0 { begun.open() }
            }
            _ = downloads.fetch(digest, progress: note) { result in
                if case .failure(let error) = result { Issue.record(error) }
                finished.signal()
            }
            try #require(index > 0 || begun.wait())
        }
        gate.open()
        for _ in 0..<5 { try #require(finished.wait(timeout: TestPatience.end) == .success) }
        #expect(remote.downloads == [digest])
        #expect(progress.calls.first == 0.25)
        #expect(progress.calls.last == 1)
        #expect(progress.calls == progress.calls.sorted())
    }

    @Test("a download ends with the last of its requests")
    func theDownloadEndsWithTheLastOfThoseWhoWantIt() throws {
        let gate = Gate()
        remote.behaviour = .waits(gate)
        let begun = Gate()
        let answers = CallRecorder<Bool>()
        let note: OriginalDownloads.Progress = { if $0 > 0 { begun.open() } }
        let first = downloads.fetch(digest, progress: note) { _ in answers.record(true) }
        let second = downloads.fetch(digest, progress: nil) { _ in answers.record(true) }
        try #require(begun.wait())
        first()
        #expect(remote.cancelled.isEmpty)
        second()
        #expect(remote.cancelled == [digest])
        gate.open()
        // The next request starts a new download and doesn't join the cancelled one.
        try downloads.fetch(digest, progress: nil, nil)
        #expect(try blobs.contains(digest))
        #expect(answers.calls.isEmpty)
        #expect(remote.downloads.count == 2)
    }

    @Test("a blocking call ends when it is cancelled")
    func aCallThatBlocksEndsWhenItIsCancelled() throws {
        remote.behaviour = .waits(Gate())
        let cancellation = WorkCancellation()
        #expect(throws: (any Error).self) {
            try downloads.fetch(digest, progress: { if $0 > 0 { cancellation.cancel() } }, cancellation)
        }
        #expect(remote.cancelled == [digest])
        #expect(try !blobs.contains(digest))
    }

    @Test(
        "a failed download leaves nothing behind",
        arguments: [StandInBlobStore.Behaviour.isUnreachable, .breaksOff, .deliversOthers])
    func failures(behaviour: StandInBlobStore.Behaviour) throws {
        remote.behaviour = behaviour
        #expect(throws: RemoteBlobError.self) { try downloads.fetch(digest, progress: nil, nil) }
        #expect(try !blobs.contains(digest))
        let staging = temporary.folder.appending(path: "staging")
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).isEmpty)
        remote.behaviour = .delivers
        try downloads.fetch(digest, progress: nil, nil)
        #expect(try blobs.verify(digest) == .intact(size: 4000))
    }

    @Test("an original that would fill the disk isn't downloaded")
    func whatWouldFillTheDiskIsNotFetched() throws {
        remote.behaviour = .tellsSize(.max)
        let error = #expect(throws: BlobStoreError.self) { try downloads.fetch(digest, progress: nil, nil) }
        #expect(error?.code == .notEnoughSpace)
        #expect(remote.cancelled == [digest])
        #expect(try !blobs.contains(digest))
    }

    @Test("an original that the remote store doesn't have is reported as missing")
    func whatThePlaceDoesNotHaveIsSaidToBeMissing() throws {
        let other = try BlobDigest(hashing: Data("elsewhere".utf8))
        let error = #expect(throws: RemoteBlobError.self) { try downloads.fetch(other, progress: nil, nil) }
        #expect(error?.code == .notFound)
    }

    @Test("an original that is purged during its download isn't kept")
    func anOriginalThatWasPurgedOnItsWayDoesNotStay() throws {
        let source = PictureSource(
            digest: digest, filename: "IMG_1.JPG", uniformTypeIdentifier: "public.jpeg",
            size: .init(width: 4, height: 3),
            assetUUID: "")
        // No row refers to it.
        let results = CallRecorder<Result<Void, any Error>>()
        _ = temporary.library.originals.fetch(.whole, of: source, .allowed(), on: .caller()) { results.record($0) }
        try #require(results.calls.first).get()
        #expect(try !blobs.contains(digest))
    }
}
