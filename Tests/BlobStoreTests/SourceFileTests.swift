import Foundation
import Records
import Testing

@testable import BlobStore

@Suite struct SourceFileTests {
    private let folder: TemporaryFolder
    private let url: URL
    private let data = Data.sample(count: 1_000_000, seed: 8)

    init() throws {
        folder = try TemporaryFolder()
        url = try folder.write(data, to: "source.mov")
    }

    /// Reads the source and changes it after the first piece.
    private func read(changing change: (FileHandle) throws -> Void) throws {
        let handle = try FileHandle(forUpdating: url)
        var outcome = Result<Void, any Error>.success(())
        var isFirst = true
        try SourceFile(descriptor: handle.fileDescriptor, name: "source.mov").read { _ in
            if isFirst { outcome = Result { try change(handle) } }
            isFirst = false
        }
        try outcome.get()
    }

    @Test func `an unchanged source is read completely and in order`() throws {
        let handle = try FileHandle(forReadingFrom: url)
        var found = Data()
        try SourceFile(descriptor: handle.fileDescriptor, name: "source.mov").read { found.append(contentsOf: $0) }
        #expect(found == data)
    }

    @Test func `a source that shrinks while it is read is refused`() throws {
        let error = #expect(throws: BlobStoreError.self) {
            try read { try $0.truncate(atOffset: 500_000) }
        }
        #expect(error?.code == .sourceChanged)
        #expect(error?.message.contains("source.mov") == true)
    }

    @Test func `a source that grows while it is read is refused`() throws {
        let error = #expect(throws: BlobStoreError.self) {
            try read { try $0.truncate(atOffset: 1_000_001) }
        }
        #expect(error?.code == .sourceChanged)
    }

    @Test func `a source that is rewritten in the same size is refused`() throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: url.path(percentEncoded: false))
        let error = #expect(throws: BlobStoreError.self) {
            try read { handle in
                try handle.seek(toOffset: 0)
                try handle.write(contentsOf: Data([1]))
            }
        }
        #expect(error?.code == .sourceChanged)
    }

    @Test func `a pipe is refused without waiting for its other end`() throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe.path(percentEncoded: false), 0o600) == 0)
        let error = #expect(throws: BlobStoreError.self) { try BlobDigest(hashingFileAt: pipe) }
        #expect(error?.code == .sourceUnreadable)
    }
}
