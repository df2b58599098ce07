import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The files of a catalogue (imports 6, Lightroom).
@Suite struct LightroomFileTests {
    @Test("imports 6: a file is the root folder, its path, the base name and the extension")
    func path() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem([:], file: ["originalFilename": "DSC_9.JPG"], content: "bytes")
        let item = try catalog.item()
        let original = try #require(item.originals.first)
        #expect(original.type == .photo && original.name == "DSC_9.JPG" && original.size == 5)
        #expect(original.path.string.hasSuffix("Pictures/2019/IMG_1.jpg"))
        #expect(original.identity != nil)
    }

    @Test("imports 6: a RAW and the JPEG beside it are one asset, with the RAW shown")
    func pair() throws {
        let catalog = try MadeLightroom()
        let raw: MadeLightroom.Values = [
            "extension": "CR2", "originalFilename": "A.CR2", "sidecarExtensions": "JPG,xmp",
        ]
        try catalog.addItem(["fileFormat": "RAW"], file: raw)
        try catalog.write("jpeg", to: "2019/IMG_1.jpg")
        let item = try catalog.item()
        #expect(item.originals.map(\.type) == [.photo, .alternatePhoto])
        #expect(item.originals.map(\.name) == ["A.JPG", "A.CR2"])
        #expect(item.facts.usesRAW == true)
        #expect(item.differences.isEmpty)
    }

    @Test("imports 1.3: a missing half of a pair costs only that file")
    func halfPairs() throws {
        let catalog = try MadeLightroom()
        let raw: MadeLightroom.Values = ["extension": "CR2", "sidecarExtensions": "JPG"]
        try catalog.addItem(["fileFormat": "RAW"], file: raw)
        try catalog.addItem(["fileFormat": "RAW"], file: raw, content: nil)
        try catalog.write("jpeg", to: "2019/IMG_2.JPG")
        try catalog.addItem(["fileFormat": "RAW"], file: raw, content: nil)
        let items = try catalog.items()
        #expect(items.map { $0.originals.map(\.type) } == [[.photo], [.photo], []])
        #expect(items[0].originals[0].path.string.hasSuffix("IMG_1.CR2"))
        #expect(items[0].differenceTexts == ["raw-pairs absent -"])
        #expect(items[1].differenceTexts == ["raw-pairs absent IMG_2.CR2"])
        #expect(items[2].exclusion == .absent)
        #expect(items.allSatisfy { $0.facts.usesRAW == nil })
    }

    @Test("imports 6: other files beside an image are listed")
    func sidecars() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem([:], file: ["sidecarExtensions": "WAV, xmp"])
        #expect(try catalog.item().differenceTexts == ["other-files unsupported IMG_1.WAV"])
    }

    @Test("imports 6: names are found regardless of their case, as on Windows")
    func letterCase() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem([:], file: ["baseName": "img_1", "extension": "JPG"], content: nil)
        try catalog.write("photo", to: "2019/IMG_1.jpg")
        let item = try catalog.item()
        #expect(item.originals.first?.path.string.hasSuffix("2019/IMG_1.jpg") == true)
    }

    @Test("imports 6: an absent, an empty and a referenced file")
    func missing() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(content: nil)
        try catalog.addItem(content: "")
        try catalog.addItem([:], file: ["folder": 2], content: nil)
        try catalog.insert("AgLibraryRootFolder", ["id_local": 2, "id_global": "R2", "absolutePath": "/Volumes/Disk/"])
        try catalog.insert(
            "AgLibraryFolder", ["id_local": 2, "id_global": "D2", "pathFromRoot": "a/", "rootFolder": 2])
        let items = try catalog.items()
        #expect(items.map(\.exclusion) == [.absent, .empty, .referenced])
        #expect(items[0].exclusionDetail == "C:/Users/x/Pictures/2019/IMG_1.jpg")
        #expect(items[2].exclusionDetail == "/Volumes/Disk/a/IMG_3.jpg")
        #expect(
            try catalog.others() == [
                """
                /Volumes/Disk/ other-files referenced root folder of 1 items; name the folder that has its files here
                """
            ])
    }

    @Test(
        "imports 6: a root folder is found by each way to write its path",
        arguments: ["C:/Users/x/Pictures/", "C:\\Users\\x\\Pictures", "c:/users/X/pictures", "C:/Users/x/Pictures//"])
    func rootForms(_ path: String) throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        var options = LightroomOptions()
        options.roots = [path: FilePath(catalog.pictures.path)]
        #expect(try catalog.item(options).exclusion == nil)
    }

    @Test("imports 6: the longest path above a root folder counts, and only whole names")
    func rootAbove() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        var options = LightroomOptions()
        options.roots = ["C:/Users/x": FilePath(catalog.folder.url.path)]
        #expect(try catalog.item(options).exclusion == nil)
        options.roots["C:/"] = FilePath(catalog.pictures.path)
        #expect(try catalog.item(options).exclusion == nil)
        options.roots = ["C:/Users/x/Pict": FilePath(catalog.pictures.path)]
        #expect(try catalog.item(options).exclusion == .referenced)
    }

    @Test("imports 6: root folders beside a moved catalogue need no option")
    func besideCatalog() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(content: nil)
        try catalog.execute("UPDATE AgLibraryRootFolder SET relativePathFromCatalog = 'Photos/'")
        let file = catalog.catalog.deletingLastPathComponent().appending(path: "Photos/2019/IMG_1.jpg")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("photo".utf8).write(to: file)
        #expect(try catalog.item(LightroomOptions()).exclusion == nil)
        try catalog.execute("UPDATE AgLibraryRootFolder SET relativePathFromCatalog = '../Pictures/'")
        try catalog.write("photo", to: "2019/IMG_1.jpg")
        #expect(try catalog.item(LightroomOptions()).exclusion == .referenced)
    }

    @Test("imports general: paths can't leave the folders that the user named")
    func escapes() throws {
        let catalog = try MadeLightroom()
        try catalog.write("secret", to: "../secret.jpg")
        try catalog.addItem([:], file: ["baseName": "../../secret"], content: nil)
        try catalog.addItem([:], file: ["baseName": "secret", "folder": 2], content: nil)
        try catalog.insert(
            "AgLibraryFolder", ["id_local": 2, "id_global": "D2", "pathFromRoot": "../", "rootFolder": 1])
        try catalog.addItem([:], file: ["baseName": "link"], content: nil)
        try FileManager.default.createDirectory(
            at: catalog.pictures.appending(path: "2019"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: catalog.pictures.appending(path: "2019/link.jpg").path,
            withDestinationPath: catalog.folder.url.appending(path: "secret.jpg").path)
        try catalog.addItem([:], file: ["baseName": "/etc/passwd", "extension": ""], content: nil)
        try catalog.addItem([:], file: ["baseName": String(repeating: "x/", count: 5_000)], content: nil)
        let items = try catalog.items()
        #expect(items.count == 5)
        #expect(items.allSatisfy { $0.originals.isEmpty && ($0.exclusion == .unreadable || $0.exclusion == .absent) })
    }

    @Test("imports general: an image without its file's row, or with rows of other types, is invalid")
    func missingRows() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(["rootFile": 99])
        try catalog.addItem([:], file: ["folder": 99])
        try catalog.addItem([:], file: ["baseName": 5, "extension": Data([1])])
        #expect(try catalog.items().map(\.exclusion) == [.invalid, .invalid, .invalid])
    }
}
