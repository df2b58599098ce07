internal import Foundation
internal import Glibc
internal import SystemCalls
internal import SystemPackage

/// The marks of the pieces that a partial blob has, in a file of one byte for each piece, which all processes share.
///
/// Marks count only until the machine restarts, because neither they nor the pieces are synced. The lock of the file
/// belongs to the one who downloads the whole blob.
struct PartialMarks: Sendable {
    /// The start of the file.
    struct Header {
        static let size = 64
        /// The place of the number of bytes that have arrived, which changes.
        static let arrivedOffset = 56

        let size: Int64
        let count: Int

        /// The machine's start, the blob's size, and the number of its pieces.
        fileprivate var constant: [UInt8] {
            var bytes = Array(machineStart.utf8.prefix(40))
            bytes += Array(repeating: 0, count: 40 - bytes.count)
            for number in [size, Int64(count)] { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
            return bytes
        }

        /// The content of a file without marks.
        var file: Data { Data(constant) + Data(count: Self.size - Self.arrivedOffset + count) }
    }

    private let file: OpenFile
    private let path: String
    private let count: Int

    init(_ file: OpenFile, path: String, count: Int) {
        (self.file, self.path, self.count) = (file, path, count)
    }

    /// Whether the marks are of this blob, and count.
    func hasHeader(_ header: Header) throws(BlobStoreError) -> Bool {
        try read(at: 0, count: Header.arrivedOffset) == header.constant
    }

    /// Returns whether each piece is here.
    func all() throws(BlobStoreError) -> [Bool] {
        let bytes = try read(at: Header.size, count: count)
        return bytes.map { $0 != 0 } + Array(repeating: false, count: count - bytes.count)
    }

    func has(_ index: Int) throws(BlobStoreError) -> Bool { try read(at: Header.size + index, count: 1) == [1] }

    func set(_ index: Int) throws(BlobStoreError) { try write([1], at: Header.size + index) }

    /// Returns the number of bytes of the whole download that have arrived.
    func arrivedByteCount() throws(BlobStoreError) -> Int64 {
        try read(at: Header.arrivedOffset, count: 8).reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    func setArrivedByteCount(_ count: Int64) throws(BlobStoreError) {
        try write(withUnsafeBytes(of: count.littleEndian) { Array($0) }, at: Header.arrivedOffset)
    }

    /// Takes the lock if it's free.
    func lockIfFree() throws(BlobStoreError) -> Bool {
        try locking { descriptor throws(Errno) in try descriptor.lockIfFree() }
    }

    /// Waits for the lock.
    func lock() throws(BlobStoreError) {
        try locking { descriptor throws(Errno) in try descriptor.lock() }
    }

    /// Ignores an error: the lock is released when the file is closed.
    func unlock() { file.withDescriptor { try? FileDescriptor(rawValue: $0).unlock() } }

    /// Whether the file still has its name.
    func isNamed() throws(BlobStoreError) -> Bool { try PartialFolder.isNamed(file, path: path) }

    /// The identifier of the machine's last start. If the system tells none, marks count in one process only.
    private static let machineStart: String = {
        let file = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return file?.trimmingCharacters(in: .whitespacesAndNewlines) ?? UUID().uuidString
    }()

    private func locking<Value>(_ body: (FileDescriptor) throws(Errno) -> Value) throws(BlobStoreError) -> Value {
        try file.withDescriptor { descriptor throws(BlobStoreError) in
            try FileSystem.translating("flock", path) { () throws(Errno) in
                try body(FileDescriptor(rawValue: descriptor))
            }
        }
    }

    private func read(at offset: Int, count: Int) throws(BlobStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try file.withDescriptor { descriptor throws(BlobStoreError) in
            try FileSystem.check("pread", path) { pread(descriptor, &bytes, count, off_t(offset)) }
        }
        return Array(bytes.prefix(read))
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(BlobStoreError) {
        try file.withDescriptor { descriptor throws(BlobStoreError) in
            _ = try FileSystem.check("pwrite", path) { pwrite(descriptor, bytes, bytes.count, off_t(offset)) }
        }
    }
}
