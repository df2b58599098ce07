import AlbumenTestSupport
import Foundation
import Records
import SystemCalls
import SystemPackage
import Testing

@testable import BlobStore

@Suite struct NamedOriginalsTests {
    let folder: AlbumenTestSupport.TemporaryFolder

    init() throws {
        folder = try AlbumenTestSupport.TemporaryFolder()
    }

    private func store(
        usesHardLinks: Bool = true, ignoresModes: Bool? = nil
    ) throws -> (LocalBlobStore, BlobDigest) {
        let store = try LocalBlobStore(
            root: folder.file("library"), usesHardLinks: usesHardLinks, ignoresModes: ignoresModes)
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

    private func identity(_ url: URL) throws -> Stat.Identity {
        try Stat(url.path(percentEncoded: false), followTargetSymlink: false).identity
    }

    @Test("a process that ignores modes gets a copy, and another one a link", arguments: [true, false])
    func writableCopy(ignoresModes: Bool) throws {
        let (store, digest) = try store(ignoresModes: ignoresModes)
        let names = try store.makeNamedOriginals()
        defer { names.remove() }
        let url = try names.url(of: digest, named: "a.mov")
        let original = store.fileURL(of: digest)
        #expect(try (identity(url) == identity(original)) == !ignoresModes)
        #expect(try Data(contentsOf: url) == Data("bytes".utf8))
        #expect(try Stat(url.path(percentEncoded: false)).modeBits == 0o400)
        guard ignoresModes, geteuid() == 0 else { return }
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: 0)
        try file.close()
        #expect(try Data(contentsOf: original) == Data("bytes".utf8))
    }

    @Test("the system says whether modes are ignored")
    func capability() throws {
        let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
        let line = try #require(status.firstMatch(of: /CapEff:\s*([0-9a-f]+)/))
        let capabilities = try #require(UInt64(line.1, radix: 16))
        // CAP_DAC_OVERRIDE
        #expect(try store().0.originalsAreWritable == (capabilities & 2 != 0))
    }

    @Test("a planned URL gets its file later")
    func planned() throws {
        let (store, digest) = try store()
        let names = try store.makeNamedOriginals()
        let url = try names.plannedURL(of: digest, named: "a.mov")
        #expect(try names.plannedURL(of: digest, named: "a.mov") == url)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(try names.url(of: digest, named: "a.mov") == url)
        #expect(try Data(contentsOf: url) == Data("bytes".utf8))
        #expect(try names.plannedURL(of: digest, named: "a.mov") == url)
    }

    @Test("above a limit, the oldest files are removed, but not the newest")
    func limit() throws {
        let (store, digest) = try store(ignoresModes: true)
        let names = try store.makeNamedOriginals(byteLimit: 256 << 10)
        let urls = try (0..<4).map { try names.url(of: digest, named: "\($0).jpg") }
        #expect(urls.map { FileManager.default.fileExists(atPath: $0.path) } == [false, false, true, true])
        let again = try names.url(of: digest, named: "0.jpg")
        #expect(try Data(contentsOf: again) == Data("bytes".utf8))
        let small = try store.makeNamedOriginals(byteLimit: 1)
        #expect(try Data(contentsOf: small.url(of: digest, named: "a.jpg")) == Data("bytes".utf8))
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
