import Foundation
import GRDB
import SystemPackage

@testable import PhotoSources

/// A small Lightroom catalogue that a test makes, with its photos in `Pictures` beside it.
final class MadeLightroom {
    typealias Values = [String: (any DatabaseValueConvertible)?]

    static let identifier = "0A0B0C0D-1111-2222-3333-444444444444"
    /// The root folder on the catalogue's computer.
    static let root = "C:/Users/x/Pictures/"

    let folder: TestFolder
    let catalog: URL
    let pictures: URL
    private let queue: DatabaseQueue
    private(set) var itemCount: Int64 = 0

    /// - Parameter change: Changes the columns of a table before it's created.
    init(change: (inout [String: String]) -> Void = { _ in }) throws {
        folder = try TestFolder()
        catalog = try folder.folder("Lightroom").appending(path: "Made.lrcat")
        pictures = try folder.folder("Pictures")
        queue = try DatabaseQueue(path: catalog.path)
        var tables = Self.tables
        change(&tables)
        try queue.write { database in
            for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
                try database.execute(sql: "CREATE TABLE \(table) (\(columns))")
            }
        }
        if tables["Adobe_variablesTable"] != nil {
            try execute(
                """
                INSERT INTO Adobe_variablesTable VALUES (1, 'FIRST', 'Adobe_DBVersion', '', '1300025'),
                (2, 'SECOND', 'Adobe_storeProviderID', '', '\(Self.identifier)')
                """)
        }
        if tables["AgLibraryRootFolder"] != nil {
            try insert(
                "AgLibraryRootFolder", ["id_local": 1, "id_global": "R1", "absolutePath": Self.root, "name": "P"])
            try insert(
                "AgLibraryFolder", ["id_local": 1, "id_global": "D1", "pathFromRoot": "2019/", "rootFolder": 1])
        }
    }

    static let tables: [String: String] = [
        "Adobe_variablesTable": "id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, name, type, value",
        "Adobe_images": """
        id_local INTEGER PRIMARY KEY, id_global, captureTime, colorLabels NOT NULL DEFAULT '', copyName,
        fileFormat NOT NULL DEFAULT 'unset', masterImage INTEGER, orientation, originalCaptureTime,
        pick NOT NULL DEFAULT 0, rating, rootFile INTEGER NOT NULL DEFAULT 0, sidecarStatus
        """,
        "AgLibraryFile": """
        id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, baseName, extension, folder INTEGER, idx_filename,
        originalFilename, sidecarExtensions
        """,
        "AgLibraryFolder": """
        id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, parentId INTEGER, pathFromRoot, rootFolder INTEGER
        """,
        "AgLibraryRootFolder": """
        id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, absolutePath, name, relativePathFromCatalog
        """,
        "AgLibraryKeyword": """
        id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, genealogy, keywordType, lc_name, name, parent INTEGER
        """,
        "AgLibraryKeywordImage": "id_local INTEGER PRIMARY KEY, image INTEGER, tag INTEGER",
        "AgLibraryKeywordSynonym": "id_local INTEGER PRIMARY KEY, keyword INTEGER, lc_name, name",
        "AgLibraryCollection": """
        id_local INTEGER PRIMARY KEY, creationId NOT NULL DEFAULT '', genealogy, imageCount, name, parent INTEGER,
        systemOnly NOT NULL DEFAULT ''
        """,
        "AgLibraryCollectionImage": """
        id_local INTEGER PRIMARY KEY, collection INTEGER, image INTEGER, pick, positionInCollection
        """,
        "AgLibraryCollectionCoverImage": "collection INTEGER, collectionImage INTEGER",
        "AgLibraryPublishedCollection": "id_local INTEGER PRIMARY KEY, creationId, name, parent INTEGER",
        "AgLibraryPublishedCollectionImage": "id_local INTEGER PRIMARY KEY, collection INTEGER, image INTEGER",
        "AgLibraryIPTC": """
        id_local INTEGER PRIMARY KEY, altTextAccessibility, caption, copyright, extDescrAccessibility, image INTEGER
        """,
        "AgLibraryImport": "id_local INTEGER PRIMARY KEY, imageCount, importDate, name",
        "AgLibraryImportImage": "id_local INTEGER PRIMARY KEY, image INTEGER, import INTEGER",
        "AgHarvestedExifMetadata": """
        id_local INTEGER PRIMARY KEY, image INTEGER, gpsLatitude, gpsLongitude, gpsSequence, hasGPS INTEGER
        """,
        "AgHarvestedIptcMetadata": """
        id_local INTEGER PRIMARY KEY, image INTEGER, cityRef INTEGER, countryRef INTEGER, locationRef INTEGER,
        stateRef INTEGER
        """,
        "Adobe_imageDevelopSettings": """
        id_local INTEGER PRIMARY KEY, hasDevelopAdjustments INTEGER, hasDevelopAdjustmentsEx, image INTEGER, text
        """,
        "Adobe_AdditionalMetadata": "id_local INTEGER PRIMARY KEY, id_global, image INTEGER, xmp NOT NULL DEFAULT ''",
        "Adobe_libraryImageDevelopSnapshot": "id_local INTEGER PRIMARY KEY, id_global, image INTEGER, name, text",
        "AgLibraryFolderStack": "id_local INTEGER PRIMARY KEY, id_global, collapsed INTEGER, text",
        "AgLibraryFace": "id_local INTEGER PRIMARY KEY, cluster INTEGER, image INTEGER",
        "AgVideoInfo": """
        id_local INTEGER PRIMARY KEY, image INTEGER, poster_frame_set_by_user, trim_end, trim_start
        """,
    ]

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
    }

    /// Runs statements as one transaction.
    func write(_ body: (Database) throws -> Void) throws { try queue.write(body) }

    /// Inserts a row.
    func insert(_ table: String, _ values: Values) throws {
        let values = values.sorted { $0.key < $1.key }
        let columns = values.map { "\"\($0.key)\"" }.joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try execute(
            "INSERT INTO \"\(table)\" (\(columns)) VALUES (\(marks))", StatementArguments(values.map { $0.value }))
    }

    /// Adds an image with a file of its own, whose keys are the number of images.
    ///
    /// - Returns: its identity.
    @discardableResult
    func addItem(_ values: Values = [:], file: Values = [:], content: String? = "photo") throws -> String {
        itemCount += 1
        let identifier = "IMAGE-\(itemCount)"
        var row: Values = [
            "id_local": itemCount, "id_global": identifier, "fileFormat": "JPG", "rootFile": itemCount,
        ]
        row.merge(values) { $1 }
        try insert("Adobe_images", row)
        var fileRow: Values = [
            "id_local": itemCount, "id_global": "FILE-\(itemCount)", "baseName": "IMG_\(itemCount)",
            "extension": "jpg", "folder": 1, "originalFilename": "IMG_\(itemCount).jpg",
        ]
        fileRow.merge(file) { $1 }
        try insert("AgLibraryFile", fileRow)
        if let content, let base = fileRow["baseName"] as? String, let ending = fileRow["extension"] as? String {
            try write(content, to: "2019/\(base).\(ending)")
        }
        return identifier
    }

    /// Writes a file in `Pictures`.
    func write(_ text: String, to path: String) throws {
        let file = pictures.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    var path: FilePath { FilePath(catalog.path) }

    var options: LightroomOptions {
        var options = LightroomOptions()
        options.roots = [Self.root: FilePath(pictures.path)]
        return options
    }

    func open(_ options: LightroomOptions? = nil) throws -> any PhotoSource {
        try Lightroom.open(
            path, options: options ?? self.options,
            temporaryFolder: FilePath(try folder.folder("temporary").path))
    }

    /// Opens the catalogue, and reads its items.
    func items(_ options: LightroomOptions? = nil) throws -> [SourceItem] {
        let source = try open(options)
        defer { source.close() }
        var items: [SourceItem] = []
        try source.forEachItem {
            items.append($0)
            return true
        }
        return items
    }

    func item(_ options: LightroomOptions? = nil) throws -> SourceItem {
        let items = try items(options)
        guard items.count == 1 else { throw TestFailure("\(items.count) items instead of one") }
        return items[0]
    }

    /// Returns the differences that belong to no item, as texts.
    func others(_ options: LightroomOptions? = nil) throws -> [String] {
        let source = try open(options)
        defer { source.close() }
        return source.otherDifferences.map(Self.text)
    }

    static func text(_ other: (name: String, difference: SourceDifference)) -> String {
        let difference = other.difference
        return "\(other.name) \(difference.fact.rawValue) \(difference.reason.rawValue) \(difference.detail ?? "-")"
    }
}

extension SourceItem {
    /// The differences as texts.
    var differenceTexts: [String] {
        differences.map { "\($0.fact.rawValue) \($0.reason.rawValue) \($0.detail ?? "-")" }
    }
}
