import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Each record describes its columns once. Selections, insertions, updates and reading follow from that description.
@Suite struct StoredRecordTests {
    @Test func `each column stores the property of its name`() {
        expectColumnsMatchProperties(AssetRecord.self)
        expectColumnsMatchProperties(ResourceRecord.self)
        expectColumnsMatchProperties(CollectionRecord.self)
        expectColumnsMatchProperties(ImportedFileRecord.self)
        expectColumnsMatchProperties(MetadataRecord.self)
        expectColumnsMatchProperties(ChangeRecord.self)
        expectColumnsMatchProperties(OriginalDate.self)
        expectColumnsMatchProperties(OriginalLocation.self)
        expectColumnsMatchProperties(GrantRecord.self)
        expectColumnsMatchProperties(TombstoneRecord.self)
        expectColumnsMatchProperties(QuestionRecord.self)
        expectColumnsMatchProperties(WatchedFolderRecord.self)
        expectColumnsMatchProperties(VisitedFolderRecord.self)
        expectColumnsMatchProperties(VisitedFileRecord.self)
        // An expression, not a column.
        expectColumnsMatchProperties(BurstFrame.self, renamed: ["trashedDate IS NOT NULL": "isTrashed"])
    }

    /// Changes one column of a blank record at a time. Only the property with the column's name may differ then. So a
    /// forgotten property, a swapped pair and a wrong column name all fail.
    private func expectColumnsMatchProperties<Record: StoredRecord>(
        _ type: Record.Type, renamed: [String: String] = [:]
    ) {
        let blank = Self.properties(Record.table.blank)
        var names = ColumnNames()
        var record = Record.table.blank
        record.describe(&names)
        for (index, name) in names.read.enumerated() {
            var record = Record.table.blank
            var change = ColumnChange(index: index)
            record.describe(&change)
            let changed = Self.properties(record).filter { blank[$0.key] != $0.value }.map { $0.key.lowercased() }
            #expect(changed == [(renamed[name] ?? name).lowercased()], "\(Record.self).\(name)")
        }
        #expect(names.read.count == blank.count, "\(Record.self) has properties without a column")
    }

    private static func properties(_ record: some Any) -> [String: String] {
        Dictionary(uniqueKeysWithValues: Mirror(reflecting: record).children.map { ($0.label ?? "", "\($0.value)") })
    }

    // MARK: Round trips

    private let temporary: TemporaryCatalog
    private var catalog: Catalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
    }

    @Test func `an asset is read as it was inserted and updated`() throws {
        var asset = Self.asset
        asset.id = try catalog.write(author: "test") { try $0.insert(asset) }
        #expect(try catalog.read { try $0.asset(uuid: asset.uuid) } == asset)
        let other = try #require(try temporary.add(1).first)
        try catalog.write(author: "test") { transaction in
            try transaction.update(asset: other) { row in
                row = asset
                row.id = other
                row.uuid = "updated"
            }
        }
        asset.id = other
        asset.uuid = "updated"
        #expect(try catalog.read { try $0.asset(uuid: "updated") } == asset)
    }

    @Test func `a record's other tables are read as they were written`() throws {
        let (asset, album) = try catalog.write(author: "test") { transaction in
            (try transaction.insert(Self.asset), try transaction.insert(Self.collection))
        }
        var resource = Self.resource
        resource.id = try catalog.write(author: "test") { transaction in
            try transaction.keep(OriginalDate(Self.asset), ofAsset: asset)
            try transaction.keep(OriginalLocation(Self.asset), ofAsset: asset)
            try transaction.setMetadata(Self.metadata, ofAsset: asset)
            try transaction.record(Self.importedFile(asset))
            try transaction.setGrantedStatus(.limited, client: "app", accessLevel: .addOnly)
            return try transaction.insert(resource, intoAsset: asset)
        }
        resource.assetID = asset
        var collection = Self.collection
        collection.id = album
        try catalog.read { reader in
            #expect(try reader.resources(ofAsset: asset) == [resource])
            #expect(try reader.originalDates(ofAssets: [asset]) == [asset: OriginalDate(Self.asset)])
            #expect(try reader.originalLocations(ofAssets: [asset]) == [asset: OriginalLocation(Self.asset)])
            #expect(try reader.metadata(ofAsset: asset) == Self.metadata)
            #expect(try reader.importedFiles(inFolder: "/photos", stem: "IMG") == [Self.importedFile(asset)])
            #expect(try reader.collections(withIdentifiers: [album]) == [collection])
            let grant = try #require(try reader.grants().first)
            #expect((grant.client, grant.accessLevel, grant.status) == ("app", .addOnly, .limited))
        }
    }

    @Test func `a purged asset leaves its tombstone`() throws {
        var asset = Self.asset
        asset.id = try catalog.write(author: "test") { try $0.insert(asset) }
        try catalog.write(author: "test") { transaction in
            try transaction.insert(Self.resource, intoAsset: asset.id)
            _ = try transaction.purge(asset)
        }
        let known = try catalog.read { try $0.purgedAssets(withIdentifiers: [asset.id]) }[asset.id]
        #expect(known?.uuid == asset.uuid)
        #expect(known?.mediaType == .video)
        #expect(known?.playbackStyle == .video)
        #expect(known?.pixelWidth == asset.pixelWidth)
        #expect(known?.pixelHeight == asset.pixelHeight)
        #expect(known?.creationDate == asset.creationDate)
        #expect(known?.addedDate == asset.addedDate)
        let fileSize = try catalog.read { try Int64.fetchOne($0.database, sql: "SELECT fileSize FROM tombstone") }
        #expect(fileSize == Self.resource.fileSize)
    }

    @Test func `numbers that this version doesn't know are kept`() throws {
        var asset = Self.asset
        asset.mediaType = AssetMediaType(rawValue: 99)
        asset.mediaSubtypes = MediaSubtypes(rawValue: 1 << 40)
        asset.playbackStyle = PlaybackStyle(rawValue: 77)
        asset.id = try catalog.write(author: "test") { try $0.insert(asset) }
        let stored = try #require(try catalog.read { try $0.asset(uuid: asset.uuid) })
        #expect(stored == asset)
        #expect(stored.mediaType.name == nil)
        #expect(stored.mediaType.description == "99")
        #expect(stored.mediaSubtypes.names == [])
    }

    @Test func `a collection of an unknown kind is skipped`() throws {
        let album = try catalog.write(author: "test") { transaction in
            let album = try transaction.insert(Self.collection)
            try transaction.database.execute(
                sql: "UPDATE collection SET kind = 9 WHERE id = ?", arguments: [album])
            return album
        }
        #expect(try catalog.read { try $0.collections(withIdentifiers: [album]) }.isEmpty)
    }

    // MARK: Records of which no value is the default

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    private static var asset: AssetRecord {
        var asset = AssetRecord(
            uuid: "A", mediaType: .video, mediaSubtypes: [.photoHDR, .videoTimelapse], playbackStyle: .videoLooping,
            pixelWidth: 11, pixelHeight: 12, duration: 13.5, creationDate: date(14.25), addedDate: date(15.25))
        asset.modificationDate = date(16.25)
        (asset.latitude, asset.longitude) = (17.5, 18.5)
        (asset.isFavorite, asset.isHidden) = (true, true)
        asset.trashedDate = date(19.25)
        asset.burstIdentifier = "burst"
        asset.representsBurst = true
        asset.burstSelectionTypes = .userPick
        asset.sourceType = .iTunesSynced
        (asset.isRAW, asset.isSelfPortrait, asset.isUnableToUpload) = (true, true, true)
        asset.originalChoice = .raw
        (asset.utcOffset, asset.dateSource) = (3_600, "exifOriginal")
        (asset.altitude, asset.horizontalAccuracy) = (20.5, 21.5)
        asset.damage = "cut short"
        asset.userEdits = [.date, .keyPhoto]
        return asset
    }

    private static var resource: ResourceRecord {
        var resource = ResourceRecord(
            type: .pairedVideo, sha256: BlobDigest(repeating: 7), fileSize: 5 << 32, originalFilename: "IMG 1.MOV",
            uniformTypeIdentifier: "com.apple.quicktime-movie", pixelWidth: 31, pixelHeight: 32,
            contentIdentifier: "pair")
        resource.isUsedAsOriginal = true
        resource.container = ContainerPlace(container: BlobDigest(repeating: 8), offset: 6 << 32)
        return resource
    }

    private static var collection: CollectionRecord {
        var collection = CollectionRecord(
            uuid: "C", kind: .folder, subtype: .regularFolder, title: "Folder", position: 41, creationDate: date(42.5),
            creator: "client:app")
        collection.modificationDate = date(43.5)
        return collection
    }

    private static var metadata: MetadataRecord {
        var metadata = MetadataRecord()
        (metadata.cameraMake, metadata.cameraModel, metadata.lensModel) = ("Make", "Model", "Lens")
        (metadata.frameRate, metadata.videoCodec) = (29.5, "hevc")
        (metadata.title, metadata.caption, metadata.keywords) = ("Title", "Caption", ["a", "ü \"b\""])
        (metadata.rating, metadata.preservedFileName) = (4, "name.jpg")
        (metadata.exposureTime, metadata.aperture, metadata.iso) = (0.004, 5.6, 200)
        (metadata.focalLength, metadata.focalLengthIn35mmFilm, metadata.metadataVersion) = (24.5, 37, 3)
        return metadata
    }

    private static func importedFile(_ asset: Int64) -> ImportedFileRecord {
        ImportedFileRecord(
            folder: "/photos", name: "IMG.JPG", fileSize: 51, modificationTime: 52, outcome: .duplicate, reason: "why",
            sha256: BlobDigest(5, repeating: 3), assetID: asset, proberVersion: 54)
    }
}
