import BlobStore
import Foundation
import Records

/// The password of a sender: 140 random bits as seven groups of four letters and digits, which a person can type on a
/// phone.
package struct SenderPassword: Sendable {
    /// No letters that look like others (Crockford's base 32).
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    private static let groups = 7
    private static let groupLength = 4

    package let text: String
    let digest: BlobDigest

    init() throws {
        var generator = SystemRandomNumberGenerator()
        text = (0..<Self.groups).map { _ in
            String(
                (0..<Self.groupLength).map { _ in
                    Self.alphabet[Int(truncatingIfNeeded: generator.next() as UInt64) & (Self.alphabet.count - 1)]
                })
        }.joined(separator: "-")
        digest = try Self.digest(of: text)
    }

    /// Returns the hash of a password as a person entered it: in any case, with or without hyphens and spaces.
    static func digest(of text: some StringProtocol) throws -> BlobDigest {
        let entered = text.lowercased().compactMap { character -> Character? in
            switch character {
            case "-", " ": nil
            case "o": "0"
            case "i", "l": "1"
            default: character
            }
        }
        return try BlobDigest(hashing: Data(String(entered).utf8))
    }
}
