import Foundation
import Records
import SystemCalls
import SystemPackage
import Testing

@testable import PhotoSources

/// The originals of PhotoPrism, and those that it doesn't know (imports 6, PhotoPrism).
@Suite struct PhotoPrismOriginalsTests {
    @Test("imports 6: originals by name: a Live Photo, a RAW pair, a RAW and a video")
    func roles() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, "OriginalName: old/folder/DSC_7", type: "live", endings: ["HEIC", "MOV"])
        try prism.addPhoto(2, type: "raw", endings: ["jpg", "CR2", "xmp"])
        try prism.addPhoto(3, type: "raw", endings: ["dng"])
        try prism.addPhoto(4, type: "video", endings: ["mp4", "jpg"])
        try prism.addPhoto(5, endings: ["jpg", "heic", "CR2.jpg"])
        try prism.addPhoto(6, type: "live", endings: ["jpg"])
        try prism.addPhoto(7, type: "live", endings: ["jpg", "mp4", "MOV"])
        try prism.addPhoto(8, endings: ["jpg", "mp4"])
        let items = try prism.items()
        #expect(
            items.map { $0.originals.map(\.type) } == [
                [.photo, .pairedVideo], [.photo, .alternatePhoto], [.photo], [.video], [.photo], [.photo],
                [.photo, .pairedVideo], [.photo],
            ])
        #expect(items[0].originals.map(\.name) == ["DSC_7.HEIC", "DSC_7.MOV"])
        #expect(items[1].facts.usesRAW == false && items[2].facts.usesRAW == nil)
        #expect(items.map(\.isVideo) == [false, false, false, true, false, false, false, false])
        #expect(items[4].originals[0].path.string.hasSuffix("IMG_5.heic"))
        #expect(items[5].differenceTexts == ["live-photos absent -"])
        #expect(items[6].originals[1].path.string.hasSuffix("IMG_7.MOV"))
        #expect(items.allSatisfy { $0.exclusion == nil })
        #expect(items.indices.allSatisfy { $0 == 5 || items[$0].differences.isEmpty })
        // The other files come in as usual.
        #expect(
            try prism.unknownFiles() == [
                "2018/01/IMG_2.xmp", "2018/01/IMG_4.jpg", "2018/01/IMG_5.CR2.jpg", "2018/01/IMG_5.jpg",
                "2018/01/IMG_7.mp4", "2018/01/IMG_8.mp4",
            ])
    }

    @Test("imports 6: a video without its file, with its picture")
    func missingVideo() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, type: "video", endings: ["jpg"])
        let item = try prism.item()
        #expect(!item.isVideo && item.originals.map(\.type) == [.photo])
        #expect(item.differenceTexts == ["videos absent -"])
        #expect(try prism.unknownFiles().isEmpty)
    }

    @Test("imports 6: absent, empty and unsupported originals")
    func missing() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, endings: [])
        try prism.addPhoto(2, endings: [])
        try prism.writeOriginal("2018/01/IMG_2.jpg", "")
        try prism.addPhoto(3, type: "document", endings: ["pdf"])
        let items = try prism.items()
        #expect(items.map(\.exclusion) == [.absent, .empty, .unsupported])
        #expect(items[0].exclusionDetail == "originals/2018/01/IMG_1")
        #expect(try prism.unknownFiles() == ["2018/01/IMG_3.pdf"])
    }

    @Test("imports 6: originals without YAML come in as usual, and those of items don't")
    func unknown() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        try prism.addPhoto(2, "Private: true\nDeletedAt: 2022-08-05T18:06:59Z")
        let names = [
            "new.jpg", "2018/01/IMG_1 (2).jpg", "2018/01/notes.txt", "a/b/c.HEIC", "a/b/c.aae", "2018/01/IMG_1.xmp",
        ]
        for name in names + [".hidden/x.jpg", ".x.jpg"] { try prism.writeOriginal(name) }
        // The name isn't UTF-8.
        let path = prism.folder.path.appending("originals").string + "/"
        let bytes = Array(path.utf8).map { CChar(bitPattern: $0) } + [0x61, CChar(bitPattern: 0xFF), 0x2E, 0x6A, 0]
        let file = try FileDescriptor.open(
            FilePath(platformString: bytes), .writeOnly, options: .create, permissions: .ownerReadWrite)
        try file.close()
        let found = try prism.unknownFiles()
        #expect(Set(names).isSubset(of: found))
        #expect(found.count == names.count + 1)
        #expect(try prism.others().isEmpty && prism.open().unreadableParts.isEmpty)
    }

    @Test("imports 6: photos beside the originals come in as usual, such as those that wait for PhotoPrism's import")
    func beside() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        for name in ["import/new.jpg", "Scans/1.tif", "compose.yaml", "database/ibdata1", "storage/cache/t.jpg"] {
            try prism.folder.write(Data("x".utf8), to: name)
        }
        let root = try prism.folder.path.resolved().string + "/"
        #expect(
            try prism.open().unknownFiles.map(\.string).sorted()
                == ["Scans/1.tif", "compose.yaml", "import/new.jpg"].map { root + $0 })
    }

    @Test("imports 6: each original is an item's or unknown, and never both")
    func partition() throws {
        let prism = try MadePrism()
        let types = ["image", "live", "video", "raw", "animated", "vector", "document", ""]
        let endings = [["jpg"], ["jpg", "mov"], ["mp4"], ["dng"], ["dng", "jpg", "mov"], ["gif"], ["pdf"], []]
        var number = 0
        for type in types {
            for endings in endings {
                number += 1
                try prism.addPhoto(number, number % 7 == 0 ? "x: [" : "", type: type, endings: endings)
            }
        }
        let items = try prism.items()
        let taken = items.flatMap(\.originals).map(\.path)
        let unknown = try prism.open().unknownFiles
        #expect(Set(taken).isDisjoint(with: unknown) && Set(taken).count == taken.count)
        let all = try FileManager.default.subpathsOfDirectory(atPath: prism.folder.url.path + "/originals")
        #expect(taken.count + unknown.count == all.count { $0.contains(".") })
        #expect(taken.count > 50)
    }

    @Test("imports 6: a photo with damaged YAML comes over without facts")
    func damaged() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, "x: [", type: "live", endings: ["HEIC", "MOV"])
        let item = try prism.item()
        #expect(item.identifier == "path:2018/01/IMG_1" && item.exclusion == nil && item.facts == SourceFacts())
        #expect(item.originals.map(\.type) == [.photo, .pairedVideo])
        #expect(
            item.differenceTexts == [
                "other-files unreadable sidecar/2018/01/IMG_1.yml: the file isn't valid YAML"
            ])
        #expect(try prism.unknownFiles().isEmpty)
    }

    @Test("imports 6: the form of accents doesn't count between YAML files and originals")
    func accents() throws {
        let prism = try MadePrism()
        try prism.writeYAML("UID: \(MadePrism.identifier(1))\n", to: "caf\u{e9}.yml")
        try prism.writeOriginal("cafe\u{301}.jpg")
        let item = try prism.item()
        #expect(item.exclusion == nil && item.name.unicodeScalars.count == 8)
        #expect(try prism.unknownFiles().isEmpty)
    }

    @Test("imports 6: folders of other programs in the originals aren't photos")
    func foreignFolders() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        try prism.writeOriginal("@eaDir/IMG_1.jpg/THUMB.jpg")
        try prism.writeOriginal("lib/originals/1.jpg")
        try prism.writeOriginal("lib/library.json")
        #expect(try prism.unknownFiles().count == 3)
        var options = PhotoPrismOptions()
        options.isForeignFolder = { name, contains in
            name == "@eaDir" || (contains("library.json") && contains("originals") && !contains("absent"))
        }
        #expect(try prism.unknownFiles(options).isEmpty)
        #expect(
            try prism.open(options).otherDifferences.map(MadeLightroom.text) == [
                "@eaDir/ other-files unsupported folder of another program",
                "lib/ other-files unsupported folder of another program",
            ])
    }

    @Test("imports 6: two YAML files with one identity are one photo and a duplicate, and lose no original")
    func duplicates() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        try prism.addPhoto(1, "Favorite: true", folder: "copy/")
        // The photo was moved, and the old YAML file stayed.
        try prism.addPhoto(2, folder: "a/", endings: [])
        try prism.addPhoto(2, folder: "b/")
        let items = try prism.items()
        let identifiers = items.map(\.identifier)
        #expect(
            identifiers == [
                MadePrism.identifier(1), "path:a/IMG_2", MadePrism.identifier(2), "path:copy/IMG_1",
            ])
        #expect(items.map(\.exclusion) == [nil, .absent, nil, nil])
        #expect(items[3].facts.isFavorite == true)
        #expect(items[3].differenceTexts.count == 1 && items[3].differences[0].reason == .contradiction)
        #expect(try prism.unknownFiles().isEmpty)
    }
}
