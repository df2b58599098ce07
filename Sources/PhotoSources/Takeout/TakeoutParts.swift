internal import Records
package import SystemCalls
package import SystemPackage

/// The files and archives of exports of Google Photos that an import has found. They are read together, because a photo
/// and its document, or an album and its photos, can be in different parts.
package struct TakeoutParts: Sendable {
    /// The archives with the parts of their names. A part can have several files, such as those that a browser stored
    /// again after a download had broken off.
    private(set) var archives: [(paths: [FilePath], name: TakeoutArchiveName?)] = []
    /// The files that are not in archives.
    private(set) var listing = TakeoutListing()
    /// The archive, or the folder that contains all parts. `nil` without a part.
    package private(set) var path: FilePath?
    private var positions: [TakeoutArchiveName: Int] = [:]

    package init() {}

    package var isEmpty: Bool { path == nil }

    /// All archives.
    package var archivePaths: [FilePath] { archives.flatMap(\.paths) }

    /// All files that are not in archives.
    package var files: [FilePath] { listing.files }

    package mutating func add(archive: FilePath) {
        let name = archive.name.flatMap { TakeoutArchiveName(FilePath.text(of: $0)) }
        if let name, let position = positions[name] {
            archives[position].paths.append(archive)
        } else {
            if let name { positions[name] = archives.count }
            archives.append(([archive], name))
        }
        extendPath(to: archive)
    }

    /// Adds a file of a folder.
    ///
    /// - Parameter folder: An absolute path without links.
    /// - Returns: Whether the file can be a part of an export.
    /// - Throws: `unsupported` if there are too many files.
    package mutating func add(
        file name: [UInt8], size: Int64, modificationTime: Int64, identity: Stat.Identity, in folder: FilePath
    ) throws(SourceError) -> Bool {
        let entry = TakeoutEntry(
            name: FilePath.text(of: name), size: size, modificationTime: modificationTime,
            place: .file(folder.appending(name: name), identity))
        let names = folder.components.suffix(2).map { FilePath.text(of: FilePath(root: nil, [$0]).bytes) }
        let root = folder.removingLastComponent().removingLastComponent()
        guard try listing.add(entry, folders: names, export: root.text) else { return false }
        extendPath(to: folder)
        return true
    }

    /// The time of the export of an archive, or an empty text if all archives have the same.
    func export(of name: TakeoutArchiveName?) -> String {
        Set(archives.compactMap(\.name?.time)).count > 1 ? name?.time ?? "" : ""
    }

    private mutating func extendPath(to other: FilePath) {
        guard var common = path else {
            path = other
            return
        }
        while !other.starts(with: common), common.removeLastComponent() {}
        path = common
    }
}
