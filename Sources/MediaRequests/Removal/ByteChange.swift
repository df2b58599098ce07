package import Foundation

/// A change of a range of a file's bytes that keeps the file's size.
package enum ByteChange: Equatable, Sendable {
    case fill(Range<Int>, UInt8)
    case write([UInt8], at: Int)

    package var range: Range<Int> {
        switch self {
        case .fill(let range, _): range
        case .write(let bytes, let offset): offset..<offset + bytes.count
        }
    }

    /// Returns the new byte at a position in the range.
    package func byte(at position: Int) -> UInt8 {
        switch self {
        case .fill(_, let byte): byte
        case .write(let bytes, let offset): bytes[position - offset]
        }
    }
}

/// A list of changes as bytes, which a worker passes to its host in shared memory.
///
/// The list starts with the number of changes. Each change has the kind, the offset and the count, and then the bytes
/// of a write. Numbers have eight bytes, the least significant one first.
package enum ByteChangeList {
    /// The size limit of a list in bytes.
    package static let limitInBytes = 32 << 20

    private static let fillKinds = 256

    package static func encoded(_ changes: [ByteChange]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(changes.count, to: &bytes)
        for change in changes {
            switch change {
            case .fill(let range, let byte):
                append(Int(byte), to: &bytes)
                append(range.lowerBound, to: &bytes)
                append(range.count, to: &bytes)
            case .write(let content, let offset):
                append(fillKinds, to: &bytes)
                append(offset, to: &bytes)
                append(content.count, to: &bytes)
                bytes += content
            }
        }
        return bytes
    }

    /// Returns `nil` if the bytes aren't a list of changes of a file with `fileSize` bytes.
    package static func decoded(_ bytes: Data, fileSize: Int) -> [ByteChange]? {
        var reader = Reader(bytes: [UInt8](bytes))
        guard let count = reader.number(), count <= bytes.count / 24 else { return nil }
        var changes: [ByteChange] = []
        changes.reserveCapacity(count)
        for _ in 0..<count {
            guard let kind = reader.number(), let offset = reader.number(), let length = reader.number(),
                kind <= fillKinds, offset <= fileSize, length <= fileSize - offset
            else { return nil }
            if kind < fillKinds {
                changes.append(.fill(offset..<offset + length, UInt8(kind)))
            } else {
                guard let content = reader.bytes(length) else { return nil }
                changes.append(.write(content, at: offset))
            }
        }
        return reader.isAtEnd ? changes : nil
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func number() -> Int? {
            guard let part = self.bytes(8) else { return nil }
            return Int(exactly: part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }

        mutating func bytes(_ count: Int) -> [UInt8]? {
            guard count <= bytes.count - position else { return nil }
            defer { position += count }
            return Array(bytes[position..<position + count])
        }
    }
}
