import MediaContainers

@testable import MotionPhotos

/// A file in memory that counts the bytes that are read.
final class ArraySource: ByteSource {
    private let bytes: [UInt8]
    private(set) var readCount = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < bytes.count else { return 0 }
        let length = min(buffer.count, bytes.count - offset)
        buffer.copyBytes(from: bytes[offset..<offset + length])
        readCount += length
        return length
    }

    func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
        let range = range.clamped(to: 0..<count)
        let found = bytes[range].firstIndex(of: byte)
        readCount += (found ?? range.upperBound) - range.lowerBound
        return found
    }
}

/// Finds the video in the bytes of a file.
func find(_ file: [UInt8]) -> MotionPhoto? {
    MotionPhoto.find(in: ArraySource(file))
}
