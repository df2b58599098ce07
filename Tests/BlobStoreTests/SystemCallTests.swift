import AlbumenTestSupport
import Foundation
import Synchronization
import SystemCalls
import SystemPackage
import Testing

/// The system calls that SystemPackage lacks, and Albumen's additions to its types.
@Suite struct SystemCallTests {
    private let folder: AlbumenTestSupport.TemporaryFolder
    private var path: FilePath { FilePath(folder.path) }

    init() throws {
        folder = try AlbumenTestSupport.TemporaryFolder()
    }

    private func create(_ name: [UInt8], _ bytes: [UInt8] = []) throws {
        let file = try FileDescriptor.open(
            path.appending(name: name), .writeOnly, options: [.create], permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll(bytes) }
    }

    @Test func `a folder's names come in the order of their bytes, whether UTF-8 or not`() throws {
        let names: [[UInt8]] = [[0x61], [0xE9], [0x2E, 0x68], Array("é".utf8)]
        for name in names { try create(name) }
        let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(try OpenFolder(at: path).names() == sorted)
        #expect(try OpenFolder(at: path).textNames() == [".h", "a", "é"])
        let descriptor = try FileDescriptor.open(path, .readOnly)
        defer { close(descriptor.rawValue) }
        #expect(try OpenFolder(descriptor).names() == sorted)
        // The caller's descriptor is still open.
        #expect(try descriptor.status().isFolder)
    }

    @Test func `the status in a folder is that of a link or of its target`() throws {
        try create([0xE9], [1, 2, 3])
        let link = path.appending(name: [0x6C])
        let made = path.appending(name: [0xE9]).withPlatformString { target in
            link.withPlatformString { symlink(target, $0) }
        }
        try #require(made == 0)
        let folder = try OpenFolder(at: path)
        #expect(try folder.status(of: [0x6C], followsLinks: false).isSymbolicLink)
        #expect(try folder.status(of: [0x6C], followsLinks: true).size == 3)
        #expect(throws: Errno.noSuchFileOrDirectory) { try folder.status(of: [0xFF], followsLinks: true) }
        #expect(try link.resolved() == path.appending(name: [0xE9]))
        #expect(try link.resolved().text == path.appending("%E9").string)
    }

    @Test func `a path keeps all bytes, and its text replaces those that aren't UTF-8`() {
        let path = FilePath(bytes: Array("/disk/caf".utf8) + [0xE9])
        #expect(path.bytes == Array("/disk/caf".utf8) + [0xE9])
        #expect(path.text == "/disk/caf%E9")
        #expect(path.name == Array("caf".utf8) + [0xE9])
        #expect(path.starts(with: FilePath("/disk")) && !path.starts(with: FilePath("/dis")))
        #expect(FilePath("/").appending(name: [0x61]).bytes == Array("/a".utf8))
        #expect(FilePath("/disk/é").text == "/disk/é")
        #expect(throws: Errno.noSuchFileOrDirectory) { try path.resolved() }
    }

    @Test func `all bytes are written, also through a pipe that takes few at a time`() throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let (reader, writer) = try FileDescriptor.pipe()
        let written = Mutex<Result<Void, Errno>?>(nil)
        // A thread of its own, because the writer blocks until the reader has read. A task might wait for this one.
        Thread.detachNewThread {
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(Errno) in try writer.write(all: bytes) }
            }
            written.withLock { $0 = result }
            close(writer.rawValue)
        }
        let read = try FileHandle(fileDescriptor: reader.rawValue, closeOnDealloc: true).readToEnd()
        try #require(written.withLock { $0 }).get()
        #expect(read.map { Array($0) } == bytes)
    }

    @Test func `bytes are written at an offset without moving the position`() throws {
        try create([0x61], Array("0123456789".utf8))
        let file = try FileDescriptor.open(path.appending(name: [0x61]), .readWrite)
        defer { close(file.rawValue) }
        try Array("ab".utf8).withUnsafeBytes { try file.write(all: $0, at: 8) }
        try Array("cd".utf8).withUnsafeBytes { try file.write(all: $0) }
        var buffer = [UInt8](repeating: 0, count: 20)
        let count = try buffer.withUnsafeMutableBytes { try file.read(at: 0, into: $0) }
        #expect(buffer.prefix(count).elementsEqual("cd234567ab".utf8))
    }

    @Test func `a full disk and a closed descriptor are errors that name call, file and reason`() throws {
        let full = try FileDescriptor.open("/dev/full", .writeOnly)
        defer { close(full.rawValue) }
        #expect(throws: Errno.noSpace) { try [UInt8(1)].withUnsafeBytes { try full.write(all: $0) } }
        let failure = #expect(throws: SystemCallFailure.self) {
            try SystemCall.checked("fsync", "/library/file") { fsync(-1) }
        }
        #expect(failure == SystemCallFailure(call: "fsync", errno: .badFileDescriptor, path: "/library/file"))
        #expect(failure?.description == "/library/file: fsync: Bad file descriptor")
    }

    @Test func `one open file at a time has the lock`() throws {
        try create([0x61])
        let (first, second) = (
            try FileDescriptor.open(path.appending(name: [0x61]), .readOnly),
            try FileDescriptor.open(path.appending(name: [0x61]), .readOnly)
        )
        defer { close(second.rawValue) }
        try first.lock()
        #expect(try !second.lockIfFree())
        try first.close()
        #expect(try second.lockIfFree())
    }

    @Test func `a released lock is free although a copy of its descriptor is open`() throws {
        try create([0x61])
        let first = try FileDescriptor.open(path.appending(name: [0x61]), .readOnly)
        // As in a program that is being started.
        let copy = try first.duplicate()
        let second = try FileDescriptor.open(path.appending(name: [0x61]), .readOnly)
        defer { for each in [copy, second] { close(each.rawValue) } }
        try first.lock()
        try first.unlock()
        try first.close()
        #expect(try second.lockIfFree())
        try second.unlock()
        #expect(try copy.shareLockIfFree() && second.shareLockIfFree() && !second.lockIfFree())
    }

    @Test func `two looks at a file tell whether somebody wrote to it`() throws {
        try create([0x61], [1])
        let file = try FileDescriptor.open(path.appending(name: [0x61]), .readWrite)
        defer { close(file.rawValue) }
        let before = try file.status()
        #expect(try file.status().hasSameContent(as: before))
        #expect(before.isRegularFile && before.linkCount == 1)
        var times = [timespec](repeating: timespec(tv_sec: 5, tv_nsec: 7), count: 2)
        try #require(futimens(file.rawValue, &times) == 0)
        #expect(try !file.status().hasSameContent(as: before))
        #expect(try file.status().modificationTime == 5_000_000_007)
        #expect(try file.status().identity == before.identity)
    }
}
