internal import Foundation
internal import Records
internal import SystemCalls
package import SystemPackage

/// Exports of Google Photos that Google Takeout made.
package enum Takeout {
    /// What no export of Google Photos contains, for a message to the user, line by line.
    package static let losses = [
        "Google's exports have no time zones, no order and covers of albums, no photos of others in shared albums,",
        "no titles of Google's own albums, and no recipes of edits. Photos in “Storage saver” quality were",
        "recompressed. Some videos of Live Photos have lost their marks.",
    ]

    /// Returns whether a name is that of an archive of Takeout.
    package static func isArchive(named name: String) -> Bool { TakeoutArchiveName(name) != nil }

    /// Returns whether the files in a folder can be of an export: by the names of the folders above, or because the
    /// folder contains what looks like a document of Google Photos. `open` decides, and hands back the others.
    ///
    /// - Parameters:
    ///   - folder: An absolute path.
    ///   - documents: The JSON files in it. A limited number of them is read, each up to 64 KB.
    package static func canContainPhotos(_ folder: FilePath, documents: some Sequence<FilePath>) -> Bool {
        let names = folder.components.suffix(4).map { FilePath.text(of: FilePath(root: nil, [$0]).bytes).lowercased() }
        return names.contains { name in TakeoutProduct.exportNames.contains { name.hasPrefix($0) } }
            || names.suffix(2).contains(where: TakeoutProduct.isKnown)
            || documents.prefix(documentLimit).contains(where: isDocument)
    }

    private static let documentLimit = 256
    /// Each document has one of these words near its beginning.
    private static let documentWords = ["\"photoTakenTime\"", "\"albumData\"", "\"googlePhotosOrigin\""]
    private static let documentBeginning = 64 << 10

    private static func isDocument(_ path: FilePath) -> Bool {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
            return false
        }
        defer { try? file.close() }
        guard let status = try? file.status(), status.isRegularFile,
            let bytes = try? file.bytes(at: 0, count: min(documentBeginning, Int(status.size)))
        else { return false }
        let text = Data(bytes)
        return documentWords.contains { text.range(of: Data($0.utf8)) != nil }
    }

    /// Opens exports. Reads the directories of all archives, all documents, and the originals that may be equal because
    /// they have the same size and the same title or date. Decompresses TGZ archives once.
    ///
    /// - Parameters:
    ///   - temporaryFolder: For a file of the source, which `close` removes, with the documents of TGZ archives and
    ///     0.8 % of these archives' uncompressed sizes. Not used for folders and ZIP archives.
    ///   - reader: Decompresses the members of archives.
    /// - Throws: `SourceError` if there are no photos. Damaged archives are listed, and the others are read.
    package static func open(
        _ parts: TakeoutParts, options: TakeoutOptions = TakeoutOptions(), temporaryFolder: FilePath,
        reader: SourceFileReader = SourceFileReader()
    ) throws(SourceError) -> any PhotoSource {
        var listing = parts.listing
        var spool: SourceSpool?
        for (paths, name) in parts.archives {
            var isRead = false
            for path in paths {
                if isRead {
                    listing.differences.append(
                        (path.text, SourceDifference(.otherFiles, .duplicate, detail: "another file is the same part")))
                } else if name?.format == .tgz || isTGZ(path) {
                    let file: SourceSpool
                    if let spool { file = spool } else { file = try SourceSpool(in: temporaryFolder) }
                    spool = file
                    isRead = try listing.add(tgz: path, export: parts.export(of: name), spool: file, reader: reader)
                } else {
                    isRead = try listing.add(zip: path, export: parts.export(of: name))
                }
            }
        }
        listing.joinTrees()
        for gap in TakeoutArchiveName.gaps(in: parts.archives.compactMap(\.name)) {
            let numbers = gap.parts.map { String($0) }.joined(separator: ", ")
            let detail = "part \(numbers) is missing. Download it again."
            listing.differences.append((gap.name, SourceDifference(.otherFiles, .absent, detail: detail)))
            listing.unreadableParts.append((gap.name, detail))
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

    /// Returns whether a file starts like those of gzip.
    private static func isTGZ(_ path: FilePath) -> Bool {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
            return false
        }
        defer { try? file.close() }
        return (try? file.bytes(at: 0, count: 2)) == [0x1F, 0x8B]
    }
}

extension SourceDifference {
    /// Whether an archive isn't read at all.
    fileprivate var isOfArchive: Bool { fact == .otherFiles && (reason == .unreadable || reason == .unsupported) }
}
