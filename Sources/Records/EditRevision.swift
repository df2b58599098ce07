/// The edit that an asset has at some time, to detect that it was edited again since. Two revisions are equal if the
/// same files make up the edit, and if the same original is the base of the asset's renderings.
package struct EditRevision: Sendable, Hashable {
    /// The text of the revision of an asset without an edit.
    private static let unedited = "unedited"
    /// The start of the text if the RAW of a RAW and JPEG is the original.
    private static let rawPrefix = "raw."

    /// The hashes of the edit's files, by the raw values of their types. Empty without an edit.
    private let hashes: [Int: BlobDigest]
    /// Whether the user chose the RAW of a RAW and JPEG as the original.
    private let usesRAW: Bool

    package init(of files: AssetFiles<ResourceRecord>) {
        let edit = files.isAdjusted ? files.edit : []
        usesRAW = files.all.contains(where: \.isUsedAsOriginal)
        hashes = Dictionary(edit.map { ($0.type.rawValue, $0.sha256) }) { first, _ in first }
    }

    /// Reads the text of a revision. Returns `nil` if it's invalid.
    package init?(text: String) {
        usesRAW = text.hasPrefix(Self.rawPrefix)
        let text = usesRAW ? String(text.dropFirst(Self.rawPrefix.count)) : text
        guard text != Self.unedited else {
            hashes = [:]
            return
        }
        var hashes: [Int: BlobDigest] = [:]
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let values = part.split(separator: "-")
            guard values.count == 2, let type = Int(values[0]), let hash = BlobDigest(hexadecimal: values[1]) else {
                return nil
            }
            hashes[type] = hash
        }
        self.hashes = hashes
    }

    /// The revision for programs that store it. Each revision has one text.
    package var text: String {
        let files = hashes.sorted { $0.key < $1.key }.map { type, hash in "\(type)-\(hash)" }.joined(separator: ".")
        return (usesRAW ? Self.rawPrefix : "") + (files.isEmpty ? Self.unedited : files)
    }
}
