import Foundation
import GRDB
import Records
import SystemPackage

@testable import PhotoSources

/// A library of Albumen that a test makes.
///
/// The names of its blobs are no real digests, because the reader compares no bytes: that is the work of the import.
final class MadeAlbumenLibrary {
    typealias Values = [String: (any DatabaseValueConvertible)?]

    static let identifier = "6E0D7B6A-3C1B-4F0E-9B39-2F9D7C4B8A11"
    static let description = #"{"format": 1, "identifier": "\#(identifier)", "group": "photos"}"#

    let made: MadeCatalog
    let folder: URL
    private var blobCount: UInt8 = 0

    /// - Parameters:
    ///   - tables: The statements that create the tables, by the names of the tables.
    ///   - change: Changes the statements before they are run.
    init(
        _ tables: [String: String] = AlbumenTables.current, migration: String? = "27 containers",
        description: String? = MadeAlbumenLibrary.description, change: (inout [String: String]) -> Void = { _ in }
    ) throws {
        var tables = tables
        change(&tables)
        made = try MadeCatalog("Library/catalog.sqlite", tables: tables.sorted { $0.key < $1.key }.map(\.value))
        folder = made.file.deletingLastPathComponent()
        // Tests make rows that a library refuses. The column `isShown`, which the reader ignores, isn't computed.
        try made.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        if tables["grdb_migrations"] != nil, let migration {
            try made.insert("grdb_migrations", ["identifier": "1 assets, resources, history, grants"])
            try made.insert("grdb_migrations", ["identifier": migration])
        }
        if let description { try Data(description.utf8).write(to: folder.appending(path: "library.json")) }
    }

    var path: FilePath { FilePath(folder.path) }

    static func uuid(_ id: Int64) -> String {
        let digits = String(id)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    static func digest(_ number: UInt8) -> BlobDigest {
        BlobDigest(bytes: [UInt8](repeating: number, count: BlobDigest.byteCount)) ?? .zero
    }

    // MARK: Rows

    /// Adds an asset without files.
    func addAsset(_ id: Int64 = 1, _ values: Values = [:], metadata: Values? = [:]) throws {
        var row: Values = [
            "id": id, "uuid": Self.uuid(id), "mediaType": 1, "mediaSubtypes": 0, "playbackStyle": 1, "pixelWidth": 40,
            "pixelHeight": 30, "duration": 0.0, "creationDate": 700_000_000.0 + Double(id), "addedDate": 720_000_000.0,
            "isFavorite": 0, "isHidden": 0, "representsBurst": 0, "burstSelectionTypes": 0, "sourceType": 1, "isRAW": 0,
            "isSelfPortrait": 0, "isShown": 1, "dateSource": "exifOriginal",
        ]
        row.merge(values) { $1 }
        try made.insert("asset", row)
        if var details = metadata {
            details["assetId"] = id
            try made.insert("assetMetadata", details)
        }
    }

    /// Adds a row of `resource`, and its blob.
    ///
    /// - Parameter bytes: The content of the blob, or `nil` for none.
    @discardableResult
    func addFile(
        _ asset: Int64 = 1, _ type: ResourceType, named name: String = "IMG_1.JPG", bytes: String? = "photo",
        _ values: Values = [:]
    ) throws -> BlobDigest {
        blobCount += 1
        let digest = Self.digest(blobCount)
        var row: Values = [
            "assetId": asset, "type": type.rawValue, "sha256": digest.data, "fileSize": bytes?.utf8.count ?? 5,
            "originalFilename": name, "uniformTypeIdentifier": "public.jpeg", "pixelWidth": 40, "pixelHeight": 30,
        ]
        row.merge(values) { $1 }
        try made.insert("resource", row)
        if let bytes { try writeBlob(digest, bytes) }
        return digest
    }

    /// Adds a photo with its file.
    func addPhoto(_ id: Int64 = 1, _ values: Values = [:], metadata: Values? = [:]) throws {
        try addAsset(id, values, metadata: metadata)
        try addFile(id, .photo, named: "IMG_\(id).JPG")
    }

    func addPlacement(of digest: BlobDigest, state: PlacementRecord.State = .stored) throws {
        try made.insert("placement", ["sha256": digest.data, "fileSize": 5, "state": state.rawValue])
    }

    func addCollection(_ id: Int64, _ title: String, kind: Int = 1, position: Int64?, _ values: Values = [:]) throws {
        var row: Values = [
            "id": id, "uuid": Self.uuid(id + 1_000), "kind": kind, "subtype": kind == 1 ? 2 : 100, "title": title,
            "position": position, "creationDate": 0.0, "modificationDate": 0.0, "creator": "",
        ]
        row.merge(values) { $1 }
        try made.insert("collection", row)
    }

    func addMembers(_ assets: [Int64], to album: Int64) throws {
        for (index, asset) in assets.enumerated() {
            try made.insert("albumMember", ["assetId": asset, "collectionId": album, "position": index * 10 - 1_000])
        }
    }

    // MARK: Files

    func blob(_ digest: BlobDigest) -> URL {
        let digits = digest.hexadecimal
        return folder.appending(path: "originals/\(digits.prefix(2))/\(digits)")
    }

    func writeBlob(_ digest: BlobDigest, _ text: String) throws {
        let file = blob(digest)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    // MARK: Sources

    func open(_ options: AlbumenLibraryOptions = AlbumenLibraryOptions()) throws -> any PhotoSource {
        try AlbumenLibrary.open(path, options: options, temporaryFolder: made.temporaryFolder())
    }

    func items(trashed: Bool = false) throws -> [SourceItem] {
        var options = AlbumenLibraryOptions()
        options.bringsTrashed = trashed
        return try MadeCatalog.items(open(options))
    }

    func item(trashed: Bool = false) throws -> SourceItem {
        let items = try items(trashed: trashed)
        guard items.count == 1 else { throw TestFailure("\(items.count) items") }
        return items[0]
    }

    func collections() throws -> [SourceCollection] {
        let source = try open()
        defer { source.close() }
        return source.collections
    }

    func otherDifferences() throws -> [(name: String, difference: SourceDifference)] {
        let source = try open()
        defer { source.close() }
        return source.otherDifferences
    }
}
