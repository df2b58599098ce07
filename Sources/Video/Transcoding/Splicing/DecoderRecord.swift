/// The description of a stream for its decoder in ISO movies: the boxes `avcC` and `hvcC`.
struct DecoderRecord {
    private static let fixedSize = 22
    private static let profilesWithFormat: Set<UInt8> = [100, 110, 122, 144]

    private let codec: SplicedCodec
    /// The bytes before the sets.
    private var head: [UInt8]
    /// The sets, by their types.
    private(set) var sets: [(type: UInt8, units: [[UInt8]])]
    /// The bytes after the sets.
    private var tail: [UInt8]

    /// Reads a record. Returns `nil` if it's damaged, or if the units' lengths don't have four bytes.
    init?(_ bytes: [UInt8], _ codec: SplicedCodec) {
        self.codec = codec
        sets = []
        guard bytes.first == 1, bytes.count > (codec == .h264 ? 6 : Self.fixedSize) else { return nil }
        var position = 0
        func byte() -> Int? {
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return Int(bytes[position])
        }
        func units(_ count: Int) -> [[UInt8]]? {
            var units: [[UInt8]] = []
            for _ in 0..<count {
                guard let high = byte(), let low = byte() else { return nil }
                let length = high << 8 | low
                guard length > codec.headerSize, length <= bytes.count - position else { return nil }
                units.append(Array(bytes[position..<position + length]))
                position += length
            }
            return units
        }
        switch codec {
        case .h264:
            guard bytes[4] & 3 == 3 else { return nil }
            head = Array(bytes[0..<5])
            position = 5
            for (type, mask) in [(UInt8(7), 0x1F), (8, 0xFF)] {
                guard let count = byte(), let found = units(count & mask) else { return nil }
                sets.append((type, found))
            }
        case .hevc:
            guard bytes[21] & 3 == 3 else { return nil }
            head = Array(bytes[0..<Self.fixedSize])
            position = Self.fixedSize
            guard let count = byte() else { return nil }
            for _ in 0..<count {
                guard let type = byte(), let high = byte(), let low = byte(), let found = units(high << 8 | low) else {
                    return nil
                }
                sets.append((UInt8(type), found))
            }
        }
        tail = Array(bytes[position...])
    }

    /// Whether the record has each kind of set. Otherwise, they're in the packets.
    var isComplete: Bool {
        let types: [UInt8] = codec == .h264 ? [7, 8] : [32, 33, 34]
        return types.allSatisfy { type in sets.contains { $0.type & 0x3F == type && !$0.units.isEmpty } }
    }

    /// Adds an encoder's sets, and raises the profile and level to those of the encoder.
    ///
    /// - Returns: `false` if one of the units isn't a parameter set, or if a profile contains none of the others.
    mutating func add(_ units: [[UInt8]]) -> Bool {
        for unit in units {
            let type = codec.type(unit[0])
            guard let place = sets.firstIndex(where: { $0.type & 0x3F == type }) else { return false }
            sets[place].units.append(unit)
            if codec == .h264 ? type == 7 : type == 33, !raise(to: CodedUnits.payload(of: unit)) { return false }
        }
        return sets[0].units.count <= 31
    }

    /// Raises the profile and level to those of a sequence parameter set.
    private mutating func raise(to payload: [UInt8]) -> Bool {
        switch codec {
        case .h264:
            // Baseline, Main and High, each of which contains the one before it in practice.
            guard payload.count > 3, [66, 77, 100].contains(head[1]), [66, 77, 100].contains(payload[1]) else {
                return false
            }
            head[1] = max(head[1], payload[1])
            head[2] &= payload[2]
            head[3] = max(head[3], payload[3])
            if Self.profilesWithFormat.contains(head[1]), tail.isEmpty { tail = [0xFD, 0xF8, 0xF8, 0] }
        case .hevc:
            // Two bytes of header and one with the layers precede the profile.
            guard payload.count > 14 else { return false }
            head[1] = head[1] & 0xC0 | max(head[1] & 0x3F, payload[3] & 0x3F)
            for place in 0..<10 { head[2 + place] &= payload[4 + place] }
            head[12] = max(head[12], payload[14])
        }
        return true
    }

    var bytes: [UInt8] {
        var bytes = head
        func append(_ units: [[UInt8]]) {
            for unit in units {
                bytes += [UInt8(unit.count >> 8 & 0xFF), UInt8(unit.count & 0xFF)] + unit
            }
        }
        if codec == .hevc { bytes.append(UInt8(clamping: sets.count)) }
        for (type, units) in sets {
            switch codec {
            case .h264: bytes.append(UInt8(clamping: units.count) | (type == 7 ? 0xE0 : 0))
            case .hevc: bytes += [type, UInt8(units.count >> 8 & 0xFF), UInt8(units.count & 0xFF)]
            }
            append(units)
        }
        return bytes + tail
    }
}
