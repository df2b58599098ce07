import Foundation

/// The edit that an asset has at some time, to detect that it was edited again since. Two revisions are equal if the
/// same files make up the edit.
package struct EditRevision: Sendable, Hashable, Codable {
    /// The text of the revision of an asset without an edit.
    private static let unedited = "unedited"

    /// The hashes of the edit's files, by the raw values of their types. Empty without an edit.
    private let hashes: [Int: Data]

    package init(of files: AssetFiles<ResourceRecord>) {
        let edit = files.isAdjusted ? files.edit : []
        hashes = Dictionary(edit.map { ($0.type.rawValue, $0.sha256) }) { first, _ in first }
    }

    /// Reads the text of a revision. Returns `nil` if it's invalid.
    package init?(text: String) {
        guard text != Self.unedited else {
            hashes = [:]
            return
        }
        var hashes: [Int: Data] = [:]
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let values = part.split(separator: "-")
            guard values.count == 2, let type = Int(values[0]), let hash = Self.bytes(values[1]) else { return nil }
            hashes[type] = hash
        }
        self.hashes = hashes
    }

    /// The revision for programs that store it. Each revision has one text.
    package var text: String {
        guard !hashes.isEmpty else { return Self.unedited }
        return hashes.sorted { $0.key < $1.key }.map { type, hash in
            "\(type)-" + hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }.joined(separator: ".")
    }

    private static func bytes(_ text: Substring) -> Data? {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        return Data(stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}
