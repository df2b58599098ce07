import Foundation
import Records
import Testing

@testable import BlobStore

/// Blobs of which only some pieces are here.
@Suite struct PartialBlobTests {
    private let folder: TemporaryFolder
    private let store: LocalBlobStore
    /// Two whole pieces and a short one.
    private let data: Data
    private let digest: BlobDigest
    private let digests: [BlobDigest]

    private static var pieceSize: Int { Int(RemoteUpload.pieceSize) }

    init() throws {
        folder = try TemporaryFolder()
        store = try LocalBlobStore(root: folder.url)
        data =
            Data(repeating: 1, count: Self.pieceSize) + Data(repeating: 2, count: Self.pieceSize)
            + Data(repeating: 3, count: 1000)
        digest = try BlobDigest(hashing: data)
        digests = try stride(from: 0, to: data.count, by: Self.pieceSize).map { [data] start in
            try BlobDigest(hashing: data[start..<min(data.count, start + Self.pieceSize)])
        }
    }

    private func partial() throws -> PartialBlob {
        try store.partial(digest, size: Int64(data.count), pieces: digests)
    }

    private func piece(_ index: Int) -> Data {
        data[index * Self.pieceSize..<min(data.count, (index + 1) * Self.pieceSize)]
    }

    @discardableResult
    private func add(_ index: Int, to partial: PartialBlob) throws -> Bool {
        try piece(index).withUnsafeBytes { try partial.add($0, at: Int64(index * Self.pieceSize)) }
    }

    @Test func `a blob appears when its last piece has come`() throws {
        let partial = try partial()
        for index in [2, 0] { #expect(try add(index, to: partial)) }
        let pieceSize = RemoteUpload.pieceSize
        #expect(try partial.presentRanges() == [0..<pieceSize, 2 * pieceSize..<Int64(data.count)])
        #expect(try partial.missingRanges() == [pieceSize..<2 * pieceSize])
        #expect(try partial.missingRanges(in: 5..<100).isEmpty)
        #expect(try partial.missingRanges(in: pieceSize - 1..<pieceSize + 1) == [pieceSize..<2 * pieceSize])
        #expect(try !store.contains(digest))
        #expect(try add(1, to: partial))
        _ = try #require(try partial.takeTurn())
        #expect(try partial.complete())
        #expect(try store.verify(digest) { _ in true } == .intact(size: Int64(data.count)))
        #expect(try folder.names(in: "partial").isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: store.fileURL(of: digest).path)[.posixPermissions]
        #expect(mode as? Int == 0o400)
    }

    @Test func `others find the pieces that were added`() throws {
        let (first, second) = (try partial(), try partial())
        try add(1, to: first)
        #expect(try second.missingRanges().count == 2)
        var bytes = [UInt8](repeating: 0, count: 16)
        second.file.withDescriptor { _ = pread($0, &bytes, 16, off_t(Self.pieceSize)) }
        #expect(bytes == Array(piece(1).prefix(16)))
    }

    @Test func `bytes that aren't those of the piece are not written`() throws {
        let partial = try partial()
        let wrong = Data(count: Self.pieceSize)
        #expect(try wrong.withUnsafeBytes { try !partial.add($0, at: 0) })
        let short = piece(0).dropLast()
        #expect(try short.withUnsafeBytes { try !partial.add($0, at: 0) })
        #expect(try piece(0).withUnsafeBytes { try !partial.add($0, at: 4096) })
        #expect(try piece(0).withUnsafeBytes { try !partial.add($0, at: Int64(8 * Self.pieceSize)) })
        #expect(try partial.presentRanges().isEmpty)
    }

    @Test func `one at a time has the turn`() throws {
        let (first, second) = (try partial(), try partial())
        do {
            let turn = try #require(try first.takeTurn())
            #expect(try second.takeTurn() == nil)
            try turn.note(arrivedByteCount: 5_000_000_000)
            #expect(try second.arrivedByteCount() == 5_000_000_000)
        }
        let next = try #require(try second.takeTurn())
        #expect(try next.isCurrent())
    }

    @Test func `pieces that were removed aren't those that others open`() throws {
        let first = try partial()
        try add(0, to: first)
        try first.remove()
        let second = try partial()
        #expect(try second.presentRanges().isEmpty)
        let turn = try #require(try first.takeTurn())
        #expect(try !turn.isCurrent())
        let other = try #require(try second.takeTurn())
        #expect(try other.isCurrent())
    }

    /// Neither the marks nor the pieces are synced, so a machine that lost power may have kept only one of them.
    @Test func `pieces of the time before the machine's last start don't count`() throws {
        try add(0, to: try partial())
        let marks = folder.url.appending(path: "partial/\(digest.hexadecimal)/marks")
        var bytes = try Data(contentsOf: marks)
        bytes[0] ^= 1
        try bytes.write(to: marks)
        #expect(try partial().presentRanges().isEmpty)
        #expect(try folder.names(in: "partial") == [digest.hexadecimal])
    }

    /// A worker that a hostile video has taken over keeps its descriptor, and the file becomes an original.
    @Test func `the file for readers can't be written`() throws {
        let partial = try partial()
        #expect(partial.file.withDescriptor { pwrite($0, "x", 1, 0) } == -1)
    }

    @Test(arguments: ["bytes", "marks"])
    func `a folder that lacks a file is replaced`(name: String) throws {
        try add(0, to: try partial())
        try FileManager.default.removeItem(at: folder.url.appending(path: "partial/\(digest.hexadecimal)/\(name)"))
        #expect(try partial().presentRanges().isEmpty)
        #expect(try folder.names(in: "partial") == [digest.hexadecimal])
    }

    @Test func `a file that doesn't have the digest of the blob doesn't become it`() throws {
        let other = try BlobDigest(hashing: Data([1]))
        let blob = try store.partial(other, size: Int64(data.count), pieces: digests)
        for index in 0..<3 { try add(index, to: blob) }
        #expect(try !blob.complete())
        #expect(try !store.contains(other))
        #expect(try folder.names(in: "partial").isEmpty)
    }

    @Test func `unused pieces are removed, and those in use stay`() throws {
        let used = try partial()
        do {
            let turn = try #require(try used.takeTurn())
            #expect(try store.removePartialBlobs(unusedForSeconds: 3600) == 0)
            #expect(try store.removePartialBlobs(unusedForSeconds: -1) == 0)
            #expect(try turn.isCurrent())
        }
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "partial/\(digest.hexadecimal).\(UUID().uuidString)"),
            withIntermediateDirectories: false)
        #expect(try store.removePartialBlobs(unusedForSeconds: -1) == 1)
        #expect(try folder.names(in: "partial").isEmpty)
    }
}
