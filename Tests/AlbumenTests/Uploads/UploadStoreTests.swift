import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen

/// Partial files and their states.
struct UploadStoreTests {
    private let photo = SampleMedia.jpeg(comment: String(repeating: "upload ", count: 100))

    @Test func `an upload continues at the durable offset, also in the next process`() throws {
        let temporary = try TemporaryLibrary()
        let identifier: String
        do {
            let fixture = try UploadFixture(temporary)
            identifier = try fixture.store.create(try UploadFixture.request("a.jpg", photo)).identifier
            try fixture.append(photo.prefix(100), to: identifier, at: 0, completing: false)
            #expect(try fixture.store.status(of: identifier).record.offset == 100)
        }
        // Bytes that were written and never made durable.
        let data = temporary.folder.appending(path: "uploads/\(identifier).data")
        let handle = try FileHandle(forWritingTo: data)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(count: 50))
        try handle.close()

        let fixture = try UploadFixture(temporary)
        #expect(try fixture.store.resume())
        #expect(try fixture.store.status(of: identifier).record.offset == 100)
        #expect(
            fixture.code { try fixture.append(photo.dropFirst(150), to: identifier, at: 150, completing: true) }
                == .wrongOffset)
        let record = try fixture.append(photo.dropFirst(100), to: identifier, at: 100, completing: true)
        #expect(record.isComplete)
        #expect(try Data(contentsOf: data) == photo)
    }

    @Test func `a state without its bytes, and bytes without a state, are deleted`() throws {
        let temporary = try TemporaryLibrary()
        let folder = temporary.folder.appending(path: "uploads")
        let identifier: String
        do {
            let fixture = try UploadFixture(temporary)
            identifier = try fixture.store.create(try UploadFixture.request("a.jpg", photo)).identifier
            try fixture.append(photo.prefix(100), to: identifier, at: 0, completing: false)
        }
        try Data().write(to: folder.appending(path: "\(identifier).data"))
        try Data("bytes".utf8).write(to: folder.appending(path: "other.data"))
        let fixture = try UploadFixture(temporary)
        #expect(try !fixture.store.resume())
        #expect(fixture.code { _ = try fixture.store.status(of: identifier) } == .notFound)
        #expect(try fixture.names == ["lock"])
    }

    @Test(arguments: [
        "", ".", "..", "../a.jpg", "a/b.jpg", "a\\b.jpg", "a\0.jpg", "a\n.jpg", "\u{7F}.jpg", ".hidden.jpg",
        String(repeating: "a", count: 252) + ".jpg",
    ])
    func `names that aren't those of files are refused`(name: String) throws {
        let fixture = try UploadFixture()
        #expect(fixture.code { _ = try fixture.store.create(try UploadFixture.request(name)) } == .badName)
    }

    @Test func `more bytes than stated delete the upload, and fewer don't complete it`() throws {
        let fixture = try UploadFixture()
        let short = try fixture.store.create(try UploadFixture.request("a.jpg", photo)).identifier
        #expect(
            fixture.code { try fixture.append(photo.prefix(10), to: short, at: 0, completing: true) } == .wrongLength)
        #expect(try fixture.store.status(of: short).record.offset == 10)
        #expect(fixture.code { try fixture.append(photo, to: short, at: 10, completing: true) } == .wrongLength)
        #expect(fixture.code { _ = try fixture.store.status(of: short) } == .notFound)
        #expect(try fixture.names == ["lock"])
    }

    @Test func `bytes with another digest than the stated one aren't kept`() throws {
        let fixture = try UploadFixture()
        var damaged = photo
        damaged[200] ^= 1
        let whole = try fixture.store.create(try UploadFixture.request("a.jpg", photo)).identifier
        #expect(fixture.code { try fixture.append(damaged, to: whole, at: 0, completing: true) } == .wrongDigest)
        #expect(fixture.code { _ = try fixture.store.status(of: whole) } == .notFound)

        // A piece can be sent again.
        let pieces = try fixture.store.create(try UploadFixture.request("a.jpg", photo)).identifier
        let append = try fixture.store.append(to: pieces, at: 0, pieceDigest: try BlobDigest(hashing: photo)) {}
        try append.write([UInt8](damaged))
        #expect(fixture.code { _ = try append.finish(completing: false) } == .wrongDigest)
        append.abandon()
        #expect(try fixture.store.status(of: pieces).record.offset == 0)
        #expect(try fixture.append(photo, to: pieces, at: 0, completing: true).isComplete)
    }

    @Test func `a second writer is refused, and a displaced one keeps what has arrived`() throws {
        let fixture = try UploadFixture()
        let identifier = try fixture.store.create(try UploadFixture.request("a.jpg", photo)).identifier
        let cancelled = Mutex(false)
        let first = try fixture.store.append(to: identifier, at: 0) { cancelled.withLock { $0 = true } }
        try first.write([UInt8](photo.prefix(50)))
        #expect(fixture.code { _ = try fixture.store.append(to: identifier, at: 0) {} } == .busy)

        let isFree = Mutex(false)
        fixture.store.displace(identifier) { isFree.withLock { $0 = true } }
        #expect(cancelled.withLock { $0 })
        #expect(!isFree.withLock { $0 })
        first.abandon()
        #expect(isFree.withLock { $0 })
        #expect(try fixture.store.status(of: identifier).record.offset == 50)
        #expect(fixture.code { try first.write([1]) } == .busy)
        #expect(try fixture.append(photo.dropFirst(50), to: identifier, at: 50, completing: true).isComplete)
    }

    @Test func `limits of sizes and numbers hold`() throws {
        var limits = UploadLimits()
        limits.fileSize = 1_000
        limits.totalSize = 1_500
        limits.filesOfSender = 2
        limits.files = 3
        let fixture = try UploadFixture(limits: limits)
        let large = UploadRequest(filename: "a.jpg", length: 1_001, sender: "a")
        #expect(fixture.code { _ = try fixture.store.create(large) } == .tooLarge)
        let endless = try fixture.store.create(UploadRequest(filename: "a.jpg", sender: "a")).identifier
        #expect(
            fixture.code { try fixture.append(Data(count: 1_001), to: endless, at: 0, completing: false) } == .tooLarge)
        let first = try fixture.store.create(UploadRequest(filename: "a.jpg", sender: "a")).identifier
        try fixture.append(Data(count: 1_000), to: first, at: 0, completing: false)
        let long = UploadRequest(filename: "b.jpg", length: 600, sender: "a")
        #expect(fixture.code { _ = try fixture.store.create(long) } == .tooLarge)
        _ = try fixture.store.create(UploadRequest(filename: "b.jpg", length: 500, sender: "a"))
        #expect(
            fixture.code { _ = try fixture.store.create(UploadRequest(filename: "c.jpg", sender: "a")) } == .tooMany)
        _ = try fixture.store.create(UploadRequest(filename: "c.jpg", sender: "b"))
        #expect(
            fixture.code { _ = try fixture.store.create(UploadRequest(filename: "d.jpg", sender: "c")) } == .tooMany)
        // A cancelled upload leaves nothing behind.
        try fixture.store.cancel(first)
        #expect(try !fixture.names.contains("\(first).data"))
        _ = try fixture.store.create(UploadRequest(filename: "d.jpg", sender: "c"))
    }

    @Test func `bytes in flight count, and a file without a stated length that doesn't fit isn't kept`() throws {
        var limits = UploadLimits()
        (limits.totalSize, limits.sizeOfSender) = (100, 60)
        let fixture = try UploadFixture(limits: limits)
        func begin(_ length: Int64?, sender: String) throws -> (UploadRecord, UploadAppend) {
            var request = try UploadFixture.request("a.jpg", sender: sender)
            request.length = length
            let record = try fixture.store.create(request)
            return (record, try fixture.store.append(to: record.identifier, at: 0) {})
        }
        // None of these bytes is durable yet.
        let (_, first) = try begin(30, sender: "a")
        try first.write([UInt8](repeating: 1, count: 30))
        let (endless, second) = try begin(nil, sender: "a")
        try second.write([UInt8](repeating: 1, count: 30))
        #expect(fixture.code { try second.write([1]) } == .tooLarge)
        second.abandon()
        #expect(fixture.code { _ = try fixture.store.status(of: endless.identifier) } == .notFound)
        let (known, third) = try begin(40, sender: "b")
        let (_, fourth) = try begin(40, sender: "c")
        try fourth.write([UInt8](repeating: 1, count: 40))
        #expect(fixture.code { try third.write([UInt8](repeating: 1, count: 40)) } == .tooLarge)
        third.abandon()
        fourth.abandon()
        #expect(try fixture.store.status(of: known.identifier).record.offset == 0)
        first.abandon()
        #expect(try fixture.names.filter { $0.hasSuffix(".data") }.count == 3)
    }

    @Test func `an upload whose state can't be read stays, and is reported`() throws {
        let temporary = try TemporaryLibrary()
        let identifier: String
        do {
            let fixture = try UploadFixture(temporary)
            identifier = try fixture.send(SampleMedia.jpeg(comment: "kept"), as: "a.jpg").identifier
        }
        let state = temporary.folder.appending(path: "uploads/\(identifier).json")
        try Data("{".utf8).write(to: state)
        let fixture = try UploadFixture(temporary)
        #expect(try !fixture.store.resume())
        #expect(fixture.store.unreadableFiles == [state.path(percentEncoded: false)])
        #expect(try fixture.names == ["\(identifier).data", "\(identifier).json", "lock"])
    }

    @Test func `without hard links, a complete file whose state can't be read keeps its name`() throws {
        let temporary = try TemporaryLibrary()
        let record: UploadRecord
        do { record = try UploadFixture(temporary).send(SampleMedia.jpeg(comment: "kept"), as: "a.jpg") }
        let uploads = temporary.folder.appending(path: "uploads")
        let named = uploads.appending(path: "incoming/\(record.delivery.importAlbum)/0/a.jpg")
        try FileManager.default.createDirectory(
            at: named.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: uploads.appending(path: "\(record.identifier).data"), to: named)
        try Data("{".utf8).write(to: uploads.appending(path: "\(record.identifier).json"))
        #expect(try !UploadFixture(temporary).store.resume())
        #expect(FileManager.default.fileExists(atPath: named.path(percentEncoded: false)))
    }

    @Test func `an upload that nobody uses for a week is deleted`() throws {
        let clock = Mutex(Date())
        let fixture = try UploadFixture(now: { clock.withLock { $0 } })
        let old = try fixture.store.create(UploadRequest(filename: "a.jpg", sender: "a")).identifier
        clock.withLock { $0 += 6 * 24 * 3_600 }
        let used = try fixture.store.create(UploadRequest(filename: "b.jpg", sender: "a")).identifier
        clock.withLock { $0 += 2 * 24 * 3_600 }
        fixture.store.expire()
        #expect(fixture.code { _ = try fixture.store.status(of: old) } == .notFound)
        #expect(try fixture.store.status(of: used).record.filename == "b.jpg")
        #expect(try fixture.names.count == 3)
    }

    @Test func `one process has the uploads of a library`() throws {
        let fixture = try UploadFixture()
        _ = try fixture.store.create(UploadRequest(filename: "a.jpg", sender: "a"))
        let other = UploadStore(of: fixture.library)
        #expect(fixture.code { _ = try other.create(UploadRequest(filename: "b.jpg", sender: "a")) } == .heldElsewhere)
    }
}
