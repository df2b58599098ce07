internal import Glibc

/// The WAL of a database, read by a descriptor of its own.
///
/// SQLite locks only the database and its shared memory, so opening and closing the WAL drops no locks. The frames that a
/// reader of the database uses don't change while its transaction lasts. Callers must limit each read by the WAL-index.
package final class WriteAheadLog {
    /// The bytes that one system call reads, if a frame isn't larger.
    private static let readSize = 256 * 1024

    package let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Throws: `ShippingError` if the file can't be opened.
    package init(path: String) throws(ShippingError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 { throw ShippingError.file(path, "opened", errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Reads the header. Returns `nil` if there's no valid one.
    package func header() throws(ShippingError) -> WriteAheadLogHeader? {
        let count = try fill(from: 0, count: WriteAheadLogHeader.size)
        return buffer.withUnsafeBytes { WriteAheadLogHeader(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Reads the header of one frame. Returns `nil` if the WAL is shorter.
    ///
    /// - Parameter index: The frame's index. The first frame has the index zero.
    package func frame(_ index: UInt32, pageSize: Int) throws(ShippingError) -> WriteAheadLogFrame? {
        let count = try fill(from: Self.offset(of: index, pageSize: pageSize), count: WriteAheadLogFrame.headerSize)
        guard count == WriteAheadLogFrame.headerSize else { return nil }
        return buffer.withUnsafeBytes { WriteAheadLogFrame($0) }
    }

    /// Reads the page of a frame into a buffer of the size of a page. Returns `false` if the WAL is shorter.
    package func readPage(
        ofFrame index: UInt32, into page: UnsafeMutableRawBufferPointer
    ) throws(ShippingError) -> Bool {
        let offset = Self.offset(of: index, pageSize: page.count) + UInt64(WriteAheadLogFrame.headerSize)
        return try read(into: page, at: offset) == page.count
    }

    /// Calls the body with each frame of a range and its page, in order, while the salts and the checksums are valid.
    ///
    /// - Parameters:
    ///   - header: The header of the WAL.
    ///   - frames: The indexes of the frames. The upper bound must not exceed the last frame of the WAL-index.
    ///   - sums: The checksums before the first frame of the range.
    /// - Returns: The checksums after the last frame, or `nil` if a frame isn't valid.
    package func scan(
        _ frames: Range<UInt32>, following sums: WriteAheadLogSums, _ header: WriteAheadLogHeader,
        _ body: (UInt32, WriteAheadLogFrame, UnsafeRawBufferPointer) -> Void
    ) throws(ShippingError) -> WriteAheadLogSums? {
        let frameSize = WriteAheadLogFrame.headerSize + header.pageSize
        let step = UInt32(max(1, Self.readSize / frameSize))
        var sums = sums
        var next = frames.lowerBound
        while next < frames.upperBound {
            let count = Int(min(step, frames.upperBound - next))
            let offset = Self.offset(of: next, pageSize: header.pageSize)
            guard try fill(from: offset, count: count * frameSize) == count * frameSize else { return nil }
            let isValid = buffer.withUnsafeBytes { bytes in
                for position in 0..<count {
                    let range = position * frameSize..<(position + 1) * frameSize
                    let bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
                    let frame = WriteAheadLogFrame(bytes)
                    let page = UnsafeRawBufferPointer(rebasing: bytes[WriteAheadLogFrame.headerSize...])
                    sums.add(UnsafeRawBufferPointer(rebasing: bytes[..<8]), isBigEndian: header.isBigEndian)
                    sums.add(page, isBigEndian: header.isBigEndian)
                    guard frame.salts == header.salts, frame.sums == sums, frame.page > 0 else { return false }
                    body(next + UInt32(position), frame, page)
                }
                return true
            }
            guard isValid else { return nil }
            next += UInt32(count)
        }
        return sums
    }

    /// The offset of a frame in the WAL.
    package static func offset(of frame: UInt32, pageSize: Int) -> UInt64 {
        UInt64(WriteAheadLogHeader.size) + UInt64(frame) * UInt64(WriteAheadLogFrame.headerSize + pageSize)
    }

    /// Reads up to `count` bytes into the start of the buffer.
    private func fill(from offset: UInt64, count: Int) throws(ShippingError) -> Int {
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
        var result: Result<Int, ShippingError> = .success(0)
        buffer.withUnsafeMutableBytes { bytes in
            let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
            result = Result { () throws(ShippingError) -> Int in try read(into: part, at: offset) }
        }
        return try result.get()
    }

    private func read(into bytes: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ShippingError) -> Int {
        var count = 0
        while count < bytes.count {
            guard let address = bytes.baseAddress, let position = off_t(exactly: offset + UInt64(count)) else { break }
            let answer = pread(descriptor, address + count, bytes.count - count, position)
            if answer < 0 {
                if errno == EINTR { continue }
                throw ShippingError.file(path, "read", errno)
            }
            if answer == 0 { break }
            count += answer
        }
        return count
    }
}
