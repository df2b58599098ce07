import Glibc
import MediaContainers

extension ByteSource {
    /// Returns the bytes of a part of the file, or `nil` if the part passes the end or can't be read.
    func bytes(at offset: Int, count length: Int) -> [UInt8]? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, initializedCount in
            let room = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<length])
            initializedCount = length == 0 ? 0 : max(0, min(read(at: offset, into: room), length))
        }
        return bytes.count == length ? bytes : nil
    }

    /// Returns the content of a box, or `nil` if it's longer than the limit or passes the end.
    func content(of box: MediaBox, limit: Int) -> [UInt8]? {
        box.content.count <= limit ? bytes(at: box.content.lowerBound, count: box.content.count) : nil
    }

    /// Returns where a part of the file has an ASCII text for the first time.
    ///
    /// - Complexity: O(*n*) for *n* bytes, read in blocks.
    func firstOffset(of text: StaticString, in part: Range<Int>) -> Int? {
        let (blockSize, overlap) = (1 << 16, text.utf8CodeUnitCount - 1)
        return withUnsafeTemporaryAllocation(byteCount: blockSize, alignment: 16) { buffer in
            let part = part.clamped(to: 0..<max(0, count))
            var position = part.lowerBound
            while part.upperBound - position > overlap {
                let size = min(blockSize, part.upperBound - position)
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
                let length = read(at: position, into: room)
                guard length > overlap else { return nil }
                let block = UnsafeRawBufferPointer(rebasing: room[..<length])
                if let found = block.firstOffset(of: text) { return position + found }
                position += length - overlap
            }
            return nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns where an ASCII text is for the first time.
    func firstOffset(of text: StaticString) -> Int? {
        text.withUTF8Buffer { text in
            guard let start = baseAddress, let first = text.baseAddress, !text.isEmpty else { return nil }
            var position = 0
            while count - position >= text.count {
                let room = count - position - text.count + 1
                guard let found = memchr(start + position, Int32(text[0]), room) else { return nil }
                if memcmp(found, first, text.count) == 0 { return UnsafeRawPointer(found) - start }
                position = UnsafeRawPointer(found) - start + 1
            }
            return nil
        }
    }
}

extension [UInt8] {
    func withView<Result>(_ body: (ByteView) -> Result) -> Result {
        withUnsafeBytes { body(ByteView($0)) }
    }

    func contains(_ text: StaticString) -> Bool {
        withUnsafeBytes { $0.firstOffset(of: text) != nil }
    }
}
