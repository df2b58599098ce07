internal import Foundation
internal import GRDB
internal import Records
internal import SystemPackage

/// A library of Photos of macOS 10.15 and later, or the media folder of an iPhone or iPad.
final class PhotosLibrarySource: PhotoSource {
    private enum Finder {
        case mac(MacItemFinder)
        case phone(PhoneItemFinder)
    }

    let key: SourceKey
    let summary: String
    let itemCount: Int
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    let unreadableParts: [(path: String, reason: String)]
    private let library: ApplePhotos.Library
    private let catalog: PhotosCatalog
    private let finder: Finder
    private let options: ApplePhotosOptions
    private let repeated: Set<Int64>

    init(_ library: ApplePhotos.Library, database: ForeignDatabase, options: ApplePhotosOptions) throws {
        self.library = library
        self.options = options
        let version = PhotosModelVersion(try PhotosCatalog.metadata(database))
        do {
            catalog = try PhotosCatalog(database, readsPersons: options.personsAsKeywords)
        } catch var error as PhotosCatalogSchema.MissingName {
            error.model = version.number
            throw error
        }
        try database.check(catalog.names.used)
        guard let identifier = try catalog.libraryIdentifier() else {
            throw PhotosCatalogSchema.MissingName(name: "Z_METADATA.Z_UUID")
        }
        key = SourceKey(kind: .applePhotos, identifier: identifier)
        summary =
            library.backup.map { version.summary(ofBackup: $0.info) } ?? version.summary(isPhone: library.kind.isPhone)
        unreadableParts = library.backup?.unreadableParts ?? []
        let volumes = try catalog.volumes()
        finder =
            library.kind.isPhone
            ? .phone(PhoneItemFinder(files: library.files))
            : .mac(
                MacItemFinder(
                    files: library.files, referenced: ReferencedFiles(options.volumes), volumes: volumes))
        itemCount = try catalog.itemCount()
        repeated = try catalog.repeatedItems()
        let albums = try catalog.albums(options)
        collections = albums.collections
        var others = albums.smartAlbums
        if !options.personsAsKeywords {
            for person in try catalog.personCounts() {
                others.append(
                    (person.name, SourceDifference(.persons, .notAsked, detail: "\(person.count) items")))
            }
        }
        for (volume, count) in try catalog.referencedFileCounts().sorted(by: { $0.key < $1.key }) {
            guard let name = volumes[volume], options.volumes[name] == nil else { continue }
            others.append((name, SourceDifference(.otherFiles, .referenced, detail: "volume of \(count) originals")))
        }
        if !repeated.isEmpty {
            others.append(
                ("Items", SourceDifference(.photos, .duplicate, detail: "\(repeated.count) with repeated UUIDs")))
        }
        if library.kind == .mac { others += try UnlistedOriginals(library.files, catalog).differences }
        otherDifferences = others
    }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        var last = Int64.min
        while let page = try nextPage(after: last) {
            for row in page.rows where !repeated.contains(row.id) {
                guard try body(try item(row)) else { return }
            }
            last = page.last
        }
    }

    private func nextPage(after id: Int64) throws(SourceError) -> (rows: [PhotosAssetRow], last: Int64)? {
        do {
            return try catalog.page(after: id)
        } catch {
            throw ApplePhotos.sourceError(error, library: library.path, library.kind)
        }
    }

    private func item(_ row: PhotosAssetRow) throws(SourceError) -> SourceItem {
        var item = SourceItem(identifier: row.uuid, name: row.name, isVideo: row.isVideo)
        let files: AppleItemFiles
        switch finder {
        case .mac(let finder): files = finder.files(of: row)
        case .phone(let finder): files = finder.files(of: row)
        }
        // A phone that is locked or disconnected, or a disk that is removed, isn't a library without files.
        if files.lacksFiles, let error = ApplePhotos.interruption(of: library) { throw error }
        item.originals = files.originals
        item.edit = files.edit
        item.slowMotion = files.slowMotion
        let (facts, differences) = row.facts(options)
        item.facts = facts
        if files.hasPairedVideo { item.facts.playsVideo = row.playsVideo }
        if files.hasRAWPair { item.facts.usesRAW = row.row.integer("choice") == 1 }
        item.differences = files.differences + differences
        item.exclusion = exclusion(row)
        if item.exclusion == nil { (item.exclusion, item.exclusionDetail) = (files.missing, files.missingDetail) }
        return item
    }

    private func exclusion(_ row: PhotosAssetRow) -> SourceDifference.Reason? {
        if row.isTrashed, !options.bringsTrashed { return .trashed }
        if row.scope == .sharedAlbum, !options.bringsShared { return .shared }
        if row.scope == .messages, !row.isSaved, !options.bringsMessages { return .notSaved }
        return (0...1).contains(row.kind) ? nil : .unsupported
    }

    func close() {
        catalog.database.close()
        library.backup?.files.close()
    }
}
