import Foundation
import GRDB
import SystemPackage

@testable import PhotoSources

/// A catalogue of digiKam with one collection, `Pictures`, that contains the catalogue.
final class MadeDigiKam {
    static let uuid = "{d2b9a1f0-0000-4000-8000-000000000001}"

    /// The tables of digiKam 7 and 8, by name.
    static let tables: [(name: String, sql: String)] = [
        (
            "AlbumRoots",
            """
            CREATE TABLE AlbumRoots (id INTEGER PRIMARY KEY, label TEXT, status INTEGER NOT NULL,
            type INTEGER NOT NULL, identifier TEXT, specificPath TEXT, UNIQUE(identifier, specificPath))
            """
        ),
        (
            "Albums",
            """
            CREATE TABLE Albums (id INTEGER PRIMARY KEY, albumRoot INTEGER NOT NULL, relativePath TEXT NOT NULL,
            date DATE, caption TEXT, collection TEXT, icon INTEGER, UNIQUE(albumRoot, relativePath))
            """
        ),
        (
            "Images",
            """
            CREATE TABLE Images (id INTEGER PRIMARY KEY, album INTEGER, name TEXT NOT NULL, status INTEGER NOT NULL,
            category INTEGER NOT NULL, modificationDate DATETIME, fileSize INTEGER, uniqueHash TEXT,
            manualOrder INTEGER, UNIQUE (album, name))
            """
        ),
        (
            "ImageInformation",
            """
            CREATE TABLE ImageInformation (imageid INTEGER PRIMARY KEY, rating INTEGER, creationDate DATETIME,
            digitizationDate DATETIME, orientation INTEGER, width INTEGER, height INTEGER, format TEXT,
            colorDepth INTEGER, colorModel INTEGER)
            """
        ),
        (
            "ImagePositions",
            """
            CREATE TABLE ImagePositions (imageid INTEGER PRIMARY KEY, latitude TEXT, latitudeNumber REAL,
            longitude TEXT, longitudeNumber REAL, altitude REAL, orientation REAL, tilt REAL, roll REAL, accuracy REAL,
            description TEXT)
            """
        ),
        (
            "ImageComments",
            """
            CREATE TABLE ImageComments (id INTEGER PRIMARY KEY, imageid INTEGER, type INTEGER, language TEXT,
            author TEXT, date DATETIME, comment TEXT, UNIQUE(imageid, type, language, author))
            """
        ),
        (
            "Tags",
            """
            CREATE TABLE Tags (id INTEGER PRIMARY KEY, pid INTEGER, name TEXT NOT NULL, icon INTEGER, iconkde TEXT,
            UNIQUE (name, pid))
            """
        ),
        (
            "ImageTags",
            "CREATE TABLE ImageTags (imageid INTEGER NOT NULL, tagid INTEGER NOT NULL, UNIQUE (imageid, tagid))"
        ),
        (
            "Searches",
            "CREATE TABLE Searches (id INTEGER PRIMARY KEY, type INTEGER, name TEXT NOT NULL, query TEXT NOT NULL)"
        ),
        ("Settings", "CREATE TABLE Settings (keyword TEXT NOT NULL UNIQUE, value TEXT)"),
        (
            "ImageRelations",
            "CREATE TABLE ImageRelations (subject INTEGER, object INTEGER, type INTEGER, UNIQUE(subject, object, type))"
        ),
        ("TagProperties", "CREATE TABLE TagProperties (tagid INTEGER, property TEXT, value TEXT)"),
        (
            "ImageTagProperties",
            "CREATE TABLE ImageTagProperties (imageid INTEGER, tagid INTEGER, property TEXT, value TEXT)"
        ),
    ]

    let made: MadeCatalog
    let pictures: URL

    /// - Parameter change: Changes the statements before they are run, by the names of the tables.
    init(change: (inout [String: String]) -> Void = { _ in }) throws {
        var tables = Dictionary(uniqueKeysWithValues: Self.tables.map { ($0.name, $0.sql) })
        change(&tables)
        made = try MadeCatalog("Pictures/digikam4.db", tables: tables.sorted { $0.key < $1.key }.map(\.value))
        pictures = made.folder.url.appending(path: "Pictures")
        if tables["Settings"]?.hasPrefix("CREATE TABLE") == true {
            try made.execute("INSERT INTO Settings VALUES ('databaseUUID', ?), ('DBVersion', '16')", [Self.uuid])
        }
        if tables["AlbumRoots"]?.hasPrefix("CREATE TABLE") == true {
            try addRoot(1, "Pictures", "volumeid:?path=\(pictures.path)")
        }
        if tables["Albums"]?.hasPrefix("CREATE TABLE") == true {
            try addAlbum(1, "/")
            try addAlbum(2, "/Trip")
        }
    }

    func addRoot(_ id: Int64, _ label: String?, _ identifier: String, specificPath: String = "/") throws {
        try made.insert(
            "AlbumRoots",
            [
                "id": id, "label": label, "status": 0, "type": 1, "identifier": identifier,
                "specificPath": specificPath,
            ])
    }

    func addAlbum(
        _ id: Int64, _ path: String, root: Int64 = 1, icon: Int64? = nil, caption: String? = nil
    ) throws {
        try made.insert(
            "Albums", ["id": id, "albumRoot": root, "relativePath": path, "icon": icon, "caption": caption])
    }

    /// Adds an item in the album `/Trip`, and its file.
    func addItem(
        _ id: Int64, _ values: [String: (any DatabaseValueConvertible)?] = [:], file: String? = "photo"
    ) throws {
        var row: [String: (any DatabaseValueConvertible)?] = [
            "id": id, "album": 2, "name": "IMG_\(id).JPG", "status": 1, "category": 1,
        ]
        row.merge(values) { $1 }
        try made.insert("Images", row)
        if let file, let name = row["name"] as? String { try write(file, to: "Trip/\(name)") }
    }

    func write(_ text: String, to path: String) throws {
        try made.folder.write(Data(text.utf8), to: "Pictures/\(path)")
    }

    func open(_ options: DigiKamOptions = DigiKamOptions()) throws -> any PhotoSource {
        try DigiKam.open(FilePath(made.file.path), options: options, temporaryFolder: made.temporaryFolder())
    }

    func items(_ options: DigiKamOptions = DigiKamOptions()) throws -> [SourceItem] {
        try MadeCatalog.items(open(options))
    }

    func item(_ options: DigiKamOptions = DigiKamOptions()) throws -> SourceItem {
        let items = try items(options)
        guard items.count == 1 else { throw TestFailure("\(items.count) items") }
        return items[0]
    }
}
