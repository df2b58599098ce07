/// The bits of a NAL unit's payload, and a position in them.
struct UnitBits {
    /// The payload without emulation prevention.
    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next bit, or `nil` at the end.
    mutating func bit() -> UInt8? {
        guard position >> 3 < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1
    }

    /// Returns a number of up to 32 bits, or `nil` at the end.
    mutating func number(bits count: Int) -> UInt32? {
        var number: UInt32 = 0
        for _ in 0..<count {
            guard let bit = bit() else { return nil }
            number = number << 1 | UInt32(bit)
        }
        return number
    }

    /// Returns a number in Exponential-Golomb code, or `nil` if it's damaged.
    mutating func exponential() -> Int? {
        var zeros = 0
        while true {
            guard let bit = bit(), zeros < 32 else { return nil }
            if bit == 1 { break }
            zeros += 1
        }
        guard let rest = number(bits: zeros) else { return nil }
        return (1 << zeros) - 1 + Int(rest)
    }

    mutating func skip(_ count: Int) { position += count }

    /// The position of the bit that ends the payload, or `nil` if there's none.
    var end: Int? {
        guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return nil }
        return last * 8 + 7 - bytes[last].trailingZeroBitCount
    }
}

/// Bits that become the payload of a NAL unit.
struct UnitBitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ bit: UInt8) {
        if count & 7 == 0 { bytes.append(0) }
        bytes[count >> 3] |= bit << (7 - UInt8(count & 7))
        count += 1
    }

    mutating func append(_ number: Int, bits: Int) {
        for place in (0..<bits).reversed() { append(UInt8(number >> place & 1)) }
    }

    /// Appends a number in Exponential-Golomb code.
    mutating func appendExponential(_ number: Int) {
        let length = Int.bitWidth - (number + 1).leadingZeroBitCount
        append(0, bits: length - 1)
        append(number + 1, bits: length)
    }

    /// Appends the bits of a payload up to a position.
    mutating func append(_ bits: UnitBits, to end: Int) {
        var bits = bits
        while bits.position < end, let bit = bits.bit() { append(bit) }
    }
}
