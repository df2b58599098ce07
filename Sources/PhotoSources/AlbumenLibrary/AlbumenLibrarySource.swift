internal import Foundation
internal import Records
internal import SystemCalls
internal import SystemPackage

/// Another library of Albumen.
final class AlbumenLibrarySource: PhotoSource {
    let key: SourceKey
    let summary: String
    let itemCount: Int
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    private let file: ForeignCatalog
    private let catalog: AlbumenLibraryCatalog
    private let blobs: AlbumenBlobs
    private let options: AlbumenLibraryOptions
    private let repeated: Set<Int64>

    /// - Parameter identifier: The library's UUID.
    init(
        _ file: ForeignCatalog, identifier: String, files: ContainedFiles, database: ForeignDatabase,
        options: AlbumenLibraryOptions
    ) throws {
        self.file = file
        self.options = options
        blobs = AlbumenBlobs(files: files)
        catalog = try AlbumenLibraryCatalog(database)
        try database.check(catalog.names.tables)
        let migration = try catalog.migration()
        if let migration, migration > AlbumenLibraryCatalog.latestMigration {
            throw SourceError(
                .unsupported,
                "A newer Albumen made the catalog \(file.path.text). Update Albumen, and try again.")
        }
        key = SourceKey(kind: .albumenLibrary, identifier: identifier)
        summary = migration.map { "Albumen library (catalog \($0))" } ?? "Albumen library"
        let repeated = try catalog.repeatedItems()
        self.repeated = repeated
        itemCount = max(0, try catalog.itemCount() - repeated.count)
        let albums = try catalog.collections()
        collections = albums.collections
        var others = albums.differences
        if !repeated.isEmpty {
            others.append(
                ("Items", SourceDifference(.photos, .duplicate, detail: "\(repeated.count) with repeated UUIDs")))
        }
        otherDifferences = others
    }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        var start: Int64? = .min
        while let first = start, let page = try page(from: first) {
            for row in page.rows where !repeated.contains(row.id) {
                guard try body(item(row)) else { return }
            }
            start = page.last == .max ? nil : page.last + 1
        }
    }

    private func page(from id: Int64) throws(SourceError) -> (rows: [AlbumenItemRow], last: Int64)? {
        do {
            return try catalog.page(from: id)
        } catch {
            throw file.sourceError(error)
        }
    }

    private func item(_ row: AlbumenItemRow) -> SourceItem {
        let files = AlbumenItemFiles(row, blobs)
        var item = SourceItem(identifier: row.identifier, name: files.name, isVideo: row.isVideo)
        item.originals = files.originals
        item.edit = files.edit
        item.slowMotion = files.slowMotion
        let (facts, differences) = row.facts(hasRAWPair: files.hasRAWPair, hasPairedVideo: files.hasPairedVideo)
        item.facts = facts
        // The date of the deletion is known, unless it's damaged.
        item.isTrashed = row.isTrashed && facts.trashedDate == nil
        item.differences = files.differences + differences
        item.exclusion = files.missing?.reason
        item.exclusionDetail = files.missing?.detail
        if row.isTrashed, !options.bringsTrashed { (item.exclusion, item.exclusionDetail) = (.trashed, nil) }
        if !row.isSupported { (item.exclusion, item.exclusionDetail) = (.unsupported, nil) }
        return item
    }

    func close() { catalog.database.close() }
}
