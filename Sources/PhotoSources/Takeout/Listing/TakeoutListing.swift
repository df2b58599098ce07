internal import Foundation
internal import Records
package import SystemCalls
package import SystemPackage

/// The files of an export, in all its folders and archives. Only the archives' directories have been read.
package struct TakeoutListing: Sendable {
    package struct Archive: Sendable {
        package var path: FilePath
        package var identity: Stat.Identity
        /// Whether this is the temporary file with the documents of an archive.
        package var isSpool = false
    }

    /// The files of one folder, by their names.
    package struct Folder: Sendable {
        package internal(set) var entries: [TakeoutEntry] = []
        /// Positions by the composed forms of names.
        var positions: [String: Int] = [:]
    }

    package internal(set) var archives: [Archive] = []
    package internal(set) var folders: [TakeoutFolderKey: Folder] = [:]
    package internal(set) var differences: [(name: String, difference: SourceDifference)] = []
    /// Parts that can't be read, or that are missing, with the reasons.
    package internal(set) var unreadableParts: [(path: String, reason: String)] = []
    private var entryCount = 0

    /// Photos on disk beside which another part has one of the same name, size and date. They come in as usual.
    var repeatedFiles: [FilePath] = []

    /// The files that are not in archives.
    var files: [FilePath] { folders.values.flatMap { $0.entries.compactMap(\.path) } }

    /// The most files of all parts together.
    static let entryLimit = 1 << 22

    /// Adds a file. Two parts can have the same file, which is added once.
    ///
    /// - Returns: Whether the file was added.
    /// - Throws: `unsupported` if there are too many files.
    @discardableResult
    mutating func add(_ entry: TakeoutEntry, folders names: some BidirectionalCollection<String>, export: String)
        throws(SourceError) -> Bool
    {
        guard !Self.isIgnored(entry.name, in: names) else { return false }
        let (folder, product) = (names.last ?? "", names.dropLast().last ?? "")
        guard entryCount < Self.entryLimit else {
            throw SourceError(.unsupported, "The export has more than \(Self.entryLimit) files.")
        }
        let key = TakeoutFolderKey(
            export: export, product: product.precomposedStringWithCanonicalMapping,
            folder: folder.precomposedStringWithCanonicalMapping)
        let name = entry.name.precomposedStringWithCanonicalMapping
        if let position = folders[key]?.positions[name], let other = folders[key]?.entries[position] {
            // A file on disk comes in as usual.
            if entry.path == nil, !entry.isLikely(other) {
                differences.append(
                    (
                        "\(key.folder)/\(name)",
                        SourceDifference(
                            .otherFiles, .contradiction, detail: "two parts have a file of this name")
                    ))
            }
            return false
        }
        entryCount += 1
        folders[key, default: Folder()].positions[name] = folders[key]?.entries.count ?? 0
        folders[key, default: Folder()].entries.append(entry)
        return true
    }

    /// Files of other systems, and the page that describes the export.
    private static func isIgnored(_ name: String, in folders: some Collection<String>) -> Bool {
        name.hasPrefix("._") || folders.contains("__MACOSX") || name == "archive_browser.html"
            || [".ds_store", "thumbs.db", "desktop.ini"].contains(name.lowercased())
    }

    /// Returns a file of an item.
    func file(_ entry: TakeoutEntry, type: ResourceType, name: String? = nil) -> SourceFile {
        switch entry.place {
        case .file(let path, let identity):
            SourceFile(
                type: type, path: path, name: name ?? entry.name, size: entry.size,
                modificationTime: entry.modificationTime, identity: identity)
        case .member(let archive, let member):
            SourceFile(
                type: type, path: archives[archive].path, member: member, name: name ?? entry.name, size: entry.size,
                modificationTime: entry.modificationTime, identity: archives[archive].identity)
        }
    }
}
