import Foundation
import GRDB
import SystemPackage

@testable import PhotoSources

/// A catalogue of Shotwell, whose photos are in `/home/anna/Pictures` by its paths and in `pictures` on the disk.
final class MadeShotwell {
    static let home = "/home/anna/Pictures"

    /// The tables of version 24, by name.
    static let tables: [(name: String, sql: String)] = [
        (
            "PhotoTable",
            """
            CREATE TABLE PhotoTable (id INTEGER PRIMARY KEY, filename TEXT UNIQUE NOT NULL, width INTEGER,
            height INTEGER, filesize INTEGER, timestamp INTEGER, exposure_time INTEGER, orientation INTEGER,
            original_orientation INTEGER, import_id INTEGER, event_id INTEGER, transformations TEXT, md5 TEXT,
            thumbnail_md5 TEXT, exif_md5 TEXT, time_created INTEGER, flags INTEGER DEFAULT 0, rating INTEGER DEFAULT 0,
            file_format INTEGER DEFAULT 0, title TEXT, backlinks TEXT, time_reimported INTEGER,
            editable_id INTEGER DEFAULT -1, metadata_dirty INTEGER DEFAULT 0, developer TEXT,
            develop_shotwell_id INTEGER DEFAULT -1, develop_camera_id INTEGER DEFAULT -1,
            develop_embedded_id INTEGER DEFAULT -1, has_gps INTEGER DEFAULT -1, gps_lat REAL, gps_lon REAL,
            comment TEXT)
            """
        ),
        (
            "VideoTable",
            """
            CREATE TABLE VideoTable (id INTEGER PRIMARY KEY, filename TEXT UNIQUE NOT NULL, width INTEGER,
            height INTEGER, clip_duration REAL, is_interpretable INTEGER, filesize INTEGER, timestamp INTEGER,
            exposure_time INTEGER, import_id INTEGER, event_id INTEGER, md5 TEXT, time_created INTEGER,
            rating INTEGER DEFAULT 0, title TEXT, backlinks TEXT, time_reimported INTEGER, flags INTEGER DEFAULT 0,
            comment TEXT)
            """
        ),
        (
            "EventTable",
            """
            CREATE TABLE EventTable (id INTEGER PRIMARY KEY, name TEXT, primary_photo_id INTEGER, time_created INTEGER,
            primary_source_id TEXT, comment TEXT)
            """
        ),
        (
            "TagTable",
            """
            CREATE TABLE TagTable (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, photo_id_list TEXT,
            time_created INTEGER)
            """
        ),
        (
            "BackingPhotoTable",
            """
            CREATE TABLE BackingPhotoTable (id INTEGER PRIMARY KEY, filepath TEXT UNIQUE NOT NULL, timestamp INTEGER,
            filesize INTEGER, width INTEGER, height INTEGER, original_orientation INTEGER, file_format INTEGER,
            time_created INTEGER)
            """
        ),
        (
            "FaceTable",
            """
            CREATE TABLE FaceTable (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, time_created TIMESTAMP,
            ref INTEGER DEFAULT -1)
            """
        ),
        (
            "FaceLocationTable",
            """
            CREATE TABLE FaceLocationTable (id INTEGER NOT NULL PRIMARY KEY, face_id INTEGER NOT NULL,
            photo_id INTEGER NOT NULL, geometry TEXT, vec TEXT, guess INTEGER DEFAULT 0)
            """
        ),
        (
            "SavedSearchDBTable",
            """
            CREATE TABLE SavedSearchDBTable (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, operator TEXT NOT NULL)
            """
        ),
        (
            "VersionTable",
            """
            CREATE TABLE VersionTable (id INTEGER PRIMARY KEY, schema_version INTEGER, app_version TEXT,
            user_data TEXT NULL)
            """
        ),
    ]

    let made: MadeCatalog
    let pictures: URL

    /// - Parameter change: Changes the statements before they are run, by the names of the tables.
    init(version: Int = 24, change: (inout [String: String]) -> Void = { _ in }) throws {
        var tables = Dictionary(uniqueKeysWithValues: Self.tables.map { ($0.name, $0.sql) })
        change(&tables)
        made = try MadeCatalog("shotwell/data/photo.db", tables: tables.sorted { $0.key < $1.key }.map(\.value))
        pictures = try made.folder.folder("pictures")
        if tables["VersionTable"] != nil {
            try made.execute("INSERT INTO VersionTable VALUES (1, ?, '0.32.4', NULL)", [version])
        }
    }

    func addPhoto(
        _ id: Int64, _ values: [String: (any DatabaseValueConvertible)?] = [:], file: String? = "photo"
    ) throws {
        try add("PhotoTable", id, name: "IMG_\(id).JPG", values, file: file)
    }

    func addVideo(
        _ id: Int64, _ values: [String: (any DatabaseValueConvertible)?] = [:], file: String? = "video"
    ) throws {
        try add("VideoTable", id, name: "MOV_\(id).MP4", values, file: file)
    }

    private func add(
        _ table: String, _ id: Int64, name: String, _ values: [String: (any DatabaseValueConvertible)?], file: String?
    ) throws {
        var row: [String: (any DatabaseValueConvertible)?] = [
            "id": id, "filename": "\(Self.home)/2019/\(name)", "import_id": 1_500_000_000 &+ id,
        ]
        row.merge(values) { $1 }
        try made.insert(table, row)
        let prefix = Self.home + "/"
        if let file, let path = row["filename"] as? String, path.hasPrefix(prefix) {
            try write(file, to: String(path.dropFirst(prefix.count)))
        }
    }

    /// Adds a copy of a photo.
    func addBacking(_ id: Int64, _ path: String, file: String? = "copy") throws {
        try made.insert(
            "BackingPhotoTable", ["id": id, "filepath": "\(Self.home)/\(path)", "timestamp": 1_600_000_000])
        if let file { try write(file, to: path) }
    }

    func write(_ text: String, to path: String) throws {
        try made.folder.write(Data(text.utf8), to: "pictures/\(path)")
    }

    /// Options with the folder of the pictures.
    var options: ShotwellOptions {
        var options = ShotwellOptions()
        options.roots = [Self.home: FilePath(pictures.path)]
        return options
    }

    func open(_ options: ShotwellOptions? = nil) throws -> any PhotoSource {
        try Shotwell.open(
            FilePath(made.file.path), options: options ?? self.options, temporaryFolder: made.temporaryFolder())
    }

    func items(_ options: ShotwellOptions? = nil) throws -> [SourceItem] { try MadeCatalog.items(open(options)) }

    func item(_ options: ShotwellOptions? = nil) throws -> SourceItem {
        let items = try items(options)
        guard items.count == 1 else { throw TestFailure("\(items.count) items") }
        return items[0]
    }
}
