internal import Foundation
internal import Records
internal import SystemPackage

/// A catalogue of digiKam.
final class DigiKamSource: PhotoSource {
    let key: SourceKey
    let summary: String
    let itemCount: Int
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    private let file: ForeignCatalog
    private let catalog: DigiKamCatalog
    private let options: DigiKamOptions
    private let tags: DigiKamTags
    private let pairs: DigiKamPairs
    private let roots: MountedFolders
    /// Empty unless trashed items are brought over.
    private let trash: DigiKamTrash
    /// The date of the deletion of trashed items whose own isn't known.
    private let openingDate = Date()

    init(_ file: ForeignCatalog, database: ForeignDatabase, options: DigiKamOptions) throws {
        self.file = file
        self.options = options
        catalog = try DigiKamCatalog(database)
        try database.check(catalog.names.tables)
        guard let identifier = try catalog.identifier() else {
            throw CatalogColumns.MissingName(name: "Settings.databaseUUID")
        }
        key = SourceKey(kind: .digiKam, identifier: identifier)
        summary = try catalog.version().map { "digiKam catalogue (version \($0))" } ?? "digiKam catalogue"
        itemCount = try catalog.itemCount()
        let tags = try catalog.tags()
        self.tags = tags
        pairs = try catalog.pairs()
        let roots = try catalog.roots()
        let folder = file.path.removingLastComponent()
        self.roots = MountedFolders(
            DigiKamRoot.folders(of: roots, options, catalogFolder: folder.isEmpty ? "." : folder))
        var trash = DigiKamTrash()
        for root in roots where options.bringsTrashed {
            if let files = self.roots.files(of: root.key) { trash.read(root.key, files) }
        }
        self.trash = trash
        let albums = try catalog.albums()
        collections = albums.collections
        var others = albums.differences
        others += try Self.otherDifferences(catalog, tags, options)
        let counts = try catalog.itemCounts()
        for root in roots where !self.roots.isMounted(root.key) {
            guard let count = counts[root.id] else { continue }
            others.append(
                (root.name, SourceDifference(.otherFiles, .referenced, detail: "folder of \(count) originals")))
        }
        otherDifferences = others
    }

    /// Returns the searches, persons and removed items.
    private static func otherDifferences(
        _ catalog: DigiKamCatalog, _ tags: DigiKamTags, _ options: DigiKamOptions
    ) throws -> [(name: String, difference: SourceDifference)] {
        var others = try catalog.searches().map { ($0, SourceDifference(.smartAlbums, .unsupported)) }
        if !options.personsAsKeywords {
            let counts = try catalog.tagCounts()
            others += tags.persons.compactMap { id in
                tags.name(of: id).map {
                    ($0, SourceDifference(.persons, .notAsked, detail: "\(counts[id] ?? 0) items"))
                }
            }
        }
        let faces = try catalog.faceCount()
        if faces > 0 { others.append(("Faces", SourceDifference(.persons, .unsupported, detail: "\(faces) boxes"))) }
        let removed = try catalog.removedCount()
        if removed > 0 {
            others.append(("Items", SourceDifference(.photos, .absent, detail: "\(removed) removed from digiKam")))
        }
        return others.map { (name: $0, difference: $1) }
    }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        var start: Int64? = .min
        while let first = start, let page = try page(from: first) {
            for row in page.rows {
                guard try body(item(row)) else { return }
            }
            start = page.last == .max ? nil : page.last + 1
        }
    }

    private func page(from id: Int64) throws(SourceError) -> (rows: [DigiKamItemRow], last: Int64)? {
        do {
            return try catalog.page(from: id)
        } catch {
            throw file.sourceError(error)
        }
    }

    private func item(_ row: DigiKamItemRow) -> SourceItem {
        var item = SourceItem(identifier: row.identifier, name: row.name, isVideo: row.isVideo)
        var (facts, differences) = row.facts(tags, options, deletion: trash[row.id]?.date ?? openingDate)
        var files = AppleItemFiles()
        addOriginals(of: row, to: &files)
        if files.hasRAWPair { facts.usesRAW = pairs.partners[row.id]?.isRAW == false }
        item.originals = files.originals
        item.hasLocalTimeOnly = facts.capture.value != nil
        item.exclusion = files.missing
        if item.exclusion != nil { item.exclusionDetail = detail(of: row) }
        if let leader = pairs.leaders[row.id] {
            item.exclusion = .duplicate
            item.exclusionDetail = "of one photo with \(ForeignValue.fileName(leader) ?? "another item")"
            differences.removeAll { $0.fact == .bursts }
        }
        if row.isTrashed, !options.bringsTrashed { item.exclusion = .trashed }
        if !row.isSupported { item.exclusion = .unsupported }
        item.facts = facts
        item.differences = files.differences + differences
        return item
    }

    private func addOriginals(of row: DigiKamItemRow, to files: inout AppleItemFiles) {
        let main = find(row.path, of: row)
        guard let partner = pairs.partners[row.id], !row.isVideo else {
            files.setOriginals(
                main: main?.sourceFile(row.isVideo ? .video : .photo, named: row.name), missing: main.problem,
                raw: nil, pairedVideo: nil)
            return
        }
        let other = find(row.path(ofNeighbor: partner.name), of: row)
        let otherName = ForeignValue.fileName(partner.name) ?? row.name
        let (photo, raw) = partner.isRAW ? (main, other) : (other, main)
        if photo.problem == nil, let problem = raw.problem {
            files.differences.append(SourceDifference(.rawPairs, problem))
        }
        files.setOriginals(
            main: photo?.sourceFile(.photo, named: partner.isRAW ? row.name : otherName), missing: photo.problem,
            raw: raw?.sourceFile(.alternatePhoto, named: partner.isRAW ? otherName : row.name), pairedVideo: nil)
    }

    /// Returns a file below the root of an item, or `nil` if the root isn't mounted.
    private func find(_ path: String?, of row: DigiKamItemRow) -> ContainedFiles.Found? {
        if row.isTrashed, let entry = trash[row.id] { return roots.find(entry.path, in: entry.root) }
        guard let root = row.root else { return .absent }
        guard roots.isMounted(String(root)) else { return nil }
        return path.map { roots.find($0, in: String(root)) } ?? .unreadable
    }

    private func detail(of row: DigiKamItemRow) -> String? { row.path.flatMap { ForeignValue.text($0) } }

    func close() { catalog.database.close() }
}
