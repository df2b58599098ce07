package import Foundation

/// The SHA-256 of some bytes, which is their name in all blob stores.
///
/// Digests sort like their hexadecimal forms.
package struct BlobDigest: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// The digest of no known bytes, for records of files outside a library, and for damaged rows.
    package static let zero = BlobDigest(words: (0, 0, 0, 0))

    /// The bytes as big-endian words, so that words compare like the bytes.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    private init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

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
        guard hexadecimal.utf8.count == Self.byteCount * 2, let bytes = [UInt8](hexadecimal: hexadecimal) else {
            return nil
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
    package var hexadecimal: String { withBytes { $0.hexadecimal } }

    /// The first eight digits. They suffice to detect changed content, but don't identify a blob.
    package var firstDigits: String { withBytes { $0.prefix(4).hexadecimal } }

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
    package var firstByte: UInt8 { UInt8(truncatingIfNeeded: words.0 >> 56) }
}
