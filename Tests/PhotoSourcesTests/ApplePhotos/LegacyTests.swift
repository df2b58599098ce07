import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Made libraries of macOS 10.12 to 10.14 (imports 1.8).
@Suite struct LegacyLibraryTests {
    /// A library with a `photos.db`.
    private final class Library {
        let folder: TestFolder
        let url: URL
        let queue: DatabaseQueue

        init(without missing: String? = nil) throws {
            folder = try TestFolder()
            url = folder.url.appending(path: "Old.photoslibrary")
            try FileManager.default.createDirectory(
                at: url.appending(path: "database"), withIntermediateDirectories: true)
            queue = try DatabaseQueue(path: url.appending(path: "database/photos.db").path)
            let tables = [
                "RKVersion": """
                uuid, masterUuid, rawMasterUuid, nonRawMasterUuid, imageDate, imageTimeZoneOffsetSeconds, name,
                extendedDescription, isFavorite, isHidden, isInTrash, inTrashDate, hasAdjustments, adjustmentUuid, latitude,
                longitude, specialType, subType, type, burstUuid, burstPickType, mainRating, playbackStyle
                """,
                "RKMaster": "uuid, imagePath, originalFileName, isMissing, fileIsReference, volumeId, imageDate",
                "RKVolume": "name", "RKKeyword": "name", "RKKeywordForVersion": "versionId, keywordId",
                "RKAlbum": """
                uuid, name, albumType, albumSubclass, folderUuid, isInTrash, isMagic, sortKeyPath, sortAscending
                """,
                "RKFolder": "uuid, name, parentFolderUuid, isInTrash, isMagic",
                "RKCustomSortOrder": "containerUuid, objectUuid, orderNumber", "RKAlbumVersion": "versionId, albumId",
                "RKAdjustmentData": "uuid, versionId, format, formatVersion, data",
                "RKModelResource": "UTI, attachedModelId, attachedModelType, resourceType, resourceTag",
                "RKAdminData": "propertyName, propertyValue", "LiGlobals": "keyPath, value",
            ]
            for (table, columns) in tables where table != missing {
                try execute("CREATE TABLE \(table) (modelId INTEGER PRIMARY KEY, \(columns))")
            }
            try execute("INSERT INTO RKAdminData VALUES (1, 'databaseUuid', 'LIBRARY')")
            try execute("INSERT INTO LiGlobals VALUES (1, 'libraryVersion', '3301')")
        }

        func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
            try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
        }

        /// Adds an item and its file, with the keys of both.
        func addItem(_ id: Int, _ values: [String: any DatabaseValueConvertible] = [:], file: String? = "photo") throws
        {
            var row: [String: any DatabaseValueConvertible] = [
                "modelId": id, "uuid": "V\(id)", "masterUuid": "M\(id)", "imageDate": 500_000_000.0, "type": 2,
                "specialType": 0, "hasAdjustments": 0, "isInTrash": 0,
            ]
            row.merge(values) { $1 }
            let sorted = row.sorted { $0.key < $1.key }
            try execute(
                """
                INSERT INTO RKVersion (\(sorted.map(\.key).joined(separator: ", ")))
                VALUES (\(sorted.map { _ in "?" }.joined(separator: ", ")))
                """, StatementArguments(sorted.map { $0.value }))
            try addMaster(id, "IMG_\(id).JPG", file: file)
        }

        func addMaster(_ id: Int, _ name: String, file: String?) throws {
            try execute(
                """
                INSERT INTO RKMaster (modelId, uuid, imagePath, originalFileName, isMissing, fileIsReference, imageDate)
                VALUES (?, ?, ?, ?, 0, 0, 500000000.0)
                """, [id, "M\(id)", "2016/\(name)", name])
            if let file { try write(file, to: "Masters/2016/\(name)") }
        }

        func write(_ text: String, to path: String) throws {
            let file = url.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        func open(_ options: ApplePhotosOptions = ApplePhotosOptions()) throws -> any PhotoSource {
            try ApplePhotos.open(
                FilePath(url.path), options: options,
                temporaryFolder: FilePath(try folder.folder("temporary").path))
        }

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
    }

    @Test("imports 1.8: identity and version are those of the database")
    func identity() throws {
        let source = try Library().open()
        defer { source.close() }
        #expect(source.key == SourceKey(kind: .applePhotos, identifier: "LIBRARY"))
        #expect(source.summary == "Photos library of macOS 10.13 (version 3301)")
    }

    @Test("imports 1.8: the facts of an item")
    func facts() throws {
        let library = try Library()
        try library.addItem(
            1,
            [
                "imageDate": 500_000_100.0, "imageTimeZoneOffsetSeconds": 3_600, "name": "Title", "isFavorite": 1,
                "burstUuid": "B", "burstPickType": 8, "mainRating": 4, "latitude": 51.5, "longitude": -0.1,
                "specialType": 9,
            ])
        let facts = try #require(try library.items().first).facts
        #expect(facts.capture.value?.isChosen == true)
        #expect(facts.capture.value?.utcOffset == 3_600)
        #expect(facts.title == .known("Title"))
        #expect(facts.caption == .none)
        #expect(facts.rating == .known(4))
        #expect(facts.burst.value?.isUserPick == true)
        #expect(facts.place.value == SourceFacts.Place(latitude: 51.5, longitude: -0.1))
        #expect(facts.subtypes == MediaSubtypes.photoDepthEffect.rawValue)
    }

    @Test("imports 1.8: RAW and JPEG, with the choice; a lone RAW is the photo", arguments: [(16, true), (32, false)])
    func raw(_ subtype: Int, _ usesRAW: Bool) throws {
        let library = try Library()
        let main = subtype == 16 ? "M2" : "M1"
        try library.addItem(
            1,
            ["masterUuid": main, "rawMasterUuid": "M2", "nonRawMasterUuid": "M1", "subType": subtype, "specialType": 7])
        try library.addMaster(2, "IMG_1.CR2", file: "raw")
        let item = try #require(try library.items().first)
        #expect(item.name == "IMG_1.JPG")
        #expect(item.originals.map(\.type) == [.photo, .alternatePhoto])
        #expect(item.facts.usesRAW == usesRAW)
        try FileManager.default.removeItem(at: library.url.appending(path: "Masters/2016/IMG_1.JPG"))
        let lone = try #require(try library.items().first)
        #expect(lone.originals.map(\.type) == [.photo])
        #expect(lone.differences == [SourceDifference(.rawPairs, .absent)])
    }

    @Test("imports 1.8: files that Photos made are found by the hexadecimal key, also in sibling folders")
    func edit() throws {
        let library = try Library()
        try library.addItem(1, ["specialType": 5, "hasAdjustments": 1, "adjustmentUuid": "E"])
        for (id, type, kind) in [(0x1_2345, 4, 2), (0x179b, 8, 2), (0x11, 4, 2), (0xab, 7, 1)] {
            try library.execute(
                "INSERT INTO RKModelResource VALUES (?, ?, 1, ?, ?, ?)",
                [id, kind == 1 ? "com.apple.quicktime-movie" : "x", kind, type, id == 0x11 ? "OLD" : "E"])
        }
        try library.write("r", to: "resources/media/version/23/01/fullsizeoutput_12345.jpeg")
        try library.write("v", to: "resources/media/version/17/03/videocomplementoutput_179b.mov")
        try library.write("old", to: "resources/media/version/00/00/fullsizeoutput_11.jpeg")
        try library.write("live", to: "resources/media/master/00/00/jpegvideocomplement_ab.mov")
        try library.execute("INSERT INTO RKAdjustmentData VALUES (1, 'E', 1, 'com.apple.photo', '1.4', x'0102')")
        let item = try #require(try library.items().first)
        #expect(item.originals.map(\.type) == [.photo, .pairedVideo])
        let edit = try #require(item.edit)
        #expect(edit.renderings.map(\.type) == [.fullSizePairedVideo, .fullSizePhoto])
        #expect(edit.renderings.map(\.name) == ["IMG_1.mov", "IMG_1.jpeg"])
        #expect(edit.recipe?.data == Data([1, 2]))
        #expect(edit.recipeFile == nil)
        #expect(item.differences.isEmpty)
    }

    @Test("imports 1.8: slow motion is no edit, and has a file")
    func slowMotion() throws {
        let library = try Library()
        try library.addItem(1, ["type": 8, "specialType": 2, "hasAdjustments": 1, "adjustmentUuid": "E"])
        try library.execute("INSERT INTO RKAdjustmentData VALUES (1, 'E', 1, 'com.apple.video.slomo', '1.1', x'01')")
        let source = try library.open()
        try source.forEachItem { item in
            #expect(item.edit == nil)
            #expect(item.isVideo)
            #expect(item.differences.isEmpty)
            let file = try #require(item.slowMotion)
            let data = try Data(contentsOf: URL(filePath: file.path.string))
            #expect(Int64(data.count) == file.size)
            #expect(String(decoding: data, as: UTF8.self).contains("com.apple.video.slomo"))
            return true
        }
        source.close()
        let temporary = try library.folder.folder("temporary")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
    }

    @Test("imports 1.8: missing, referenced and trashed items")
    func missing() throws {
        let library = try Library()
        try library.addItem(1, ["isInTrash": 1, "inTrashDate": 600_000_000.0])
        try library.addItem(2, file: nil)
        try library.addItem(3, file: nil)
        try library.addItem(4, file: nil)
        try library.execute("UPDATE RKMaster SET isMissing = 1 WHERE modelId = 3")
        try library.execute(
            "UPDATE RKMaster SET fileIsReference = 1, volumeId = 9, imagePath = 'P/a.jpg' WHERE modelId = 4")
        try library.execute("INSERT INTO RKVolume VALUES (9, 'Disk')")
        #expect(try library.items().map(\.exclusion) == [.trashed, .absent, .inCloud, .referenced])
        let volume = try library.folder.folder("volume/P")
        try Data("a".utf8).write(to: volume.appending(path: "a.jpg"))
        var options = ApplePhotosOptions()
        options.bringsTrashed = true
        options.volumes = ["Disk": FilePath(volume.deletingLastPathComponent().path)]
        let items = try library.items(options)
        #expect(items.map(\.exclusion) == [nil, .absent, .inCloud, nil])
        #expect(items[0].facts.trashedDate == Date(timeIntervalSinceReferenceDate: 600_000_000))
    }

    @Test("imports 1.8: albums have the user's order, and what is trashed stays out")
    func albums() throws {
        let library = try Library()
        for id in 1...3 { try library.addItem(id, ["imageDate": 500_000_000.0 - Double(id)]) }
        try library.execute("INSERT INTO RKFolder VALUES (1, 'TopLevelAlbums', '', 'LibraryFolder', 0, 1)")
        try library.execute("INSERT INTO RKFolder VALUES (2, 'F', 'Folder', 'TopLevelAlbums', 0, 0)")
        try library.execute("INSERT INTO RKFolder VALUES (3, 'C', 'Cycle', 'C', 0, 0)")
        for (id, uuid, parent, isTrashed, subclass, sort) in [
            (1, "A", "TopLevelAlbums", 0, 3, "custom.default"), (2, "B", "F", 0, 3, "exifProperties.ImageDate"),
            (3, "T", "TopLevelAlbums", 1, 3, ""), (4, "S", "TopLevelAlbums", 0, 2, ""),
        ] {
            try library.execute(
                "INSERT INTO RKAlbum VALUES (?, ?, ?, 1, ?, ?, ?, 0, ?, 1)",
                [id, uuid, "Album \(uuid)", subclass, parent, isTrashed, sort])
        }
        for (container, object, number) in [
            ("TopLevelAlbums", "A", 2_000), ("TopLevelAlbums", "F", 1_000), ("A", "V1", 30), ("A", "V2", 10),
            ("A", "V3", 20),
            ("B", "V1", 1), ("B", "V2", 2),
        ] {
            try library.execute(
                "INSERT INTO RKCustomSortOrder (containerUuid, objectUuid, orderNumber) VALUES (?, ?, ?)",
                [container, object, number])
        }
        for (item, album) in [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)] {
            try library.execute("INSERT INTO RKAlbumVersion (versionId, albumId) VALUES (?, ?)", [item, album])
        }
        let source = try library.open()
        defer { source.close() }
        #expect(source.collections.map(\.identifier) == ["F", "B", "A", "T", "C"])
        #expect(source.collections.map(\.exclusion) == [nil, nil, nil, .trashed, .invalid])
        #expect(source.collections.map(\.parent) == [nil, "F", nil, nil, nil])
        #expect(source.collections.map(\.members) == [[], ["V3", "V2", "V1"], ["V2", "V3", "V1"], [], []])
        #expect(source.otherDifferences.map(\.name) == ["Album S"])
    }

    @Test("imports 1.8: a library without a needed table is refused")
    func missingTable() throws {
        let library = try Library(without: "RKKeyword")
        #expect(throws: SourceError.self) { try library.open().close() }
    }
}
