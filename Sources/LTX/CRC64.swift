/// The checksum CRC-64/ISO, which LTX files and the page ledger use.
///
/// The value of a sequence of updates depends only on the bytes, not on their division.
package struct CRC64: Hashable, Sendable {
    /// The checksum of the bytes so far. Zero for no bytes.
    package private(set) var value: UInt64

    /// Creates a checksum that continues after bytes with the checksum `value`.
    package init(resuming value: UInt64 = 0) {
        self.value = value
    }

    /// Adds bytes to the checksum.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        value = ~Self.tables.withUnsafeBufferPointer { tables in
            guard let tables = tables.baseAddress else { preconditionFailure("The tables are empty.") }
            return Self.advance(~value, over: start, count: bytes.count, tables: tables)
        }
    }

    /// Returns the checksum of a database page: of its number, as 4 big-endian bytes, and its bytes. Bit 63 is set.
    ///
    /// The checksum of a database is the exclusive or of the checksums of its pages without the lock page.
    package static func ofPage(number: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = CRC64()
        withUnsafeBytes(of: number.bigEndian) { checksum.update($0) }
        checksum.update(bytes)
        return checksum.value | markedBit
    }

    /// The bit that is set in each checksum of a page, a database and a file, so that none is zero.
    static let markedBit: UInt64 = 1 << 63

    /// The number of bytes that each step takes.
    private static let stride = 16

    /// For each distance 0…15 from the end of a step, and each byte: the byte's effect on the checksum.
    private static let tables: [UInt64] = {
        let polynomial: UInt64 = 0xD800_0000_0000_0000
        var tables = (0..<256).map { byte in
            (0..<8).reduce(UInt64(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ polynomial : rest >> 1 }
        }
        for entry in 256..<stride * 256 {
            let nearer = tables[entry - 256]
            tables.append(tables[Int(nearer & 0xFF)] ^ nearer >> 8)
        }
        return tables
    }()

    private static func advance(
        _ state: UInt64, over start: UnsafeRawPointer, count: Int, tables: UnsafePointer<UInt64>
    ) -> UInt64 {
        var state = state
        var offset = 0
        while count - offset >= stride {
            let first = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ state
            let second = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            state = effect(of: first, tables + 8 * 256) ^ effect(of: second, tables)
            offset += stride
        }
        while offset < count {
            let byte = start.load(fromByteOffset: offset, as: UInt8.self)
            state = tables[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
            offset += 1
        }
        return state
    }

    /// Returns the effect of eight bytes, the lowest of which is the farthest from the end.
    @inline(__always)
    private static func effect(of word: UInt64, _ tables: UnsafePointer<UInt64>) -> UInt64 {
        let low =
            tables[7 * 256 + Int(word & 0xFF)] ^ tables[6 * 256 + Int(word >> 8 & 0xFF)]
            ^ tables[5 * 256 + Int(word >> 16 & 0xFF)] ^ tables[4 * 256 + Int(word >> 24 & 0xFF)]
        let high =
            tables[3 * 256 + Int(word >> 32 & 0xFF)] ^ tables[2 * 256 + Int(word >> 40 & 0xFF)]
            ^ tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
        return low ^ high
    }
}
