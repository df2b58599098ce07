internal import Foundation

/// Reads the bytes of a file from a source that returns them in parts of any size.
final class InputBuffer {
    private var buffer: UnsafeMutableRawBufferPointer
    /// The bytes in `buffer` that were read from the source and not taken yet.
    private var filled = 0..<0
    private var hasEnded = false
    private let read: (Int) throws -> Data?
    /// The number of bytes that were taken.
    private(set) var offset: UInt64 = 0

    init(capacity: Int, read: @escaping (Int) throws -> Data?) {
        buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        self.read = read
    }

    deinit { buffer.deallocate() }

    /// Takes the next bytes.
    ///
    /// - Returns: The bytes, valid until the next call. `nil` if the source ends before them.
    func take(_ count: Int) throws -> UnsafeRawBufferPointer? {
        while filled.count < count {
            guard try fill() else { return nil }
        }
        let start = filled.lowerBound
        filled = start + count..<filled.upperBound
        offset += UInt64(count)
        return UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
    }

    /// Whether the source has no bytes after those taken.
    func isAtEnd() throws -> Bool {
        while filled.isEmpty {
            guard try fill() else { return true }
        }
        return false
    }

    /// Reads a part. Returns `false` at the end of the source.
    private func fill() throws -> Bool {
        guard !hasEnded else { return false }
        if filled.lowerBound > 0 {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[filled])
            buffer.copyMemory(from: rest)
            filled = 0..<rest.count
        }
        guard let part = try read(max(buffer.count - filled.count, 1)), !part.isEmpty else {
            hasEnded = true
            return false
        }
        if part.count > buffer.count - filled.count { grow(to: filled.count + part.count) }
        part.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[filled.count...]).copyMemory(from: $0) }
        filled = 0..<filled.count + part.count
        return true
    }

    /// Makes room for a part that is larger than requested.
    private func grow(to capacity: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[filled]))
        buffer.deallocate()
        buffer = larger
    }
}
