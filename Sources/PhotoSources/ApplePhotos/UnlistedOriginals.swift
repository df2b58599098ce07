/// The files in `originals` that no item of the catalogue names.
struct UnlistedOriginals {
    /// The number of files that are listed by name.
    private static let listLimit = 2_000
    private static let folderLimit = 4_096

    private(set) var differences: [(name: String, difference: SourceDifference)] = []

    /// - Complexity: Reads the names of all originals, and one pass over the items for each folder.
    init(_ files: any CatalogFiles, _ catalog: PhotosCatalog) throws {
        var count = 0
        let folders = files.listing(of: "originals")
        for index in 0..<min(folders.count, Self.folderLimit) {
            guard let folder = String(validating: folders[index], as: UTF8.self), !folder.hasPrefix(".") else {
                continue
            }
            let listing = files.listing(of: "originals/\(folder)")
            guard listing.count > 0 else { continue }
            let known = try catalog.files(in: folder)
            for index in 0..<listing.count {
                let name = String(decoding: listing[index], as: UTF8.self)
                guard !name.hasPrefix("."), !known.names.contains(name),
                    // The further files of an item are found with it.
                    !name.contains("_") || !known.uuids.contains(String(name.prefix { $0 != "_" }))
                else { continue }
                count += 1
                if count <= Self.listLimit {
                    differences.append(
                        ("originals/\(folder)/\(name)", SourceDifference(.otherFiles, .unsupported)))
                }
            }
        }
        if count > Self.listLimit {
            differences.append(
                (
                    "originals",
                    SourceDifference(
                        .otherFiles, .unsupported, detail: "\(count - Self.listLimit) more files that no item names")
                ))
        }
    }
}
