import Glibc

/// Bytes of a file that can be read at any offset. Reads check offsets that come from the file, and never trap.
package struct ByteView {
    package enum Order {
        case big, little
    }

    package let bytes: UnsafeRawBufferPointer

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    package var count: Int { bytes.count }

    /// Returns a part of the bytes, or `nil` if the offset or the length is negative or the part passes the end.
    package func part(at offset: Int, count length: Int) -> UnsafeRawBufferPointer? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    }

    package func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? bytes[offset] : nil
    }

    package func uint16(at offset: Int, _ order: Order = .big) -> Int? {
        load(UInt16.self, at: offset, order).map(Int.init)
    }

    package func uint24(at offset: Int, _ order: Order = .big) -> Int? {
        guard let part = part(at: offset, count: 3) else { return nil }
        let (first, last) = order == .big ? (part[0], part[2]) : (part[2], part[0])
        return Int(first) << 16 | Int(part[1]) << 8 | Int(last)
    }

    package func uint32(at offset: Int, _ order: Order = .big) -> Int? {
        load(UInt32.self, at: offset, order).map(Int.init)
    }

    /// Returns `nil` also for numbers beyond the size of any file, so that sums of offsets never overflow.
    package func uint64(at offset: Int, _ order: Order = .big) -> Int? {
        load(UInt64.self, at: offset, order).flatMap { $0 < 1 << 60 ? Int($0) : nil }
    }

    /// Returns whether the ASCII text is at the offset.
    package func has(_ text: StaticString, at offset: Int) -> Bool {
        guard let part = part(at: offset, count: text.utf8CodeUnitCount) else { return false }
        return text.withUTF8Buffer { part.elementsEqual($0) }
    }

    /// Returns the four characters of a box or chunk type.
    package func code(at offset: Int) -> FourCharacterCode? {
        load(UInt32.self, at: offset, .big).map(FourCharacterCode.init(rawValue:))
    }

    private func load<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int, _ order: Order) -> Value? {
        guard offset >= 0, offset <= count - MemoryLayout<Value>.size else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
        return order == .big ? Value(bigEndian: value) : Value(littleEndian: value)
    }
}

extension ByteView: ByteSource {
    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < count, let part = part(at: offset, count: min(buffer.count, count - offset)) else {
            return 0
        }
        buffer.copyMemory(from: part)
        return part.count
    }
    package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
        let range = range.clamped(to: 0..<count)
        guard let base = bytes.baseAddress, let found = memchr(base + range.lowerBound, Int32(byte), range.count) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }
}
