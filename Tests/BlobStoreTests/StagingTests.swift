import BlobStore
import Foundation
import Records
import Testing

@Suite struct StagingTests {
    private let folder: TemporaryFolder
    private let store: LocalBlobStore

    init() throws {
        folder = try TemporaryFolder()
        store = try LocalBlobStore(root: folder.url)
    }

    /// Starts an intake and releases it without finishing, like a crash. The system then releases its lock.
    private func crash(after work: (any BlobIntake) throws -> Void) throws {
        let intake = try store.makeIntake()
        try work(intake)
    }

    @Test func `abandoned staging is swept`() throws {
        try crash { _ = try $0.stage(Data("lost".utf8)) }
        #expect(try folder.names(in: "staging").count == 2)
        #expect(try store.sweepAbandonedStaging() == 1)
        #expect(try folder.names(in: "staging").isEmpty)
        #expect(try store.sweepAbandonedStaging() == 0)
    }

    @Test func `staging in use is not swept, not even by another store`() throws {
        let intake = try store.makeIntake()
        let staged = try intake.stage(Data("held".utf8))
        #expect(try LocalBlobStore(root: folder.url).sweepAbandonedStaging() == 0)
        try intake.commit([staged])
        #expect(try store.contains(staged.digest))
        intake.finish()
        #expect(try folder.names(in: "staging").isEmpty)
    }

    @Test func `a folder without a lock and a lock without a folder are swept`() throws {
        let names = [UUID().uuidString, UUID().uuidString]
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "staging/\(names[0])"), withIntermediateDirectories: false)
        _ = try folder.write(Data("x".utf8), to: "staging/\(names[0])/0")
        _ = try folder.write(Data(), to: "staging/\(names[1]).lock")
        #expect(try store.sweepAbandonedStaging() == 2)
        #expect(try folder.names(in: "staging").isEmpty)
    }

    @Test func `other names are not swept`() throws {
        _ = try folder.write(Data(), to: "staging/notes.txt")
        #expect(try store.sweepAbandonedStaging() == 0)
        #expect(try folder.names(in: "staging") == ["notes.txt"])
    }

    @Test func `a crash between commit and release leaves only an orphan`() throws {
        try crash { try $0.commit([$0.stage(Data("orphan".utf8))]) }
        try store.sweepAbandonedStaging()
        let digest = try BlobDigest(hashing: Data("orphan".utf8))
        #expect(try store.digests(after: nil, limit: 10) == [digest])
        #expect(try store.verify(digest) == .intact(size: 6))
        #expect(try folder.names(in: "staging").isEmpty)
    }

    @Test func `sweeps and new intakes can run at the same time`() throws {
        let root = folder.url
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            #expect(throws: Never.self) {
                let store = try LocalBlobStore(root: root)
                for round in 0..<25 {
                    if index % 2 == 0 {
                        try store.sweepAbandonedStaging()
                    } else {
                        try store.keep(Data("\(index) \(round)".utf8))
                    }
                }
            }
        }
        #expect(try store.digests(after: nil, limit: 100).count == 50)
        #expect(try folder.names(in: "staging").isEmpty)
    }

    @Test func `a modified staged copy is refused`() throws {
        let intake = try store.makeIntake()
        defer { intake.finish() }
        let staged = try intake.stage(Data("whole".utf8))
        let path = "staging/\(staged.intake.uuidString)/\(staged.number)"
        try FileManager.default.removeItem(at: folder.file(path))
        _ = try folder.write(Data("who".utf8), to: path)
        let error = #expect(throws: BlobStoreError.self) { try intake.commit([staged]) }
        #expect(error?.code == .corrupted)
        #expect(try !store.contains(staged.digest))
    }

    @Test func `an error of the source leaves nothing staged`() throws {
        let intake = try store.makeIntake()
        defer { intake.finish() }
        // The system reports no bytes for this file and then returns some, like for a growing file.
        let growing = URL(filePath: "/proc/self/status")
        let error = try #require(throws: BlobStoreError.self) { try intake.stage(fileAt: growing) }
        #expect(error.code == .sourceChanged)
        #expect(error.message.contains("/proc/self/status"))
        let names = try folder.names(in: "staging")
        let own = try #require(names.first { !$0.hasSuffix(".lock") })
        #expect(try folder.names(in: "staging/\(own)").isEmpty)
    }
}
