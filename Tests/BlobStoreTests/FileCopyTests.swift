import AlbumenTestSupport
import Foundation
import Records
import SystemPackage
import Testing

@testable import BlobStore

@Suite struct FileCopyTests {
    let folder: AlbumenTestSupport.TemporaryFolder
    let bytes: Data

    init() throws {
        folder = try AlbumenTestSupport.TemporaryFolder()
        var generator = SeededGenerator(seed: 7)
        bytes = Data((0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        try folder.write(bytes, to: "source")
    }

    private func copy(size: Int64? = nil, digest: BlobDigest? = nil) throws -> FileCopy {
        let descriptor = open(folder.file("source").path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        return FileCopy(
            of: OpenFile(takingOver: descriptor), named: "source", size: size ?? Int64(bytes.count), digest: digest)
    }

    private func failure(_ body: () throws -> Void) -> BlobStoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? BlobStoreError)?.code
        }
    }

    @Test("a copy has the file's bytes, and nothing else appears")
    func bytesArrive() throws {
        try copy(digest: BlobDigest(hashing: bytes)).write(to: folder.file("a.mov"))
        #expect(try Data(contentsOf: folder.file("a.mov")) == bytes)
        #expect(try folder.names() == ["a.mov", "source"])
    }

    @Test("a taken name fails, and its file stays as it is")
    func taken() throws {
        try folder.write(Data("mine".utf8), to: "a.mov")
        #expect(failure { try copy().write(to: folder.file("a.mov")) } == .fileExists)
        #expect(try Data(contentsOf: folder.file("a.mov")) == Data("mine".utf8))
        try FileManager.default.createSymbolicLink(
            at: folder.file("link.mov"), withDestinationURL: folder.file("nowhere"))
        #expect(failure { try copy().write(to: folder.file("link.mov")) } == .fileExists)
        #expect(try folder.names() == ["a.mov", "link.mov", "source"])
    }

    @Test("wrong bytes, a cancelled copy and a missing folder leave no file")
    func failures() throws {
        #expect(failure { try copy(digest: BlobDigest(hashing: Data())).write(to: folder.file("a")) } == .corrupted)
        #expect(failure { try copy(size: 4_000_000).write(to: folder.file("a")) } == .corrupted)
        #expect(failure { try copy().write(to: folder.file("a")) { true } } == .cancelled)
        #expect(failure { try copy().write(to: folder.file("missing/a")) } == .notFound)
        #expect(try folder.names() == ["source"])
    }
}
