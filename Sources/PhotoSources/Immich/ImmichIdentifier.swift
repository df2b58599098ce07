/// A UUID of Immich. Only such identifiers become a part of an address.
struct ImmichIdentifier: Hashable, Comparable, Sendable {
    private static let dashes: Set<Int> = [8, 13, 18, 23]

    private let high: UInt64
    private let low: UInt64

    /// Returns `nil` unless the text has the form of a UUID.
    init?(_ text: String?) {
        guard let text, text.utf8.count == 36 else { return nil }
        var (words, count) = ((high: UInt64(0), low: UInt64(0)), 0)
        for (index, byte) in text.utf8.enumerated() {
            if Self.dashes.contains(index) {
                guard byte == 0x2D else { return nil }
                continue
            }
            guard let digit = Self.digit(byte) else { return nil }
            if count < 16 { words.high = words.high << 4 | digit } else { words.low = words.low << 4 | digit }
            count += 1
        }
        (high, low) = words
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x46: UInt64(byte - 0x41 + 10)
        case 0x61...0x66: UInt64(byte - 0x61 + 10)
        default: nil
        }
    }

    /// The 36 characters, in lower case.
    var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { bytes.append(0x2D) }
            let word = index < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 0xF
            bytes.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func < (left: ImmichIdentifier, right: ImmichIdentifier) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
