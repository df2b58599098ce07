import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The originals of assets, and why they can be missing (imports 1.3).
@Suite struct AlbumenLibraryFileTests {
    @Test("an original has the name that it was imported with, its blob, and the SHA-256 of the row")
    func photo() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        let digest = try library.addFile(1, .photo, named: "Übung 1.HEIC", bytes: "picture")
        let item = try library.item()
        #expect(item.identifier == MadeAlbumenLibrary.uuid(1))
        #expect(item.name == "Übung 1.HEIC")
        #expect(!item.isVideo)
        let file = try #require(item.originals.first)
        #expect(item.originals.count == 1)
        #expect(file.type == .photo)
        #expect(file.name == "Übung 1.HEIC")
        #expect(file.path == FilePath(library.blob(digest).path))
        #expect(file.size == 7)
        #expect(file.member == nil)
        #expect(file.identity != nil)
        #expect(file.sha256 == digest)
        #expect(item.edit == nil)
        #expect(item.slowMotion == nil)
    }

    @Test("all originals come with their types, the one that describes the asset first")
    func originals() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset(1)
        try library.addFile(1, .pairedVideo, named: "IMG_1.MOV")
        try library.addFile(1, .alternatePhoto, named: "IMG_1.DNG")
        try library.addFile(1, .photo, named: "IMG_1.JPG")
        try library.addFile(1, .photo, named: "second.JPG")
        try library.addAsset(2, ["mediaType": 2])
        try library.addFile(2, .video, named: "MOV_2.MP4")
        let items = try library.items()
        #expect(items[0].originals.map(\.type) == [.photo, .alternatePhoto, .pairedVideo])
        #expect(items[0].originals.map(\.name) == ["IMG_1.JPG", "IMG_1.DNG", "IMG_1.MOV"])
        #expect(items[0].name == "IMG_1.JPG")
        #expect(items[1].originals.map(\.type) == [.video])
        #expect(items[1].isVideo)
        #expect(items.allSatisfy { $0.differences.isEmpty })
    }

    @Test(
        "imports, general rules: a name in the catalog is no path",
        arguments: [
            ("../x.jpg", ".._x.jpg"), ("/etc/passwd", "_etc_passwd"), ("..", MadeAlbumenLibrary.uuid(1)),
            ("", MadeAlbumenLibrary.uuid(1)), ("a\nb\u{7}.jpg", "a_b_.jpg"),
            (String(repeating: "x", count: 300), String(repeating: "x", count: 255)),
        ])
    func names(_ stored: String, _ expected: String) throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        let digest = try library.addFile(1, .photo, named: stored)
        let item = try library.item()
        #expect(item.name == expected)
        #expect(item.originals.map(\.name) == [expected])
        #expect(item.originals.map(\.path) == [FilePath(library.blob(digest).path)])
    }

    @Test(
        "imports 1.3: an original without a file is only in the library's place if the place has it",
        arguments: [
            (nil, .absent), (.waiting, .absent), (.uploading, .absent), (.stored, .inCloud), (.failing, .absent),
            (.leaving, .absent),
        ] as [(PlacementRecord.State?, SourceDifference.Reason)])
    func absent(_ state: PlacementRecord.State?, _ reason: SourceDifference.Reason) throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        let digest = try library.addFile(1, .photo, bytes: nil)
        if let state { try library.addPlacement(of: digest, state: state) }
        let item = try library.item()
        #expect(item.exclusion == reason)
        #expect(item.exclusionDetail == "originals/01/\(digest.hexadecimal)")
        #expect(item.originals.isEmpty)
    }

    @Test("an original in the place that is also here comes over")
    func both() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        try library.addPlacement(of: library.addFile(1, .photo))
        #expect(try library.item().exclusion == nil)
    }

    @Test(
        "imports 1.3: a blob of another size is unreadable, and an empty one is empty",
        arguments: [
            ("phot", SourceDifference.Reason.unreadable), ("photos", .unreadable), ("", .empty),
        ])
    func sizes(_ bytes: String, _ reason: SourceDifference.Reason) throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        let digest = try library.addFile(1, .photo, bytes: "photo")
        try library.writeBlob(digest, bytes)
        let item = try library.item()
        #expect(item.exclusion == reason)
        #expect(item.originals.isEmpty)
        if reason == .unreadable {
            #expect(
                item.exclusionDetail == "originals/01/\(digest.hexadecimal) has \(bytes.utf8.count) bytes instead of 5")
        }
    }

    @Test("imports, general rules: a size that no file has is unreadable", arguments: [-1, Int64.min, .max])
    func absurdSize(_ size: Int64) throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        try library.addFile(1, .photo, named: "a.jpg", bytes: "photo", ["fileSize": size])
        #expect(try library.item().exclusion == .unreadable)
    }

    @Test(
        "imports, general rules: a digest of another length or type is unreadable, with the name of the file",
        arguments: [
            Data(repeating: 1, count: 31).databaseValue, Data(repeating: 1, count: 33).databaseValue,
            Data().databaseValue, String(repeating: "1", count: 32).databaseValue, 5.databaseValue, .null,
        ])
    func digests(_ digest: DatabaseValue) throws {
        let library = try MadeAlbumenLibrary { tables in
            tables["resource"] = """
                CREATE TABLE resource (id INTEGER PRIMARY KEY, assetId, type, sha256, fileSize, originalFilename,
                uniformTypeIdentifier, pixelWidth, pixelHeight)
                """
        }
        try library.addAsset()
        try library.addFile(1, .photo, named: "a.jpg", bytes: "photo", ["sha256": digest])
        let item = try library.item()
        #expect(item.exclusion == .unreadable)
        #expect(item.exclusionDetail == "a.jpg: its SHA-256 is damaged")
    }

    @Test("imports, general rules: links in the folder of originals don't lead out")
    func links() throws {
        let library = try MadeAlbumenLibrary()
        let outside = try library.made.folder.write(Data("photo".utf8), to: "outside/secret")
        for id: Int64 in 1...3 { try library.addAsset(id) }
        let file = try library.addFile(1, .photo, bytes: nil)
        let folder = try library.addFile(2, .photo, bytes: nil)
        let blob = library.blob(file)
        try FileManager.default.createDirectory(
            at: blob.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: blob.path, withDestinationPath: outside.string)
        let parent = library.blob(folder).deletingLastPathComponent()
        let other = library.made.folder.url.appending(path: "outside/02")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data("photo".utf8).write(to: other.appending(path: folder.hexadecimal))
        try FileManager.default.createSymbolicLink(at: parent, withDestinationURL: other)
        // A folder isn't a file either.
        let third = try library.addFile(3, .photo, bytes: nil)
        try FileManager.default.createDirectory(at: library.blob(third), withIntermediateDirectories: true)
        let items = try library.items()
        #expect(items.map(\.exclusion) == [.unreadable, .absent, .unreadable])
        #expect(items.allSatisfy { $0.originals.isEmpty })
    }

    @Test("an asset without resources is absent")
    func bare() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        let item = try library.item()
        #expect(item.exclusion == .absent)
        #expect(item.name == MadeAlbumenLibrary.uuid(1))
    }

    @Test(
        "a Live Photo whose video isn't here, and a RAW that isn't, are differences",
        arguments: [(ResourceType.pairedVideo, SourceDifference.Fact.livePhotos), (.alternatePhoto, .rawPairs)])
    func parts(_ type: ResourceType, _ fact: SourceDifference.Fact) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto()
        let digest = try library.addFile(1, type, named: "IMG_1.XYZ", bytes: nil)
        let path = "originals/02/\(digest.hexadecimal)"
        #expect(try library.item().differences == [SourceDifference(fact, .absent, detail: path)])
        try library.addPlacement(of: digest)
        let item = try library.item()
        #expect(item.differences == [SourceDifference(fact, .inCloud, detail: path)])
        #expect(item.exclusion == nil)
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.facts.playsVideo == nil)
    }

    @Test("a RAW whose photo is lost becomes the photo, and waits for one that is only in the place")
    func lostPhoto() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset(1, ["originalChoice": 1])
        let photo = try library.addFile(1, .photo, bytes: nil)
        try library.addFile(1, .alternatePhoto, named: "IMG_1.DNG")
        let item = try library.item()
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.originals.map(\.name) == ["IMG_1.DNG"])
        #expect(item.facts.usesRAW == nil)
        #expect(item.differences.map(\.fact) == [.rawPairs])
        #expect(item.differences.map(\.reason) == [.absent])
        try library.addPlacement(of: photo)
        #expect(try library.item().exclusion == .inCloud)
        #expect(try library.item().originals.isEmpty)
    }

    @Test("an asset whose only original is a RAW of the other kind is a photo")
    func onlyRAW() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        try library.addFile(1, .alternatePhoto, named: "IMG_1.DNG")
        let item = try library.item()
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.name == "IMG_1.DNG")
        #expect(item.differences.isEmpty)
    }

    @Test("a file in a role that the reader doesn't know is counted", arguments: [3, 19, 1_000, -5])
    func unknownRoles(_ type: Int) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto()
        try library.addFile(1, ResourceType(rawValue: type), named: "sound.m4a")
        let item = try library.item()
        #expect(item.differences == [SourceDifference(.otherFiles, .unsupported, detail: "sound.m4a")])
        #expect(item.originals.count == 1)
    }
}
