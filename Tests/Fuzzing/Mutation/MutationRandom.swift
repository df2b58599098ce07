/// A random number generator with the same numbers for the same mutant of the same seed, on any thread: SplitMix64.
struct MutationRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, loader: String, index: Int) {
        state = seed
        for byte in loader.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        state ^= UInt64(index) &* 0xD6E8_FEB8_6659_FD93
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }

    mutating func below(_ limit: Int) -> Int {
        limit > 0 ? Int(next() % UInt64(limit)) : 0
    }

    mutating func chance(_ part: Int, in whole: Int) -> Bool {
        below(whole) < part
    }

    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[below(list.count)]
    }
}
