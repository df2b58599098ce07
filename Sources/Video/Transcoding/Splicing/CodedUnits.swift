/// The NAL units in the bytes of a packet or of a decoder's description.
enum CodedUnits {
    private static let lengthSize = 4

    /// Returns the places of units that follow their lengths of four bytes, or `nil` if the bytes are damaged.
    static func places(afterLengthsIn bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        var (places, position): ([Range<Int>], Int) = ([], 0)
        while position < bytes.count {
            guard position + lengthSize < bytes.count else { return nil }
            let length = bytes[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
            position += lengthSize
            guard length > 0, length <= bytes.count - position else { return nil }
            places.append(position..<position + length)
            position += length
        }
        return places
    }

    /// Returns the places of units that follow start codes.
    static func places(afterStartCodesIn bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var (places, start, position): ([Range<Int>], Int?, Int) = ([], nil, 0)
        func close(at end: Int) {
            guard let start else { return }
            var end = end
            // Zeros before a start code don't belong to the unit.
            while end > start, bytes[end - 1] == 0 { end -= 1 }
            if end > start { places.append(start..<end) }
        }
        while position + 3 <= bytes.count {
            if bytes[position] == 0, bytes[position + 1] == 0, bytes[position + 2] == 1 {
                close(at: position)
                position += 3
                start = position
            } else {
                position += 1
            }
        }
        close(at: bytes.count)
        return places
    }

    /// Appends a unit after its length.
    static func append(_ unit: some Collection<UInt8>, to bytes: inout [UInt8]) {
        let length = UInt32(clamping: unit.count)
        for shift in stride(from: UInt32(24), through: 0, by: -8) { bytes.append(UInt8(length >> shift & 0xFF)) }
        bytes.append(contentsOf: unit)
    }

    /// Removes the bytes that prevent start codes.
    static func payload(of unit: some Collection<UInt8>) -> [UInt8] {
        var (payload, zeros): ([UInt8], Int) = ([], 0)
        payload.reserveCapacity(unit.count)
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        return payload
    }

    /// Inserts the bytes that prevent start codes.
    static func unit(of payload: [UInt8]) -> [UInt8] {
        var (unit, zeros): ([UInt8], Int) = ([], 0)
        unit.reserveCapacity(payload.count + payload.count / 64)
        for byte in payload {
            if zeros == 2, byte <= 3 {
                unit.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            unit.append(byte)
        }
        if zeros > 0 { unit.append(3) }
        return unit
    }
}
