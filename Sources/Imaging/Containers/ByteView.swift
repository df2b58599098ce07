/// A file's bytes that are read at offsets a stranger gave: every read is checked, none traps.
struct ByteView {
    enum Order {
        case big, little
    }

    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// The part that lies inside the file; nil where an offset or a length is negative or passes the end.
    func part(at offset: Int, count length: Int) -> UnsafeRawBufferPointer? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    }

    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? bytes[offset] : nil
    }

    func uint16(at offset: Int, _ order: Order = .big) -> Int? {
        load(UInt16.self, at: offset, order).map(Int.init)
    }

    func uint24(at offset: Int, _ order: Order = .big) -> Int? {
        guard let part = part(at: offset, count: 3) else { return nil }
        let (first, last) = order == .big ? (part[0], part[2]) : (part[2], part[0])
        return Int(first) << 16 | Int(part[1]) << 8 | Int(last)
    }

    func uint32(at offset: Int, _ order: Order = .big) -> Int? {
        load(UInt32.self, at: offset, order).map(Int.init)
    }

    /// Nil also for a number that no file's size reaches, so that sums of offsets never overflow.
    func uint64(at offset: Int, _ order: Order = .big) -> Int? {
        load(UInt64.self, at: offset, order).flatMap { $0 < 1 << 60 ? Int($0) : nil }
    }

    /// Whether the ASCII text stands at the offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard let part = part(at: offset, count: text.utf8CodeUnitCount) else { return false }
        return text.withUTF8Buffer { part.elementsEqual($0) }
    }

    /// The four characters of a box or chunk type.
    func code(at offset: Int) -> FourCharacterCode? {
        load(UInt32.self, at: offset, .big).map(FourCharacterCode.init(rawValue:))
    }

    private func load<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int, _ order: Order) -> Value? {
        guard offset >= 0, offset <= count - MemoryLayout<Value>.size else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
        return order == .big ? Value(bigEndian: value) : Value(littleEndian: value)
    }
}

/// A four-letter name of a box, chunk or brand.
struct FourCharacterCode: Hashable, ExpressibleByStringLiteral {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(stringLiteral value: StaticString) {
        rawValue = value.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
