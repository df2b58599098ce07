internal import Foundation
internal import GRDB
internal import Records
internal import SystemCalls
internal import SystemPackage

/// A catalogue of Lightroom Classic.
final class LightroomSource: PhotoSource {
    let key: SourceKey
    let summary: String
    let itemCount: Int
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    private let file: ForeignCatalog
    private let catalog: LightroomCatalog
    private let keywords: LightroomKeywords
    private let options: LightroomOptions
    private let roots: LightroomRoots
    private let repeated: Set<Int64>
    private var places: [Int64: LightroomRoots.Place?] = [:]

    init(_ file: ForeignCatalog, database: ForeignDatabase, options: LightroomOptions) throws {
        self.file = file
        self.options = options
        catalog = try LightroomCatalog(database)
        try database.check(catalog.names.tables)
        guard let identifier = try catalog.identifier() else {
            throw CatalogColumns.MissingName(name: "Adobe_storeProviderID")
        }
        key = SourceKey(kind: .lightroom, identifier: identifier)
        let version = try catalog.version().map { " (version \($0))" } ?? ""
        summary = "Lightroom Classic catalogue\(version)"
        roots = try LightroomRoots(catalog: file.path, roots: options.roots)
        itemCount = try catalog.itemCount()
        repeated = try catalog.repeatedItems()
        keywords = try catalog.keywords()
        let albums = try catalog.albums()
        collections = albums.collections
        var others = albums.others + (try catalog.publishedAlbums())
        if !options.personsAsKeywords { others += try Self.persons(keywords, catalog) }
        others += try Self.unmappedRoots(roots, catalog)
        others += try Self.counts(catalog)
        if !repeated.isEmpty {
            others.append(
                ("Images", SourceDifference(.photos, .duplicate, detail: "\(repeated.count) with repeated identities"))
            )
        }
        otherDifferences = others
    }

    private static func persons(
        _ keywords: LightroomKeywords, _ catalog: LightroomCatalog
    ) throws -> [(name: String, difference: SourceDifference)] {
        let persons = keywords.persons
        guard !persons.isEmpty else { return [] }
        let counts = try catalog.keywordCounts()
        return persons.map { id, name in
            (name, SourceDifference(.persons, .notAsked, detail: "\(counts[id] ?? 0) items"))
        }
    }

    private static func unmappedRoots(
        _ roots: LightroomRoots, _ catalog: LightroomCatalog
    ) throws -> [(name: String, difference: SourceDifference)] {
        try catalog.roots().filter { roots.place(of: $0.path, relativePath: $0.relativePath) == nil }.map { root in
            (
                root.path,
                SourceDifference(
                    .otherFiles, .referenced,
                    detail: "root folder of \(root.count) items; name the folder that has its files here")
            )
        }
    }

    /// Returns the facts of the catalogue that Albumen has nothing for.
    private static func counts(
        _ catalog: LightroomCatalog
    ) throws -> [(name: String, difference: SourceDifference)] {
        let moved = "CAST(poster_frame_set_by_user AS INTEGER) <> 0"
        let facts: [(name: String, fact: SourceDifference.Fact, count: Int)] = [
            ("Stacks", .bursts, try catalog.count("AgLibraryFolderStack")),
            ("Stacks in collections", .bursts, try catalog.count("AgLibraryCollectionStack")),
            ("Faces", .persons, try catalog.count("AgLibraryFace")),
            ("Keyword synonyms", .keywords, try catalog.count("AgLibraryKeywordSynonym")),
            ("Develop snapshots", .edits, try catalog.count("Adobe_libraryImageDevelopSnapshot")),
            (
                "Poster frames of videos", .edits,
                try catalog.count("AgVideoInfo", where: moved, ["poster_frame_set_by_user"])
            ),
        ]
        return facts.filter { $0.count > 0 }.map { fact in
            (fact.name, SourceDifference(fact.fact, .unsupported, detail: "\(fact.count)"))
        }
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

    private func nextPage(after id: Int64) throws(SourceError) -> (rows: [LightroomItemRow], last: Int64)? {
        do {
            return try catalog.page(after: id)
        } catch {
            throw file.sourceError(error)
        }
    }

    private func item(_ row: LightroomItemRow) -> SourceItem {
        var item = SourceItem(identifier: row.identifier, name: row.name, isVideo: row.isVideo)
        row.setFacts(of: &item, names: keywords.names(of: row.keywords), options)
        let files = files(of: row)
        item.originals = files.originals
        item.differences += files.differences
        if item.originals.contains(where: { $0.type == .alternatePhoto }) { item.facts.usesRAW = true }
        if row.master != nil {
            item.originals = []
            item.exclusion = .duplicate
            item.exclusionDetail = row.description
        } else if let missing = files.missing {
            item.exclusion = missing
            item.exclusionDetail =
                (row.row.text("rootPath") ?? "") + (row.row.text("path") ?? "") + (row.fileName ?? "")
        }
        return item
    }

    func close() { catalog.database.close() }
}

extension LightroomSource {
    /// The endings of XMP sidecars, whose facts the catalogue has.
    private static let metadataEndings: Set<String> = ["xmp"]
    /// The endings of a camera's second file of a RAW.
    private static let photoEndings: Set<String> = ["jpg", "jpeg", "jpe", "heic", "heif", "hif", "avif"]

    private func files(of row: LightroomItemRow) -> AppleItemFiles {
        var files = AppleItemFiles()
        guard let name = row.fileName, let folder = row.row.text("path"), let root = row.row.integer("root") else {
            files.missing = .invalid
            return files
        }
        guard let place = place(of: root, row) else {
            files.missing = .referenced
            return files
        }
        let main = roots.find(name, folder: folder, in: place)
        guard row.master == nil else { return files }
        let type: ResourceType = row.isVideo ? .video : .photo
        let (stem, _) = ForeignValue.split(name)
        var pair: (found: ContainedFiles.Found, name: String)?
        for ending in row.sidecars where !Self.metadataEndings.contains(ending.lowercased()) {
            let sidecar = "\(stem).\(ending)"
            if !row.isVideo, pair == nil, Self.photoEndings.contains(ending.lowercased()) {
                pair = (
                    roots.find(sidecar, folder: folder, in: place),
                    ForeignValue.fileName(row.name, withExtensionOf: sidecar)
                )
            } else {
                files.differences.append(SourceDifference(.otherFiles, .unsupported, detail: sidecar))
            }
        }
        guard let pair else {
            files.setOriginals(
                main: main.sourceFile(type, named: row.name), missing: main.problem, raw: nil, pairedVideo: nil)
            return files
        }
        if let problem = main.problem, pair.found.problem == nil {
            files.differences.append(SourceDifference(.rawPairs, problem, detail: name))
        }
        files.setOriginals(
            main: pair.found.sourceFile(.photo, named: pair.name), missing: pair.found.problem,
            raw: main.sourceFile(.alternatePhoto, named: row.name), pairedVideo: nil)
        return files
    }

    private func place(of root: Int64, _ row: LightroomItemRow) -> LightroomRoots.Place? {
        if let known = places[root] { return known }
        let place = row.row.text("rootPath").flatMap {
            roots.place(of: $0, relativePath: row.row.text("relativeRootPath"))
        }
        places[root] = .some(place)
        return place
    }
}
