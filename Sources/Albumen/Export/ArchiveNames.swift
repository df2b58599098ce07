/// Gives the files of an archive unique names, and those of each asset a stem of their own, so that an import doesn't take
/// them for parts of another photo. Names that only differ in case or in the form of their accents count as equal, as in
/// the file systems of macOS and Windows.
struct ArchiveNames {
    private var taken: Set<String> = []
    private var takenStems: Set<String> = []
    /// The first number to try for assets with these names, so that many equal names don't take long.
    private var next: [[String]: Int] = [:]

    /// Returns the names of an asset's files. All of them have the same number.
    ///
    /// - Parameter reserved: Further names, without an ending, that no other asset's files may have as their stems.
    /// - Complexity: O(1) for each call, unless originals have names such as "a (2).jpg".
    mutating func take(_ names: [ExportName], reserving reserved: [ExportName] = []) -> [String] {
        let key = names.map { Self.folded($0.numbered(1)) }
        var number = next[key] ?? 1
        func stems() -> [String] {
            (names.map { ExportName.split($0.numbered(number)).stem } + reserved.map { $0.numbered(number) })
                .map(Self.folded)
        }
        while names.contains(where: { taken.contains(Self.folded($0.numbered(number))) })
            || stems().contains(where: takenStems.contains)
        {
            number += 1
        }
        next[key] = number + 1
        let numbered = names.map { $0.numbered(number) }
        taken.formUnion(numbered.map(Self.folded))
        takenStems.formUnion(stems())
        return numbered
    }

    private static func folded(_ name: String) -> String {
        ExportedStems.folded(name)
    }
}
