import AlbumenTestSupport
import Foundation
import Records
import Synchronization
import Testing

@testable import BlobStore

/// Blobs whose bytes are only a part of another blob, as the video of a motion photo is (imports 4.3).
@Suite struct EmbeddedBlobTests {
    private let folder: AlbumenTestSupport.TemporaryFolder
    private let store: LocalBlobStore
    private let intake: any BlobIntake
    private let container: StagedBlob
    private let part: StagedBlob
    /// What the catalog would say.
    private let places = Places()

    private final class Places: Sendable {
        let blobs = Mutex<[BlobDigest: [EmbeddedBlob]]>([:])
    }

    init() throws {
        folder = try AlbumenTestSupport.TemporaryFolder()
        store = try LocalBlobStore(root: folder.file("library"))
        intake = try store.makeIntake()
        container = try intake.stage(Data("photo and video".utf8))
        part = try intake.stage(10..<15, of: container)
        store.locateEmbedded { [places] digest in places.blobs.withLock { $0[digest] ?? [] } }
    }

    private func commit() throws {
        try intake.commit([container, part])
        intake.release([container, part])
        let place = try #require(part.container?.place)
        places.blobs.withLock { $0[part.digest] = [EmbeddedBlob(place: place, size: part.size)] }
    }

    private func bytes(_ digest: BlobDigest) throws -> String {
        String(decoding: try store.read(digest, atMost: 100), as: UTF8.self)
    }

    @Test func `any number of absent blobs takes the same stack`() throws {
        let depth = StackDepth()
        store.locateEmbedded { _ in
            depth.note()
            return []
        }
        for number in 0..<1_000 {
            #expect(try !store.contains(BlobDigest(hashing: Data("absent \(number)".utf8))))
        }
        #expect(depth.count == 1_000)
        #expect(depth.growthInBytes == 0)
    }

    @Test func `a part is stored once and read like other blobs`() throws {
        #expect(part.digest == (try BlobDigest(hashing: Data("video".utf8))))
        try commit()
        #expect(try store.digests(after: nil, limit: 10) == [container.digest])
        #expect(try store.size(of: part.digest) == 5)
        #expect(try store.isEmbedded(part.digest) && !store.isEmbedded(container.digest))
        #expect(try bytes(part.digest) == "video" && bytes(container.digest) == "photo and video")
        #expect(try store.verify(part.digest) == .intact(size: 5))
        #expect(try store.lastUse(of: part.digest) == nil)
        let names = try store.makeNamedOriginals()
        let url = try names.url(of: part.digest, named: "a.mp4")
        #expect(try String(contentsOf: url, encoding: .utf8) == "video")
    }

    @Test func `the staged part can be read before it is committed`() throws {
        let text = try intake.withDescriptor(of: part) { descriptor in
            try FileHandle(fileDescriptor: descriptor).readToEnd()
        }
        #expect(text == Data("video".utf8))
    }

    @Test func `the staged copy of the container outlives its part, and bytes beyond it are refused`() throws {
        intake.release([part])
        try intake.commit([container, part])
        #expect(throws: BlobStoreError.self) { try intake.stage(10..<16, of: container) }
        #expect(try !intake.restore(part))
    }

    @Test func `a part is missing without its container, and found in another one`() throws {
        try commit()
        let other = try intake.stage(Data("another video".utf8))
        try intake.commit([other])
        let place = ContainerPlace(container: other.digest, offset: 8)
        places.blobs.withLock { $0[part.digest]?.append(EmbeddedBlob(place: place, size: 5)) }
        try store.remove(container.digest)
        #expect(try bytes(part.digest) == "video")
        try store.remove(other.digest)
        #expect(try !store.contains(part.digest) && store.verify(part.digest) == .missing)
        #expect(throws: BlobStoreError.self) { try store.open(part.digest) }
    }

    @Test func `a damaged or shorter container is noticed`() throws {
        try commit()
        let file = store.fileURL(of: container.digest)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try Data("photo and vidEo".utf8).write(to: file)
        guard case .corrupted = try store.verify(part.digest) else {
            Issue.record("The damage wasn't noticed.")
            return
        }
        try Data("photo and vid".utf8).write(to: file)
        #expect(try store.verify(part.digest) == .missing)
    }

    @Test func `a file with the same bytes is stored beside the container, and outlives it`() throws {
        try commit()
        let own = try intake.stage(Data("video".utf8))
        try intake.commit([own])
        #expect(try !store.isEmbedded(part.digest))
        try store.remove(container.digest)
        #expect(try bytes(part.digest) == "video")
    }
}
