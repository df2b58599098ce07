internal import Foundation
internal import GRDB
internal import Records
internal import SystemPackage

/// A library of Photos of macOS 10.12 to 10.14.
final class LegacyLibrarySource: PhotoSource {
    let key: SourceKey
    let summary: String
    let itemCount: Int
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    private let library: FilePath
    private let catalog: LegacyCatalog
    private let finder: LegacyItemFinder
    private let options: ApplePhotosOptions
    private let repeated: Set<Int64>

    init(_ library: ApplePhotos.Library, database: ForeignDatabase, options: ApplePhotosOptions) throws {
        self.library = library.path
        self.options = options
        catalog = try LegacyCatalog(database, readsPersons: options.personsAsKeywords)
        try database.check(catalog.names.used)
        guard let identifier = try catalog.libraryIdentifier() else {
            throw PhotosCatalogSchema.MissingName(name: "RKAdminData.databaseUuid")
        }
        key = SourceKey(kind: .applePhotos, identifier: identifier)
        summary = Self.summary(version: try catalog.version())
        finder = LegacyItemFinder(
            files: library.files, referenced: ReferencedFiles(options.volumes), recipes: database.folder)
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
        for (volume, count) in try catalog.referencedFileCounts() where options.volumes[volume] == nil {
            others.append(
                (volume, SourceDifference(.otherFiles, .referenced, detail: "volume of \(count) originals")))
        }
        if !repeated.isEmpty {
            others.append(
                ("Items", SourceDifference(.photos, .duplicate, detail: "\(repeated.count) with repeated UUIDs")))
        }
        otherDifferences = others
    }

    private static func summary(version: Int?) -> String {
        guard let version else { return "Photos library of macOS 10.12 to 10.14" }
        let system =
            switch version {
            case ..<3_000: "10.12"
            case ..<4_000: "10.13"
            default: "10.14"
            }
        return "Photos library of macOS \(system) (version \(version))"
    }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        var last = Int64.min
        while let page = try nextPage(after: last) {
            for row in page.rows where !repeated.contains(row.id) {
                guard try body(item(row)) else { return }
            }
            last = page.last
        }
    }

    private func nextPage(after id: Int64) throws(SourceError) -> (rows: [LegacyItemRow], last: Int64)? {
        do {
            return try catalog.page(after: id)
        } catch {
            throw ApplePhotos.sourceError(error, library: library)
        }
    }

    private func item(_ row: LegacyItemRow) -> SourceItem {
        var item = SourceItem(identifier: row.uuid, name: row.name, isVideo: row.isVideo)
        let files = finder.files(of: row)
        item.originals = files.originals
        item.edit = files.edit
        item.slowMotion = files.slowMotion
        let (facts, differences) = row.facts(options)
        item.facts = facts
        if files.hasPairedVideo { item.facts.playsVideo = row.row.integer("playbackStyle") != 1 }
        if files.hasRAWPair { item.facts.usesRAW = row.usesRAW }
        item.differences = files.differences + differences
        item.exclusion = row.isTrashed && !options.bringsTrashed ? .trashed : files.missing
        return item
    }

    func close() { catalog.database.close() }
}
