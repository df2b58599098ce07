package import Foundation

/// The SHA-256 of some bytes, which is their name in all blob stores.
///
/// Digests sort like their hexadecimal forms.
package struct BlobDigest: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// The bytes as big-endian words, so that words compare like the bytes.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Returns `nil` unless there are exactly 32 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
        self.words = (
            UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
            UInt64(bigEndian: words.3)
        )
    }

    /// Returns `nil` unless the text consists of exactly 64 lower-case hexadecimal digits. So a digest has only one
    /// spelling, and a blob only one name.
    package init?(hexadecimal: some StringProtocol) {
        let digits = hexadecimal.utf8
        guard digits.count == Self.byteCount * 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        var high: UInt8?
        for digit in digits {
            guard let value = Self.value(ofDigit: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.init(bytes: bytes)
    }

    package var bytes: [UInt8] { withBytes { [UInt8]($0) } }

    package var data: Data { withBytes { Data($0) } }

    private func withBytes<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
        let bigEndian = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
        return withUnsafeBytes(of: bigEndian, body)
    }

    /// The 64 lower-case hexadecimal digits.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The first eight digits. They suffice to detect changed content, but don't identify a blob.
    package var firstDigits: String {
        let digits = String(words.0 >> 32, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    package var description: String { hexadecimal }

    package static func == (left: BlobDigest, right: BlobDigest) -> Bool {
        left.words == right.words
    }

    package static func < (left: BlobDigest, right: BlobDigest) -> Bool {
        left.words < right.words
    }

    package func hash(into hasher: inout Hasher) {
        // One word of a SHA-256 is as uniform as all four.
        hasher.combine(words.0)
    }

    /// The most significant byte, which selects one of 256 folders.
    var firstByte: UInt8 { UInt8(truncatingIfNeeded: words.0 >> 56) }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
