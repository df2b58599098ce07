import BlobStore
import Foundation
import Records
import Testing

@Suite struct LocalBlobStoreTests {
    private let folder: TemporaryFolder
    private let store: LocalBlobStore

    init() throws {
        folder = try TemporaryFolder()
        store = try LocalBlobStore(root: folder.url)
    }

    @Test("meets the contract of a blob store", arguments: BlobStoreConformance.all)
    func conformance(_ conformance: BlobStoreConformance) throws {
        try conformance.check(store)
    }

    @Test("meets the contract without hard links", arguments: BlobStoreConformance.all)
    func conformanceWithoutHardLinks(_ conformance: BlobStoreConformance) throws {
        try conformance.check(LocalBlobStore(root: folder.url, usesHardLinks: false))
    }

    @Test func `creates the library's folder and its parents`() throws {
        let root = folder.url.appending(path: "above/library", directoryHint: .isDirectory)
        let digest = try LocalBlobStore(root: root).keep(Data("first".utf8))
        #expect(try LocalBlobStore(root: root).contains(digest))
        #expect(try folder.names(in: "above/library") == ["originals", "staging"])
    }

    @Test(arguments: [true, false])
    func `a blob is a file named by its digest that only its owner can read`(usesHardLinks: Bool) throws {
        let store = try LocalBlobStore(root: folder.url, usesHardLinks: usesHardLinks)
        let digest = try store.keep(Data("abc".utf8))
        let name = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(digest.hexadecimal == name)
        #expect(try folder.names(in: "originals") == ["ba"])
        #expect(try folder.names(in: "originals/ba") == [name])
        #expect(try folder.names(in: "staging").isEmpty)
        let path = store.fileURL(of: digest).path(percentEncoded: false)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let permissions = try #require(attributes[.posixPermissions] as? NSNumber)
        #expect(permissions.intValue == 0o400)
        #expect(attributes[.referenceCount] as? NSNumber == 1)
    }

    @Test(arguments: [true, false])
    func `staged bytes replace an incomplete blob`(usesHardLinks: Bool) throws {
        let store = try LocalBlobStore(root: folder.url, usesHardLinks: usesHardLinks)
        let data = Data("whole bytes".utf8)
        let digest = try store.keep(data)
        try overwrite(digest, with: data.prefix(4))
        try store.keep(data)
        #expect(try store.verify(digest) == .intact(size: 11))
        #expect(try folder.names(in: "originals/\(digest.hexadecimal.prefix(2))").count == 1)
    }

    @Test func `a blob of the right size is never rewritten`() throws {
        let digest = try store.keep(Data("original".utf8))
        try overwrite(digest, with: Data("0riginal".utf8))
        try store.keep(Data("original".utf8))
        #expect(try store.read(digest, atMost: 8) == Data("0riginal".utf8))
    }

    @Test func `verification finds a flipped bit`() throws {
        var data = Data.sample(count: 1_000_000, seed: 7)
        let digest = try store.keep(data)
        data[654_321] ^= 1
        try overwrite(digest, with: data)
        let actual = try BlobDigest(hashing: data)
        #expect(try store.verify(digest) == .corrupted(actual: actual, size: 1_000_000))
    }

    @Test func `a symbolic link is not a blob`() throws {
        let digest = try store.keep(Data("linked".utf8))
        let outside = try folder.write(Data("linked".utf8), to: "outside")
        try FileManager.default.removeItem(at: store.fileURL(of: digest))
        try FileManager.default.createSymbolicLink(at: store.fileURL(of: digest), withDestinationURL: outside)
        #expect(try !store.contains(digest))
        #expect(try store.verify(digest) == .missing)
        let error = #expect(throws: BlobStoreError.self) { try store.open(digest) }
        #expect(error?.code == .corrupted)
        try store.keep(Data("linked".utf8))
        #expect(try store.verify(digest) == .intact(size: 6))
        #expect(try Data(contentsOf: outside) == Data("linked".utf8))
    }

    @Test func `names that are not digests are skipped`() throws {
        let digest = try store.keep(Data("named".utf8))
        let shard = "originals/\(digest.hexadecimal.prefix(2))"
        _ = try folder.write(Data(), to: "\(shard)/.DS_Store")
        _ = try folder.write(Data(), to: "\(shard)/\(digest.hexadecimal.uppercased())")
        let other = digest.hexadecimal.hasPrefix("00") ? "01" : "00"
        _ = try folder.write(Data(), to: "\(shard)/\(other)\(digest.hexadecimal.dropFirst(2))")
        #expect(try store.digests(after: nil, limit: 10) == [digest])
    }

    /// Replaces a blob's bytes, like a failing disk.
    private func overwrite(_ digest: BlobDigest, with data: Data) throws {
        let url = store.fileURL(of: digest)
        try FileManager.default.removeItem(at: url)
        try data.write(to: url)
    }
}
