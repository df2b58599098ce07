import AlbumenTestSupport
import Foundation
import Testing

@testable import BlobStore

@Suite struct NamedOriginalsTests {
    let folder: AlbumenTestSupport.TemporaryFolder

    init() throws {
        folder = try AlbumenTestSupport.TemporaryFolder()
    }

    private func store(usesHardLinks: Bool = true) throws -> (LocalBlobStore, BlobDigest) {
        let store = try LocalBlobStore(root: folder.file("library"), usesHardLinks: usesHardLinks)
        let intake = try store.makeIntake()
        defer { intake.finish() }
        let blob = try intake.stage(Data("bytes".utf8))
        try intake.commit([blob])
        return (store, blob.digest)
    }

    @Test(
        "a named original is a regular file, stays readable after its blob is removed, and can be copied",
        arguments: [true, false])
    func file(usesHardLinks: Bool) throws {
        let (store, digest) = try store(usesHardLinks: usesHardLinks)
        let names = try store.makeNamedOriginals()
        let url = try names.url(of: digest, named: "IMG_1.MOV")
        #expect(url.lastPathComponent == "IMG_1.MOV")
        #expect(try names.url(of: digest, named: "IMG_1.MOV") == url)
        #expect(try names.url(of: digest, named: "other.mov") != url)
        try store.remove(digest)
        #expect(try Data(contentsOf: url) == Data("bytes".utf8))
        try FileManager.default.copyItem(at: url, to: folder.file("copy.mov"))
        let type = try FileManager.default.attributesOfItem(atPath: folder.file("copy.mov").path)[.type]
        #expect(type as? FileAttributeType == .typeRegular)
        #expect(try Data(contentsOf: folder.file("copy.mov")) == Data("bytes".utf8))
    }

    @Test("a deleted file is made again")
    func deleted() throws {
        let (store, digest) = try store()
        let names = try store.makeNamedOriginals()
        try FileManager.default.removeItem(at: names.url(of: digest, named: "a.mov"))
        let url = try names.url(of: digest, named: "a.mov")
        #expect(try Data(contentsOf: url) == Data("bytes".utf8))
    }

    @Test("the folder is swept after its process, and not before")
    func sweep() throws {
        let (store, digest) = try store()
        let names = try store.makeNamedOriginals()
        let url = try names.url(of: digest, named: "a.mov")
        #expect(try store.sweepAbandonedStaging() == 0)
        #expect(FileManager.default.fileExists(atPath: url.path))
        names.remove()
        #expect(try folder.names(in: "library/staging").isEmpty)
        // The folder of a killed process has no locked file.
        let abandoned = "library/staging/\(UUID().uuidString)"
        try folder.write(Data("bytes".utf8), to: "\(abandoned)/\(UUID().uuidString)/a.mov")
        #expect(try store.sweepAbandonedStaging() == 1)
        #expect(try folder.names(in: "library/staging").isEmpty)
    }

    @Test("a missing blob has no named file, and leaves nothing")
    func missing() throws {
        let (store, digest) = try store()
        try store.remove(digest)
        let names = try store.makeNamedOriginals()
        #expect(throws: BlobStoreError.self) { try names.url(of: digest, named: "a.mov") }
        names.remove()
        #expect(try folder.names(in: "library/staging").isEmpty)
    }
}
