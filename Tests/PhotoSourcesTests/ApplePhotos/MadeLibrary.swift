import Foundation
import GRDB
import SystemPackage

@testable import PhotoSources

/// A small library of Photos that a test makes.
final class MadeLibrary {
    enum Shape {
        case mac, phone
    }

    static let uuid = "0F0F0F0F-1111-2222-3333-444444444444"

    let folder: TestFolder
    let url: URL
    let shape: Shape
    private let queue: DatabaseQueue
    private(set) var itemCount: Int64 = 0

    /// - Parameter change: Changes the columns of a table before it's created.
    init(
        _ shape: Shape = .mac, modelVersion: Int = 18_164,
        change: (inout [String: [String]]) -> Void = { _ in }
    ) throws {
        folder = try TestFolder()
        self.shape = shape
        url = folder.url.appending(path: shape == .mac ? "Made.photoslibrary" : "Phone")
        let database = shape == .mac ? "database" : "PhotoData"
        for name in [database, shape == .mac ? "originals" : "DCIM"] {
            try FileManager.default.createDirectory(
                at: url.appending(path: name), withIntermediateDirectories: true)
        }
        queue = try DatabaseQueue(path: url.appending(path: "\(database)/Photos.sqlite").path)
        var tables = Self.tables
        change(&tables)
        try queue.write { database in
            for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
                let list = columns.map { $0 == "Z_PK" ? "Z_PK INTEGER PRIMARY KEY" : "\"\($0)\"" }
                try database.execute(sql: "CREATE TABLE \"\(table)\" (\(list.joined(separator: ", ")))")
            }
            if tables["Z_METADATA"] != nil {
                let list = try PropertyListSerialization.data(
                    fromPropertyList: ["PLModelVersion": modelVersion], format: .binary, options: 0)
                try database.execute(
                    sql: "INSERT INTO Z_METADATA (Z_UUID, Z_PLIST) VALUES (?, ?)", arguments: [Self.uuid, list])
            }
            if tables["ZGENERICALBUM"] != nil {
                try database.execute(sql: "INSERT INTO ZGENERICALBUM (Z_PK, ZKIND, ZUUID) VALUES (1, 3999, 'ROOT')")
            }
        }
    }

    static let tables: [String: [String]] = [
        "ZASSET": [
            "Z_PK", "ZUUID", "ZKIND", "ZKINDSUBTYPE", "ZPLAYBACKSTYLE", "ZPLAYBACKVARIATION",
            "ZVIDEOCPVISIBILITYSTATE", "ZDATECREATED", "ZADDEDDATE", "ZLATITUDE", "ZLONGITUDE", "ZFAVORITE", "ZHIDDEN",
            "ZTRASHEDSTATE", "ZTRASHEDDATE", "ZDIRECTORY", "ZFILENAME", "ZSAVEDASSETTYPE", "ZADJUSTMENTSSTATE",
            "ZADJUSTMENTTIMESTAMP", "ZAVALANCHEUUID", "ZAVALANCHEPICKTYPE", "ZBUNDLESCOPE", "ZCLOUDBATCHPUBLISHDATE",
            "ZSPATIALTYPE", "ZHDRTYPE", "ZDEPTHTYPE",
        ],
        "ZADDITIONALASSETATTRIBUTES": [
            "Z_PK", "ZASSET", "ZORIGINALFILENAME", "ZTIMEZONEOFFSET", "ZTITLE", "ZASSETDESCRIPTION",
            "ZEXIFTIMESTAMPSTRING", "ZGPSHORIZONTALACCURACY", "ZORIGINALRESOURCECHOICE", "ZCAMERACAPTUREDEVICE",
            "ZSYNDICATIONIDENTIFIER", "ZSYNDICATIONHISTORY", "ZUNMANAGEDADJUSTMENT",
        ],
        "ZASSETDESCRIPTION": ["Z_PK", "ZLONGDESCRIPTION"],
        "ZEXTENDEDATTRIBUTES": ["Z_PK", "ZASSET", "ZDATECREATED", "ZTIMEZONEOFFSET"],
        "ZUNMANAGEDADJUSTMENT": ["Z_PK", "ZADJUSTMENTFORMATIDENTIFIER"],
        "ZKEYWORD": ["Z_PK", "ZTITLE"],
        "Z_1KEYWORDS": ["Z_1ASSETATTRIBUTES", "Z_47KEYWORDS"],
        "ZINTERNALRESOURCE": [
            "Z_PK", "ZASSET", "ZRESOURCETYPE", "ZVERSION", "ZDATASTORESUBTYPE", "ZRECIPEID", "ZLOCALAVAILABILITY",
            "ZREMOTEAVAILABILITY", "ZFILESYSTEMVOLUME", "ZFILESYSTEMBOOKMARK",
        ],
        "ZFILESYSTEMVOLUME": ["Z_PK", "ZNAME"],
        "ZFILESYSTEMBOOKMARK": ["Z_PK", "ZRESOURCE", "ZPATHRELATIVETOVOLUME"],
        "ZGENERICALBUM": [
            "Z_PK", "ZKIND", "ZUUID", "ZTITLE", "ZPARENTFOLDER", "Z_FOK_PARENTFOLDER", "ZTRASHEDSTATE",
            "ZCUSTOMSORTKEY", "ZCUSTOMSORTASCENDING", "ZCUSTOMKEYASSET", "ZCACHEDCOUNT",
        ],
        "Z_33ASSETS": ["Z_33ALBUMS", "Z_3ASSETS", "Z_FOK_3ASSETS"],
        "ZDETECTEDFACE": ["Z_PK", "ZASSETFORFACE", "ZPERSONFORFACE", "ZHIDDEN"],
        "ZPERSON": ["Z_PK", "ZFULLNAME", "ZMERGETARGETPERSON"],
        "Z_METADATA": ["Z_UUID", "Z_PLIST"],
    ]

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
    }

    /// Inserts a row.
    func insert(_ table: String, _ values: [String: (any DatabaseValueConvertible)?]) throws {
        let values = values.sorted { $0.key < $1.key }
        let columns = values.map { "\"\($0.key)\"" }.joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try execute(
            "INSERT INTO \"\(table)\" (\(columns)) VALUES (\(marks))", StatementArguments(values.map { $0.value }))
    }

    /// Adds an item. Its key is the number of items.
    ///
    /// - Returns: its UUID.
    @discardableResult
    func addItem(
        _ values: [String: (any DatabaseValueConvertible)?] = [:],
        attributes: [String: (any DatabaseValueConvertible)?] = [:], file: String? = "photo"
    ) throws -> String {
        itemCount += 1
        let uuid = "A000000\(itemCount)-0000-4000-8000-000000000000"
        let directory = shape == .mac ? "A" : "DCIM/100APPLE"
        let name = shape == .mac ? "\(uuid).jpeg" : "IMG_000\(itemCount).HEIC"
        var row: [String: (any DatabaseValueConvertible)?] = [
            "Z_PK": itemCount, "ZUUID": uuid, "ZKIND": 0, "ZKINDSUBTYPE": 0, "ZDATECREATED": 600_000_000.0,
            "ZLATITUDE": -180.0, "ZLONGITUDE": -180.0, "ZFAVORITE": 0, "ZHIDDEN": 0, "ZTRASHEDSTATE": 0,
            "ZDIRECTORY": directory, "ZFILENAME": name, "ZSAVEDASSETTYPE": 3,
        ]
        if shape == .mac || itemCount > 0 { row["ZADJUSTMENTSSTATE"] = 0 }
        row.merge(values) { $1 }
        try insert("ZASSET", row)
        var additional: [String: (any DatabaseValueConvertible)?] = [
            "Z_PK": itemCount + 100, "ZASSET": itemCount, "ZORIGINALFILENAME": "IMG_\(itemCount).JPG",
        ]
        additional.merge(attributes) { $1 }
        try insert("ZADDITIONALASSETATTRIBUTES", additional)
        if let file { try write(file, to: shape == .mac ? "originals/A/\(name)" : "\(directory)/\(name)") }
        return uuid
    }

    func write(_ text: String, to path: String) throws {
        try write(Data(text.utf8), to: path)
    }

    func write(_ data: Data, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    static func recipe(_ identifier: String = "com.apple.photo", data: Data = Data("recipe".utf8)) throws -> Data {
        try PropertyListSerialization.data(
            fromPropertyList: [
                "adjustmentFormatIdentifier": identifier, "adjustmentFormatVersion": "1.5", "adjustmentData": data,
            ] as [String: Any], format: .xml, options: 0)
    }

    var path: FilePath { FilePath(url.path) }

    func open(_ options: ApplePhotosOptions = ApplePhotosOptions()) throws -> any PhotoSource {
        try ApplePhotos.open(path, options: options, temporaryFolder: FilePath(try folder.folder("temporary").path))
    }

    /// Opens the library, and reads its items.
    func items(_ options: ApplePhotosOptions = ApplePhotosOptions()) throws -> [SourceItem] {
        let source = try open(options)
        defer { source.close() }
        var items: [SourceItem] = []
        try source.forEachItem {
            items.append($0)
            return true
        }
        return items
    }

    func item(_ options: ApplePhotosOptions = ApplePhotosOptions()) throws -> SourceItem {
        let items = try items(options)
        guard items.count == 1 else { throw CocoaError(.featureUnsupported) }
        return items[0]
    }
}
