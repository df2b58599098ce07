internal import Foundation
internal import Records
internal import SystemPackage

/// The photos, videos and albums of an export, without their facts.
struct TakeoutIndex {
    struct Folder {
        var key: TakeoutFolderKey
        var kind: TakeoutFolder.Kind

        /// The lower, the more its documents count: those of year folders win.
        var rank: Int {
            switch kind {
            case .year: 0
            case .archive: 1
            case .album: 2
            case .untitledAlbum: 3
            case .failedVideos: 4
            case .trash: 5
            }
        }
    }

    struct Item {
        var identifier: String
        /// At least one. The first wins.
        var copies: [TakeoutCopy]
    }

    var folders: [Folder] = []
    /// By date and name.
    var items: [Item] = []
    var differences: [(name: String, difference: SourceDifference)] = []
    /// Files on disk that are no part of an export of Google Photos.
    var unknownFiles: [FilePath] = []

    private let listing: TakeoutListing
    private let reader: SourceFileReader
    private var copies: [TakeoutCopy] = []

    /// Reads all documents, and the photos and videos that may be equal.
    ///
    /// - Throws: `unsupported` if the folders and archives contain no photos of Google Photos.
    /// - Complexity: Reads each document once, and each original that has the size and the title or date of another.
    init(_ listing: TakeoutListing, reader: SourceFileReader) throws(SourceError) {
        self.listing = listing
        self.reader = reader
        let products = Dictionary(grouping: listing.folders.keys) { [$0.export, $0.product] }
        var isExport = false
        for (_, keys) in products.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let keys = keys.sorted { $0.folder < $1.folder }
            guard let first = keys.first else { continue }
            let isKnown = TakeoutProduct.isKnown(first.product)
            if isKnown || containsItemDocument(keys) {
                isExport = true
                addFolders(keys, isKnownProduct: isKnown)
            } else {
                passOver(keys)
            }
        }
        guard isExport else {
            throw SourceError(
                .unsupported, "There are no photos of Google Photos here. Name the folder “Takeout” or its archives.")
        }
        var merging = TakeoutMerging(copies, folders: folders, listing: listing, reader: reader)
        copies = []
        items = merging.items()
        differences += merging.differences
    }

    /// The most documents that are read to recognize a folder of an unknown name.
    private static let sampleLimit = 256

    private func containsItemDocument(_ keys: [TakeoutFolderKey]) -> Bool {
        let documents = keys.lazy.compactMap { listing.folders[$0]?.entries }.joined().lazy.filter(\.isDocument)
        return documents.prefix(Self.sampleLimit).contains {
            if case .item? = try? document($0) { true } else { false }
        }
    }

    private func document(_ entry: TakeoutEntry) throws -> TakeoutDocument? {
        TakeoutDocument(
            try reader.contents(of: listing.file(entry, type: .photo), limit: TakeoutDocument.byteLimit))
    }

    /// Adds the files of folders that aren't of Google Photos to the unknown ones, and lists those in archives.
    private mutating func passOver(_ keys: [TakeoutFolderKey]) {
        for key in keys {
            let entries = listing.folders[key]?.entries ?? []
            unknownFiles += entries.compactMap(\.path)
            let count = entries.count { $0.path == nil && TakeoutMedia(name: $0.name) != nil }
            guard count > 0 else { continue }
            let detail = "\(count) photos or videos that aren't of Google Photos. Unpack and import them."
            differences.append(
                (
                    [key.product, key.folder].filter { !$0.isEmpty }.joined(separator: "/"),
                    SourceDifference(.otherFiles, .unsupported, detail: detail)
                ))
        }
    }

    /// Adds the folders of one account.
    ///
    /// - Parameter isKnownProduct: Whether the name of the folder above is one of Google Photos. Otherwise, only files
    ///   with documents are taken from the disk.
    private mutating func addFolders(_ keys: [TakeoutFolderKey], isKnownProduct: Bool) {
        var contents = keys.map { folderContents($0) }
        contents.removeAll { $0.media.isEmpty && $0.documents.isEmpty && $0.evidence.albumTitle == nil }
        let kinds = TakeoutFolder.kinds(of: contents.map(\.evidence), isKnownProduct: isKnownProduct)
        for (content, kind) in zip(contents, kinds) {
            let index = folders.count
            folders.append(Folder(key: content.key, kind: kind))
            addCopies(of: content, folder: index, isKnownProduct: isKnownProduct)
            if kind == .untitledAlbum {
                differences.append(
                    (content.key.folder, SourceDifference(.albums, .notAsked, detail: "without a title")))
            }
        }
    }

    private mutating func folderContents(_ key: TakeoutFolderKey) -> TakeoutFolderContents {
        var contents = TakeoutFolderContents(key: key)
        let entries = (listing.folders[key]?.entries ?? []).sorted { $0.name < $1.name }
        for entry in entries where entry.isDocument {
            do {
                try contents.add(document(entry), entry: entry)
            } catch {
                list(entry, in: key, (error as? SourceError)?.message ?? "\(error)")
            }
        }
        // A file with an unusual extension is a photo if a document has its name.
        let titles = Set(contents.documents.compactMap(\.brief.title))
        for entry in entries where !entry.isDocument {
            if TakeoutMedia(name: entry.name) != nil || titles.contains(entry.name) {
                contents.media.append(entry)
            } else if let path = entry.path {
                unknownFiles.append(path)
            } else {
                differences.append(
                    ("\(key.folder)/\(entry.name)", SourceDifference(.otherFiles, .unsupported, detail: nil)))
            }
        }
        differences += contents.differences
        return contents
    }

    private mutating func list(_ entry: TakeoutEntry, in key: TakeoutFolderKey, _ detail: String) {
        differences.append(
            ("\(key.folder)/\(entry.name)", SourceDifference(.otherFiles, .unreadable, detail: detail)))
    }

    private mutating func addCopies(of contents: TakeoutFolderContents, folder: Int, isKnownProduct: Bool) {
        let documents = contents.documents
        let match = TakeoutMatch(
            files: contents.media.map(\.name),
            documents: documents.map { .init(name: $0.entry.name, title: $0.brief.title) }
        )
        let ambiguous = Set(match.ambiguousVideos)
        for group in match.groups {
            let entry = { (index: Int?) in index.map { contents.media[$0] } }
            if !isKnownProduct, group.document == nil, let path = contents.media[group.original].path {
                unknownFiles.append(path)
                unknownFiles += [group.edit, group.video, group.editedVideo].compactMap { entry($0)?.path }
                continue
            }
            copies.append(
                TakeoutCopy(
                    folder: folder, original: contents.media[group.original],
                    document: group.document.map { documents[$0].entry },
                    brief: group.document.map { documents[$0].brief }, edit: entry(group.edit),
                    video: entry(group.video), editedVideo: entry(group.editedVideo), isDerived: group.isDerived,
                    isAmbiguous: ambiguous.contains(group.original)))
        }
        let used = Set(match.groups.compactMap { $0.document.map { documents[$0].repetitionKey } })
        for index in match.unusedDocuments where !used.contains(documents[index].repetitionKey) {
            let (entry, brief) = (documents[index].entry, documents[index].brief)
            let isVideo = brief.title.flatMap { TakeoutMedia(name: $0) }?.isVideo ?? false
            differences.append(
                (
                    "\(contents.key.folder)/\(entry.name)",
                    SourceDifference(isVideo ? .videos : .photos, .absent, detail: brief.title)
                ))
        }
    }
}
