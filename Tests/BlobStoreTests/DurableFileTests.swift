import BlobStore
import Foundation
import Testing

@Suite struct DurableFileTests {
    @Test func `writes a file, then replaces it, and leaves nothing beside it`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("library.json")
        try DurableFile.write(Data("first".utf8), to: url)
        try DurableFile.write(Data("second".utf8), to: url)
        #expect(try Data(contentsOf: url) == Data("second".utf8))
        #expect(try folder.names(in: "") == ["library.json"])
    }

    @Test func `the error about a missing folder contains its path`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("nowhere/library.json")
        let error = #expect(throws: BlobStoreError.self) { try DurableFile.write(Data(), to: url) }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("nowhere") == true)
    }

    @Test func `a failed replacement keeps the existing file`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("library.json")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        #expect(throws: BlobStoreError.self) { try DurableFile.write(Data("x".utf8), to: url) }
        #expect(try folder.names(in: "") == ["library.json"])
    }

    @Test func `creating folders includes their parents and is idempotent`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "a/b/c", directoryHint: .isDirectory)
        try DurableFile.makeFolder(at: url)
        try DurableFile.makeFolder(at: url)
        #expect(try folder.names(in: "a/b") == ["c"])
    }
}
