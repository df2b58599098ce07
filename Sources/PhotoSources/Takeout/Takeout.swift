internal import Records
internal import SystemCalls
package import SystemPackage

/// Exports of Google Photos that Google Takeout made.
package enum Takeout {
    /// What no export of Google Photos contains, for a message to the user.
    package static let losses = """
        Google's exports have no time zones, no order and covers of albums, no photos of others in shared albums, no \
        titles of Google's own albums, and no recipes of edits. Photos in “Storage saver” quality were recompressed. \
        Some videos of Live Photos have lost their marks.
        """

    /// Returns whether all paths look like parts of an export: archives with Takeout's names, folders with such
    /// archives, and folders in which a folder of Google Photos is, in any language.
    ///
    /// Looks at names first. Reads at most a few documents of folders within a folder `Takeout`.
    package static func isExport(_ paths: [FilePath]) -> Bool {
        !paths.isEmpty && paths.allSatisfy(isExport)
    }

    /// Opens an export. Reads the directories of all archives and folders, all documents, and the originals that may be
    /// equal because they have the same size and the same title or date. Decompresses TGZ archives once.
    ///
    /// - Parameters:
    ///   - paths: Folders and archives. All parts of one export belong together.
    ///   - temporaryFolder: For a file of the source, which `close` removes, with the documents of TGZ archives and
    ///     0.8 % of these archives' uncompressed sizes. Not used for folders and ZIP archives.
    ///   - reader: Decompresses the members of archives.
    /// - Throws: `SourceError` if there are no photos. Damaged archives are listed, and the others are read.
    package static func open(
        _ paths: [FilePath], options: TakeoutOptions = TakeoutOptions(), temporaryFolder: FilePath,
        reader: SourceFileReader = SourceFileReader()
    ) throws(SourceError) -> any PhotoSource {
        let paths = try TakeoutPaths(paths)
        var listing = TakeoutListing()
        var spool: SourceSpool?
        for folder in paths.folders { try listing.add(tree: folder) }
        for (path, name) in paths.archives {
            if name?.format == .tgz || TakeoutPaths.isTGZ(path) {
                let file: SourceSpool
                if let spool { file = spool } else { file = try SourceSpool(in: temporaryFolder) }
                spool = file
                try listing.add(tgz: path, export: paths.export(of: name), spool: file, reader: reader)
            } else {
                try listing.add(zip: path, export: paths.export(of: name))
            }
        }
        for path in paths.repeatedArchives {
            listing.differences.append(
                (path.text, SourceDifference(.otherFiles, .duplicate, detail: "another file is the same part")))
        }
        for gap in TakeoutArchiveName.gaps(in: paths.archives.compactMap(\.name)) {
            let numbers = gap.parts.map { String($0) }.joined(separator: ", ")
            listing.differences.append(
                (
                    gap.name,
                    SourceDifference(.otherFiles, .absent, detail: "part \(numbers) is missing. Download it again.")
                ))
        }
        do throws(SourceError) {
            return try TakeoutSource(listing, spool: spool, options: options, reader: reader)
        } catch {
            // The archives may be the reason.
            guard error.code == .unsupported, let first = listing.differences.first(where: \.difference.isOfArchive)
            else {
                throw error
            }
            throw SourceError(
                .damaged, "\(error.message) “\(first.name)”: \(first.difference.detail ?? "it can't be read").")
        }
    }

    private static func isExport(_ path: FilePath) -> Bool {
        guard let status = try? path.stat() else { return false }
        guard status.isFolder else {
            return status.isRegularFile && TakeoutArchiveName(path.name.map { FilePath.text(of: $0) } ?? "") != nil
        }
        if !TakeoutPaths.archiveNames(in: path).isEmpty { return true }
        let name = FilePath.text(of: (try? path.resolved())?.name ?? [])
        if TakeoutProduct.isKnown(name) { return true }
        return containsProduct(path, hasExportName: isTakeout(name))
            || subfolders(of: path).contains { containsProduct($0.path, hasExportName: isTakeout($0.name)) }
    }

    private static func isTakeout(_ name: String) -> Bool { TakeoutProduct.exportNames.contains(name.lowercased()) }

    private static func containsProduct(_ path: FilePath, hasExportName: Bool) -> Bool {
        subfolders(of: path).contains { folder in
            TakeoutProduct.isKnown(folder.name)
                || isTakeout(folder.name) && subfolders(of: folder.path).contains { TakeoutProduct.isKnown($0.name) }
                || hasExportName && subfolders(of: folder.path).contains { containsItemDocument($0.path) }
        }
    }

    /// The most documents and the most folders in a folder that are looked at.
    private static let (documentLimit, folderLimit) = (32, 256)

    private static func containsItemDocument(_ path: FilePath) -> Bool {
        guard let folder = try? OpenFolder(at: path), let names = try? folder.textNames() else { return false }
        let documents = names.filter { $0.hasSuffix(TakeoutDocumentNames.suffix) }.prefix(documentLimit)
        return documents.contains { name in
            guard let status = try? folder.status(of: Array(name.utf8), followsLinks: false), status.isRegularFile
            else {
                return false
            }
            let file = SourceFile(
                type: .photo, path: path.appending(name: Array(name.utf8)), name: name, size: Int64(status.size),
                modificationTime: status.modificationTime, identity: status.identity)
            let contents = try? SourceFileReader().contents(of: file, limit: TakeoutDocument.byteLimit)
            if case .item? = contents.flatMap({ TakeoutDocument($0) }) { return true }
            return false
        }
    }

    private static func subfolders(of path: FilePath) -> [(path: FilePath, name: String)] {
        guard let folder = try? OpenFolder(at: path), let names = try? folder.names() else { return [] }
        let folders = names.lazy.filter { (try? folder.status(of: $0, followsLinks: false))?.isFolder ?? false }
        return folders.prefix(folderLimit).map { (path.appending(name: $0), FilePath.text(of: $0)) }
    }
}

extension SourceDifference {
    /// Whether an archive isn't read at all.
    fileprivate var isOfArchive: Bool { fact == .otherFiles && (reason == .unreadable || reason == .unsupported) }
}
