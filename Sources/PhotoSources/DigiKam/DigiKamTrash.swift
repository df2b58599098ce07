internal import Foundation
internal import SystemCalls
internal import SystemPackage

/// The files in the trash of each collection. digiKam moves them to `.dtrash/files`, and describes each with a file in
/// `.dtrash/info`, whose name is that of the file without its extension.
struct DigiKamTrash {
    struct Entry {
        /// The key of the root.
        var root: String
        /// The path below the root.
        var path: String
        /// When the item was deleted.
        var date: Date
    }

    private struct Description: Decodable {
        var imageid: String?
    }

    private static let entryLimit = 200_000
    private static let largestDescription: Int64 = 65_536
    private static let ending = ".dtrashinfo"

    private var entries: [Int64: Entry] = [:]

    subscript(id: Int64) -> Entry? { entries[id] }

    /// - Complexity: Reads each file in `.dtrash/info`.
    mutating func read(_ root: String, _ files: ContainedFiles) {
        let listing = files.listing(of: ".dtrash/info")
        for index in 0..<min(listing.count, Self.entryLimit) {
            guard let name = String(validating: listing[index], as: UTF8.self), name.hasSuffix(Self.ending),
                case .file(let path, let status) = files.find(".dtrash/info/\(name)"),
                status.size <= Self.largestDescription,
                let bytes = AppleRecipe.read(path, size: Int(status.size)),
                let description = try? JSONDecoder().decode(Description.self, from: Data(bytes)),
                let id = description.imageid.flatMap({ Int64($0) }),
                let file = files.names(
                    in: ".dtrash/files", startingWith: "\(name.dropLast(Self.ending.count))."
                ).first
            else { continue }
            let seconds = Double(status.modificationTime) / 1_000_000_000
            entries[id] = Entry(
                root: root, path: ".dtrash/files/\(file)", date: Date(timeIntervalSince1970: seconds))
        }
    }
}
