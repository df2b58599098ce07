import Foundation

/// SHA-256 of a short text (FIPS 180-4). UIKit links no library of cryptography.
enum SHA256 {
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        message += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(bytes.count * 8) >> (56 - $0 * 8)) }
        var state = initialState
        for start in stride(from: 0, to: message.count, by: 64) { add(message[start..<start + 64], to: &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - $0 * 8)) } }
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
            block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (near, far) = (words[index - 2], words[index - 15])
            let mixedFar = turned(far, 7) ^ turned(far, 18) ^ far >> 3
            let mixedNear = turned(near, 17) ^ turned(near, 19) ^ near >> 10
            words.append(words[index - 16] &+ mixedFar &+ words[index - 7] &+ mixedNear)
        }
        var s = state
        for index in 0..<64 {
            let sumE = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
            let choice = s[4] & s[5] ^ ~s[4] & s[6]
            let first = s[7] &+ sumE &+ choice &+ constants[index] &+ words[index]
            let sumA = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
            let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
            s = [first &+ sumA &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
        }
        state = zip(state, s).map { $0 &+ $1 }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first 32 bits of the fractional parts of roots of the first primes.
    private static let initialState = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }
    private static let constants = primes.map { fraction(of: cbrt(Double($0))) }
    private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }

    private static func fraction(of number: Double) -> UInt32 {
        UInt32((number - number.rounded(.down)) * 4_294_967_296)
    }
}
