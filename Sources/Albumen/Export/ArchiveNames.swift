/// Gives the files of an archive unique names. Names that only differ in case or in the form of their accents count as
/// equal, as in the file systems of macOS and Windows.
struct ArchiveNames {
    private var taken: Set<String> = []
    /// The first number to try for assets with these names, so that many equal names don't take long.
    private var next: [[String]: Int] = [:]

    /// Returns the names of an asset's files. All of them have the same number.
    ///
    /// - Complexity: O(1) for each call, unless originals have names such as "a (2).jpg".
    mutating func take(_ names: [ExportName]) -> [String] {
        let key = names.map { Self.folded($0.numbered(1)) }
        var number = next[key] ?? 1
        while names.contains(where: { taken.contains(Self.folded($0.numbered(number))) }) { number += 1 }
        next[key] = number + 1
        let numbered = names.map { $0.numbered(number) }
        taken.formUnion(numbered.map(Self.folded))
        return numbered
    }

    private static func folded(_ name: String) -> String {
        // Equality of strings ignores the form of accents.
        name.lowercased()
    }
}
