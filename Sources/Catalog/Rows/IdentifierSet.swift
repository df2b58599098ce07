/// A set of row identifiers, as one bit for each identifier up to the largest.
struct IdentifierSet {
    private var words: [UInt64]
    private(set) var count = 0

    /// - Parameter largest: The largest identifier that the set can contain.
    init(upTo largest: Int64) {
        words = Array(repeating: 0, count: Int(max(0, largest) / 64) + 1)
    }

    func contains(_ identifier: Int64) -> Bool {
        let (word, bit) = Self.position(identifier)
        return words.indices.contains(word) && words[word] & bit != 0
    }

    /// Ignores identifiers beyond the largest.
    mutating func insert(_ identifier: Int64) {
        let (word, bit) = Self.position(identifier)
        guard words.indices.contains(word), words[word] & bit == 0 else { return }
        words[word] |= bit
        count += 1
    }

    /// The identifiers in ascending order.
    var identifiers: [Int64] {
        var identifiers: [Int64] = []
        identifiers.reserveCapacity(count)
        for (index, word) in words.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                identifiers.append(Int64(index * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return identifiers
    }

    private static func position(_ identifier: Int64) -> (word: Int, bit: UInt64) {
        (Int(identifier >> 6), 1 << UInt64(identifier & 63))
    }
}
