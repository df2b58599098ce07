internal import Foundation
package import Records

/// The name of an object in a place: components with slashes between them.
///
/// Names are never paths of a file system: no component is `.` or `..`, begins with a dot, or has a control character.
package struct RemoteName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The largest size of a document in bytes.
    package static let documentLimit = 1 << 20
    /// The largest size of a name in bytes. With its prefix, it's shorter than S3's limit of 1,024 bytes.
    package static let lengthLimit = 512

    package let text: String

    /// Returns `nil` for a text that isn't a name.
    package init?(_ text: some StringProtocol) {
        guard Self.isName(text) else { return nil }
        self.text = String(text)
    }

    private init(trusted text: String) {
        self.text = text
    }

    /// The name of an original.
    package static func original(_ digest: BlobDigest) -> RemoteName {
        let digits = digest.hexadecimal
        return RemoteName(trusted: "originals/\(digits.prefix(2))/\(digits)")
    }

    /// The digest of the original with this name, or `nil` if it's the name of something else.
    package var originalDigest: BlobDigest? {
        guard text.hasPrefix("originals/"), let digits = text.split(separator: "/").last,
            let digest = BlobDigest(hexadecimal: digits), Self.original(digest) == self
        else { return nil }
        return digest
    }

    package var components: [Substring] { text.split(separator: "/", omittingEmptySubsequences: false) }

    package var description: String { text }

    package static func < (left: RemoteName, right: RemoteName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    // Equal bytes, not canonically equivalent texts, because a place compares bytes.
    package static func == (left: RemoteName, right: RemoteName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    private static func isName(_ text: some StringProtocol) -> Bool {
        guard (1...lengthLimit).contains(text.utf8.count) else { return false }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) else {
            return false
        }
        return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            $0.first.map { $0 != UInt8(ascii: ".") } == true && $0.count <= 200
        }
    }
}
