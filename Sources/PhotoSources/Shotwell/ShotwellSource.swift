internal import Foundation
internal import Records
internal import SystemPackage

/// A catalogue of Shotwell.
final class ShotwellSource: PhotoSource {
    let key: SourceKey
    let summary: String
    let itemCount: Int
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    private let file: ForeignCatalog
    private let catalog: ShotwellCatalog
    private let options: ShotwellOptions
    private let tags: ShotwellTags
    private let persons: ShotwellPersons
    private let folders: ShotwellFolders
    private let hasZeroDates: Bool
    /// The date of the deletion of trashed items, which the catalogue doesn't have.
    private let openingDate = Date()

    init(_ file: ForeignCatalog, database: ForeignDatabase, options: ShotwellOptions) throws {
        self.file = file
        self.options = options
        catalog = try ShotwellCatalog(database)
        try database.check(catalog.names.tables)
        let version = try catalog.version()
        hasZeroDates = (version?.schema ?? 0) < 24
        summary = "Shotwell catalogue" + (version?.program.map { " of Shotwell \($0)" } ?? "")
        // The catalogue has no identity. The time of its first import is the same in copies, and stays as long as one
        // item of that import does.
        key = SourceKey(
            kind: .shotwell, identifier: try catalog.firstImport().map { "first-import-\($0)" } ?? "empty")
        itemCount = try catalog.itemCount()
        tags = try catalog.tags()
        let persons = try catalog.persons()
        self.persons = persons
        folders = ShotwellFolders(options)
        let events = try catalog.events(hasZeroDates: hasZeroDates)
        collections = events.collections
        var others = events.differences
        others += try catalog.searches().map { ($0, SourceDifference(.smartAlbums, .unsupported)) }
        if !options.personsAsKeywords {
            others += persons.all.map {
                ($0.name, SourceDifference(.persons, .notAsked, detail: "\($0.count) items"))
            }
        }
        let faces = try catalog.faceCount()
        if faces > 0 { others.append(("Faces", SourceDifference(.persons, .unsupported, detail: "\(faces) boxes"))) }
        others += try catalog.missingFolders(folders).map {
            ($0.name, SourceDifference(.otherFiles, .referenced, detail: "folder of \($0.count) originals"))
        }
        otherDifferences = others
    }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        for isVideo in [false, true] {
            var start: Int64? = .min
            while let first = start, let page = try page(from: first, ofVideos: isVideo) {
                for row in page.rows {
                    guard try body(item(row)) else { return }
                }
                start = page.last == .max ? nil : page.last + 1
            }
        }
    }

    private func page(
        from id: Int64, ofVideos isVideo: Bool
    ) throws(SourceError) -> (rows: [ShotwellItemRow], last: Int64)? {
        do {
            return try catalog.page(from: id, ofVideos: isVideo)
        } catch {
            throw file.sourceError(error)
        }
    }

    private func item(_ row: ShotwellItemRow) -> SourceItem {
        var item = SourceItem(identifier: row.identifier, name: row.name, isVideo: row.isVideo)
        let isNamed = options.personsAsKeywords && !row.isVideo
        var (facts, differences) = row.facts(
            keywords: tags.keywords(row.id, isVideo: row.isVideo), persons: isNamed ? persons.names(in: row.id) : [],
            hasZeroDates: hasZeroDates, now: openingDate)
        var files = AppleItemFiles()
        addOriginals(of: row, to: &files)
        if files.hasRAWPair { facts.usesRAW = !row.showsCameraPhoto }
        addEdit(of: row, to: &files)
        for path in row.developedPaths {
            differences.append(SourceDifference(.otherFiles, .unsupported, detail: "developed RAW \(text(path))"))
        }
        item.originals = files.originals
        item.edit = files.edit
        item.hasMomentOnly = facts.capture.value != nil
        item.facts = facts
        item.differences = files.differences + differences
        item.exclusion = files.missing
        if item.exclusion != nil { item.exclusionDetail = text(row.path) }
        if row.isTrashed, !options.bringsTrashed { item.exclusion = .trashed }
        return item
    }

    private func text(_ path: String) -> String { ForeignValue.text(String(path.prefix(4_096))) ?? "" }

    private func addOriginals(of row: ShotwellItemRow, to files: inout AppleItemFiles) {
        let main = folders.find(row.path)
        guard let path = row.cameraPath, !row.isVideo else {
            files.setOriginals(
                main: main?.sourceFile(row.isVideo ? .video : .photo, named: row.name), missing: main.problem,
                raw: nil, pairedVideo: nil)
            return
        }
        // The RAW is the item, and the camera's JPEG belongs to it.
        let photo = folders.find(path)
        if photo.problem == nil, let problem = main.problem {
            files.differences.append(SourceDifference(.rawPairs, problem))
        }
        files.setOriginals(
            main: photo?.sourceFile(.photo, named: ShotwellItemRow.name(of: path) ?? row.name), missing: photo.problem,
            raw: main?.sourceFile(.alternatePhoto, named: row.name), pairedVideo: nil)
    }

    /// Takes the copy that the user edited in another program. It has no recipe.
    private func addEdit(of row: ShotwellItemRow, to files: inout AppleItemFiles) {
        guard let path = row.editedPath, !row.isVideo else { return }
        let found = folders.find(path)
        let name = ShotwellItemRow.name(of: path) ?? row.name
        guard let rendering = found?.sourceFile(.fullSizePhoto, named: name) else {
            files.differences.append(SourceDifference(.edits, .noRendering, detail: text(path)))
            return
        }
        let date = row.row.number("editDate").flatMap { $0 > 0 ? ShotwellItemRow.date($0) : nil }
        files.edit = SourceEdit(renderings: [rendering], date: date)
    }

    func close() { catalog.database.close() }
}
