internal import Records
internal import SystemCalls
internal import SystemPackage

/// A storage of PhotoPrism.
final class PhotoPrismSource: PhotoSource {
    /// The folder of the photos' YAML files in the storage.
    static let sidecars = "sidecar/"
    private static let serialSize = 16
    /// Kinds that PhotoPrism shows, and that are no photos.
    private static let otherTypes: Set<String> = ["audio", "document", "other", "sidecar", "text"]

    let key: SourceKey
    let summary = "PhotoPrism storage"
    let itemCount: Int
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    let unreadableParts: [(path: String, reason: String)]
    let unknownFiles: [FilePath]
    private let tree: PhotoPrismTree
    private let originals: PhotoPrismOriginals
    private let options: PhotoPrismOptions
    private let repeated: Set<String>

    init(
        storage: ContainedFiles, originals files: ContainedFiles, around: ContainedFiles?, options: PhotoPrismOptions
    ) throws(SourceError) {
        self.options = options
        tree = PhotoPrismTree(files: storage)
        originals = PhotoPrismOriginals(files: files)
        let albums = PhotoPrismAlbums(tree)
        let index = PhotoPrismIndex(tree, members: albums.sortedMembers)
        guard index.count > 0, let identifier = Self.serial(tree) ?? index.first else {
            throw SourceError(
                .unsupported,
                """
                \(storage.root.text) has no YAML files of photos. Turn on backups of photos in PhotoPrism's settings, \
                and index the originals again. Or import \(files.root.text) as a folder.
                """)
        }
        key = SourceKey(kind: .photoPrism, identifier: identifier)
        itemCount = index.count
        repeated = index.repeated
        collections = albums.collections(index)
        let unknown = PhotoPrismUnknownFiles(originals, storage: tree, around: around, options: options)
        unknownFiles = unknown.files
        otherDifferences = albums.others + unknown.differences
        unreadableParts = albums.unreadableParts + index.unreadableParts + unknown.unreadableParts
    }

    /// Returns the identity that PhotoPrism writes to its storage, and again to its backups.
    private static func serial(_ tree: PhotoPrismTree) -> String? {
        for path in ["serial", "backup/serial"] {
            guard let bytes = tree.read(path, first: serialSize + 1), bytes.count == serialSize,
                let serial = PhotoPrismValue.identifier(String(decoding: bytes, as: UTF8.self))
            else { continue }
            return serial
        }
        return nil
    }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        // Copies of a YAML file have the same identity. The identities are all that is kept of the items.
        var known: Set<String> = []
        try tree.forEachFolder(below: Self.sidecars) { folder in
            guard let path = folder.relativePath else { return .enterFolders }
            for stem in folder.stems {
                guard try body(item(folder: path, stem: stem, &known)) else { return .stop }
            }
            return .enterFolders
        }
    }

    private func item(folder: String, stem: String, _ known: inout Set<String>) -> SourceItem {
        let path = Self.sidecars + folder + stem + ".yml"
        let group = originals.group(folder: folder, stem: stem)
        var head: PhotoPrismHead
        var photo: PhotoPrismPhoto?
        var problem: String?
        do throws(YAMLDocument.Failure) {
            let bytes = try tree.contents(path, limit: YAMLDocument.limit)
            head = PhotoPrismHead(bytes)
            photo = PhotoPrismPhoto(try YAMLDocument(bytes), hasDocument: group.hasDocument)
        } catch {
            head = tree.head(path)
            problem = "\(path): \(error)"
        }
        if photo != nil, photo?.identifier == nil {
            photo = nil
            problem = "\(path): no UID"
        }
        let found = originals.find(
            PhotoPrismOriginals.roles(in: group, type: head.type), folder: folder, type: head.type,
            originalName: photo?.originalName)
        let identifier = identifier(photo, hasOriginal: found.files.missing == nil, &known)
        var item = SourceItem(
            identifier: identifier ?? "path:" + folder + stem,
            name: found.name ?? ForeignValue.fileName(stem) ?? stem, isVideo: found.isVideo)
        photo?.setFacts(of: &item, options)
        item.originals = found.files.originals
        item.differences += found.files.differences
        // PhotoPrism shows the photo beside a RAW.
        if found.files.hasRAWPair { item.facts.usesRAW = false }
        // The originals come over all the same.
        if let problem { item.differences.append(SourceDifference(.otherFiles, .unreadable, detail: problem)) }
        if identifier == nil, let photo {
            let detail = "\(path): the UID \(photo.identifier ?? "") of another photo"
            item.differences.append(SourceDifference(.otherFiles, .contradiction, detail: detail))
        }
        if photo?.deletedDate != nil, !options.bringsTrashed {
            item.exclusion = .trashed
        } else if let missing = found.files.missing {
            item.exclusion = missing == .absent && Self.otherTypes.contains(head.type ?? "") ? .unsupported : missing
            item.exclusionDetail = "originals/" + folder + stem
        }
        return item
    }

    /// Returns the identity that no other item has, or `nil`. If several YAML files have it, the first one with an
    /// original gets it. The others are of files that were moved.
    private func identifier(
        _ photo: PhotoPrismPhoto?, hasOriginal: Bool, _ known: inout Set<String>
    ) -> String? {
        guard let identifier = photo?.identifier, hasOriginal || !repeated.contains(identifier),
            known.insert(identifier).inserted
        else { return nil }
        return identifier
    }

    func close() {}
}
