import Foundation
import Records
import SystemCalls
import SystemPackage
import Testing

@testable import PhotoSources

/// Unencrypted backups of phones: what comes over (imports 1.9).
@Suite struct BackupTests {
    /// A photo, a Live Photo, an edited photo and a video in slow motion.
    private func phone() throws -> MadeLibrary {
        let library = try MadeLibrary(.phone)
        try library.addItem()
        try library.addItem(["ZKINDSUBTYPE": 2, "ZPLAYBACKSTYLE": 3])
        try library.write("video", to: "DCIM/100APPLE/IMG_0002.MOV")
        try library.addItem(["ZADJUSTMENTSSTATE": 2])
        let folder = "PhotoData/Mutations/DCIM/100APPLE/IMG_0003/Adjustments"
        try library.write("rendering", to: "\(folder)/FullSizeRender.jpg")
        try library.write("base", to: "\(folder)/PenultimateFullSizeRender.jpg")
        try library.write(try MadeLibrary.recipe(), to: "\(folder)/Adjustments.plist")
        try library.addItem(["ZKIND": 1, "ZFILENAME": "IMG_0004.MOV", "ZADJUSTMENTSSTATE": 3], file: nil)
        try library.write("slow", to: "DCIM/100APPLE/IMG_0004.MOV")
        try library.write(try MadeLibrary.recipe("com.apple.video.slomo"), to: "DCIM/100APPLE/IMG_0004.AAE")
        return library
    }

    @Test("imports 1.9: a backup has the items of the phone with the same facts, files and names")
    func sameItems() throws {
        let library = try phone()
        try library.insert("ZGENERICALBUM", ["Z_PK": 2, "ZKIND": 2, "ZUUID": "A", "ZTITLE": "Album"])
        try library.insert("Z_33ASSETS", ["Z_33ALBUMS": 2, "Z_3ASSETS": 2, "Z_FOK_3ASSETS": 1])
        let backup = try MadeBackup(library)
        #expect(ApplePhotos.isLibrary(library.path))
        let (tree, copy) = (try library.open(), try backup.open())
        defer {
            tree.close()
            copy.close()
        }
        #expect(ApplePhotos.isLibrary(backup.path))
        #expect(copy.key == tree.key)
        #expect(copy.collections == tree.collections)
        #expect(copy.collections.map(\.members.count) == [1])
        var (treeItems, copyItems): ([SourceItem], [SourceItem]) = ([], [])
        try tree.forEachItem {
            treeItems.append($0)
            return true
        }
        try copy.forEachItem {
            copyItems.append($0)
            return true
        }
        #expect(copyItems.map(\.exclusion) == [nil, nil, nil, nil])
        #expect(copyItems.map(\.facts) == treeItems.map(\.facts))
        #expect(copyItems.map(\.differences) == treeItems.map(\.differences))
        #expect(try copyItems.map(files) == treeItems.map(files))
        #expect(try copyItems.map(files).map(\.count) == [1, 2, 4, 2])
    }

    private func files(of item: SourceItem) throws -> [String] {
        let edit = item.edit
        let all =
            item.originals + (edit?.renderings ?? []) + (edit?.bases ?? [])
            + [edit?.recipeFile, item.slowMotion].compactMap { $0 }
        return try all.map { file in
            let data = try SourceFileReader().contents(of: file, limit: 1 << 20)
            return "\(file.type) \(file.name) \(file.size) \(String(decoding: data, as: UTF8.self))"
        }
    }

    @Test("imports 1.9: blobs are named for the SHA-1 of the domain and the path")
    func names() throws {
        #expect(MadeBackup.fileID("PhotoData/Photos.sqlite") == "12b144c0bd44f2b3dffd9186d3f9c05b917cee25")
        let library = try MadeLibrary(.phone)
        try library.addItem()
        let item = try #require(try MadeBackup(library).items().first)
        let id = MadeBackup.fileID("DCIM/100APPLE/IMG_0001.HEIC")
        #expect(item.originals.first?.path.text.hasSuffix("/\(id.prefix(2))/\(id)") == true)
        // The name for people is that of the phone.
        #expect(item.originals.first?.name == "IMG_1.JPG")
    }

    @Test("imports 1.9: the summary has the phone's name, its system and the date")
    func summary() throws {
        func summary(_ change: (MadeBackup) -> Void) throws -> String {
            let backup = try MadeBackup(try MadeLibrary(.phone))
            change(backup)
            let source = try backup.open()
            defer { source.close() }
            return source.summary
        }
        #expect(try summary { _ in } == "Backup of Anna’s iPhone, iOS 17.4, 2024-03-01 (model 18164)")
        #expect(
            try summary { $0.info["Product Type"] = "iPad13,4" }.contains("iPadOS 17.4"))
        #expect(try summary { $0.info = [:] } == "Backup of an iPhone or iPad (model 18164)")
        let hostile = try summary {
            $0.info["Device Name"] = "\u{202E}\n" + String(repeating: "x", count: 100_000)
            $0.info["Product Version"] = "17\u{1B}[2J"
            $0.info["Last Backup Date"] = "yesterday"
            $0.manifest["Date"] = Date(timeIntervalSinceReferenceDate: 1e13)
        }
        #expect(hostile.hasPrefix("Backup of xxx"))
        #expect(hostile.count < 200)
        #expect(!hostile.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
        #expect(!hostile.contains(","))
    }

    @Test("imports 1.2, 1.9: the newest changes are read from the blob with the WAL")
    func wal() throws {
        let library = try MadeLibrary(.phone)
        try library.execute("PRAGMA journal_mode = WAL")
        try library.execute("PRAGMA wal_autocheckpoint = 0")
        try library.addItem()
        let backup = try MadeBackup(library)
        #expect(backup.rows.contains { $0.relativePath == "Media/PhotoData/Photos.sqlite-wal" })
        #expect(try backup.items().map(\.name) == ["IMG_1.JPG"])
        try backup.remove(backup.blob("PhotoData/Photos.sqlite-wal"))
        let source = try backup.open()
        defer { source.close() }
        #expect(source.itemCount == 0)
        #expect(source.unreadableParts.map(\.path) == ["PhotoData/Photos.sqlite-wal"])
    }

    @Test("imports 1.9: an original that iCloud keeps isn't in the backup, and a small copy never replaces it")
    func cloud() throws {
        let library = try MadeLibrary(.phone)
        for key in 1...2 {
            try library.addItem(file: nil)
            // The phone can say that the file is here, too.
            try library.insert(
                "ZINTERNALRESOURCE",
                [
                    "ZASSET": key, "ZRESOURCETYPE": 0, "ZVERSION": 0, "ZDATASTORESUBTYPE": 1,
                    "ZLOCALAVAILABILITY": key == 1 ? -1 : 1, "ZREMOTEAVAILABILITY": 1,
                ])
        }
        try library.addItem(file: nil)
        try library.write("small", to: "PhotoData/Metadata/DCIM/100APPLE/IMG_0001.JPG")
        try library.write("small", to: "PhotoData/Thumbnails/V2/DCIM/100APPLE/IMG_0001.HEIC/5005.JPG")
        let items = try MadeBackup(library).items()
        #expect(items.map(\.exclusion) == [.inCloud, .inCloud, .absent])
        #expect(items.allSatisfy { $0.originals.isEmpty })
        // On the phone itself, the second one is absent.
        #expect(try library.items().map(\.exclusion) == [.inCloud, .absent, .absent])
    }

    @Test("imports 1.9: a missing blob costs its own file, and is named by its path on the phone")
    func missingBlobs() throws {
        let library = try phone()
        let backup = try MadeBackup(library)
        try backup.remove(backup.blob("DCIM/100APPLE/IMG_0001.HEIC"))
        try backup.remove(backup.blob("DCIM/100APPLE/IMG_0002.MOV"))
        try backup.remove(
            backup.blob("PhotoData/Mutations/DCIM/100APPLE/IMG_0003/Adjustments/FullSizeRender.jpg"))
        try backup.write(Data(), to: backup.blob("DCIM/100APPLE/IMG_0004.MOV"))
        let items = try backup.items()
        #expect(items.map(\.exclusion) == [.absent, nil, nil, .empty])
        #expect(items[0].exclusionDetail == "DCIM/100APPLE/IMG_0001.HEIC")
        #expect(items[3].exclusionDetail == "DCIM/100APPLE/IMG_0004.MOV is empty")
        #expect(items[1].differences == [SourceDifference(.livePhotos, .absent)])
        #expect(items[1].originals.map(\.type) == [.photo])
        #expect(items[2].edit == nil)
        #expect(items[2].differences == [SourceDifference(.edits, .noRendering, detail: "com.apple.photo")])
    }

    @Test("imports, general rules: a path is found in each Unicode form, and can't lead out of the media folder")
    func paths() throws {
        let library = try MadeLibrary(.phone)
        try library.addItem(["ZFILENAME": "Caf\u{E9}.HEIC"], file: nil)
        try library.write("photo", to: "DCIM/100APPLE/Cafe\u{301}.HEIC")
        try library.addItem(["ZDIRECTORY": "DCIM/../DCIM/100APPLE"])
        try library.addItem(["ZDIRECTORY": "/etc", "ZFILENAME": "passwd"], file: nil)
        #expect(try MadeBackup(library).items().map(\.exclusion) == [nil, .unreadable, .unreadable])
    }

    @Test("imports, general rules: the backup isn't changed, and no temporary file is left")
    func readOnly() throws {
        let backup = try MadeBackup(try phone())
        let state = {
            try FileManager.default.subpathsOfDirectory(atPath: backup.url.path).sorted().map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: backup.url.appending(path: name).path)
                return "\(name) \(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? 0)"
            }
        }
        let remains = { try FileManager.default.contentsOfDirectory(atPath: try backup.temporaryFolder().string) }
        let source = try backup.open()
        let before = try state()
        try source.forEachItem { _ in true }
        #expect(try !remains().isEmpty)
        source.close()
        #expect(try state() == before)
        #expect(try remains().isEmpty)
        try backup.remove(backup.blob("PhotoData/Photos.sqlite"))
        #expect(backup.failure() != nil)
        #expect(try remains().isEmpty)
    }

    @Test("imports 1.9: a folder of backups isn't a source, and each backup in it is one")
    func several() throws {
        let library = try phone()
        try MadeBackup(library, named: "AAA").finish()
        try MadeBackup(library, named: "BBB-20240101-120000").finish()
        try library.folder.write(Data("x".utf8), to: "MobileSync/Backup/.DS_Store")
        let folder = library.folder.path.appending("MobileSync")
        #expect(!ApplePhotos.isLibrary(folder.appending("Backup")))
        let expected = ["AAA", "BBB-20240101-120000"]
        #expect(ApplePhotos.backups(in: folder.appending("Backup")).map { $0.lastComponent?.string } == expected)
        #expect(ApplePhotos.backups(in: folder).map { $0.lastComponent?.string } == expected)
        #expect(ApplePhotos.backups(in: library.path).isEmpty)
        // A folder with anything else has to be walked.
        try library.folder.write(Data("x".utf8), to: "MobileSync/Backup/IMG_1.JPG")
        #expect(ApplePhotos.backups(in: folder.appending("Backup")).isEmpty)
        #expect(ApplePhotos.backups(in: folder).isEmpty)
    }
}
