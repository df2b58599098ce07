/// The numbers with which pictures refer to parameter sets.
struct ParameterSetIdentifiers: Equatable {
    /// The video parameter set, which only HEVC has.
    var video = 0
    var sequence: Int
    var picture: Int

    /// Reads a sequence parameter set or picture parameter set of H.264, or one of HEVC's three sets.
    ///
    /// - Returns: The number and its set's type, or `nil` if the unit is damaged.
    static func number(of unit: [UInt8], _ codec: SplicedCodec) -> (type: UInt8, number: Int)? {
        guard unit.count > codec.headerSize else { return nil }
        let type = codec.type(unit[0])
        var bits = UnitBits(CodedUnits.payload(of: unit))
        bits.skip(codec.headerSize * 8)
        switch (codec, type) {
        case (.h264, 7): bits.skip(24)
        case (.hevc, 32): return bits.number(bits: 4).map { (type, Int($0)) }
        case (.hevc, 33): guard skipToSequenceNumber(&bits) else { return nil }
        default: break
        }
        return bits.exponential().map { (type, $0) }
    }

    /// Skips the profile and level at the start of HEVC's sequence parameter set.
    private static func skipToSequenceNumber(_ bits: inout UnitBits) -> Bool {
        guard bits.number(bits: 4) != nil, let layers = bits.number(bits: 3).map(Int.init), layers < 7 else {
            return false
        }
        bits.skip(1 + 96)
        guard layers > 0 else { return true }
        var length = 0
        for _ in 0..<layers {
            guard let hasProfile = bits.bit(), let hasLevel = bits.bit() else { return false }
            length += (hasProfile == 1 ? 88 : 0) + (hasLevel == 1 ? 8 : 0)
        }
        bits.skip(2 * (8 - layers) + length)
        return true
    }

    /// Returns a parameter set of an encoder, whose numbers are 0, with these numbers.
    ///
    /// - Returns: `nil` if the unit isn't such a set of HEVC.
    func renumbered(_ unit: [UInt8]) -> [UInt8]? {
        guard unit.count > 2 else { return nil }
        let type = SplicedCodec.hevc.type(unit[0])
        var bits = UnitBits(CodedUnits.payload(of: unit))
        guard let end = bits.end else { return nil }
        bits.skip(16)
        var writer = UnitBitWriter()
        writer.append(UnitBits(bits.bytes), to: 16)
        switch type {
        case 32:
            guard bits.number(bits: 4) == 0 else { return nil }
            writer.append(video, bits: 4)
        case 33:
            let start = bits
            guard Self.skipToSequenceNumber(&bits) else { return nil }
            var profile = start
            guard profile.number(bits: 4) == 0 else { return nil }
            writer.append(video, bits: 4)
            writer.append(profile, to: bits.position)
            guard bits.exponential() == 0 else { return nil }
            writer.appendExponential(sequence)
        case 34:
            guard bits.exponential() == 0, bits.exponential() == 0 else { return nil }
            writer.appendExponential(picture)
            writer.appendExponential(sequence)
        default: return nil
        }
        writer.append(bits, to: end)
        writer.append(1)
        return CodedUnits.unit(of: writer.bytes)
    }

    /// Returns a slice of an HEVC encoder, whose picture parameter set is 0, with the number of these sets.
    ///
    /// The number takes eight bits more than 0 does. Therefore the slice's data keeps its place in its bytes.
    ///
    /// - Returns: `nil` if the unit isn't such a slice.
    func renumberedSlice(_ unit: some Collection<UInt8>) -> [UInt8]? {
        var payload = CodedUnits.payload(of: unit)
        guard payload.count > 3 else { return nil }
        let isRandomAccess = (16...23).contains(SplicedCodec.hevc.type(payload[0]))
        // The number follows one flag, or two in pictures of random access.
        let place = isRandomAccess ? 2 : 1
        let byte = payload[2]
        guard byte >> (7 - UInt8(place)) & 1 == 1 else { return nil }
        let (first, last) = (UInt16(byte >> (8 - UInt8(place))), UInt16(byte) & (1 << (7 - UInt16(place)) - 1))
        let bits = first << (16 - UInt16(place)) | UInt16(picture + 1) << (7 - UInt16(place)) | last
        payload[2] = UInt8(bits >> 8)
        payload.insert(UInt8(bits & 0xFF), at: 3)
        return CodedUnits.unit(of: payload)
    }
}

/// The numbers of a movie's parameter sets.
struct UsedIdentifiers {
    /// The numbers, by their sets' type.
    private var numbers: [UInt8: Set<Int>] = [:]
    /// The largest number, that of H.264's picture parameter sets.
    private static let numberLimit = 255
    private let codec: SplicedCodec

    init(_ codec: SplicedCodec) { self.codec = codec }

    /// Adds the number of a set. Returns `false` if the set is damaged.
    mutating func insert(_ unit: [UInt8]) -> Bool {
        guard let (type, number) = ParameterSetIdentifiers.number(of: unit, codec), number <= Self.numberLimit else {
            return false
        }
        numbers[type, default: []].insert(number)
        return true
    }

    /// Numbers that the movie doesn't use, or `nil` if it uses all of them.
    var unused: ParameterSetIdentifiers? {
        func first(_ type: UInt8, _ range: ClosedRange<Int>) -> Int? {
            range.first { numbers[type]?.contains($0) != true }
        }
        switch codec {
        case .h264:
            // libx264 gives both sets the same number.
            let number = (1...31).first { number in [7, 8].allSatisfy { numbers[$0]?.contains(number) != true } }
            return number.map { ParameterSetIdentifiers(sequence: $0, picture: $0) }
        case .hevc:
            guard let video = first(32, 0...15), let sequence = first(33, 0...15), let picture = first(34, 15...30)
            else { return nil }
            return ParameterSetIdentifiers(video: video, sequence: sequence, picture: picture)
        }
    }
}
