import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The facts and files of single items in made libraries.
@Suite struct AppleItemTests {
    @Test("imports 1.4: the catalogue's “none” is a fact")
    func none() throws {
        let library = try MadeLibrary()
        try library.addItem()
        let item = try library.item()
        #expect(item.facts.title == .none)
        #expect(item.facts.caption == .none)
        #expect(item.facts.keywords == .none)
        #expect(item.facts.place == .none)
        #expect(item.facts.rating == .unknown)
        #expect(item.name == "IMG_1.JPG")
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.exclusion == nil)
        #expect(item.differences.isEmpty)
    }

    @Test(
        "imports 1.4: an impossible date is no date, and is listed", arguments: [123_456_789_012_345.0, -1e300, -7e10])
    func absurdDate(_ date: Double) throws {
        let library = try MadeLibrary()
        try library.addItem(["ZDATECREATED": date])
        let item = try library.item()
        #expect(item.facts.capture == .unknown)
        #expect(item.differences == [SourceDifference(.dates, .invalid)])
    }

    @Test("imports 1.4: values of wrong types are no values")
    func wrongTypes() throws {
        let library = try MadeLibrary()
        try library.addItem(
            [
                "ZDATECREATED": "yesterday", "ZLATITUDE": Data([1]), "ZFAVORITE": "x", "ZKINDSUBTYPE": 1e300,
                "ZADDEDDATE": Double.infinity,
            ],
            attributes: ["ZTITLE": 17, "ZTIMEZONEOFFSET": Int64.min, "ZORIGINALFILENAME": Data([0xFF])])
        let item = try library.item()
        #expect(item.facts.capture == .unknown)
        #expect(item.facts.title == .none)
        #expect(item.facts.isFavorite == false)
        #expect(item.name == "A0000001-0000-4000-8000-000000000000.jpeg")
    }

    @Test(
        "imports 1.4: a date that differs from the file's is the user's",
        arguments: [
            ("2020:01:06 10:40:00", 0, nil, nil, false), ("2020:01:06 11:40:00", 0, nil, nil, true),
            ("2020:01:06 11:40:00", 3_600, nil, nil, false), ("2020:01:06 11:40:00", nil, nil, nil, false),
            ("2020:01:06 11:47:10", nil, nil, nil, true), ("garbage", 0, nil, nil, false),
            (nil, -25_200, 599_989_200.0, -14_400, false), (nil, 0, 600_000_050.0, 0, true),
        ] as [(String?, Int?, Double?, Int?, Bool)])
    func chosenDate(_ exif: String?, _ offset: Int?, _ fileDate: Double?, _ fileOffset: Int?, _ isChosen: Bool) throws {
        let library = try MadeLibrary()
        try library.addItem(attributes: ["ZEXIFTIMESTAMPSTRING": exif, "ZTIMEZONEOFFSET": offset])
        try library.insert(
            "ZEXTENDEDATTRIBUTES", ["ZASSET": 1, "ZDATECREATED": fileDate, "ZTIMEZONEOFFSET": fileOffset])
        let capture = try #require(try library.item().facts.capture.value)
        #expect(capture.isChosen == isChosen)
        #expect(capture.utcOffset == offset)
        #expect(capture.date.timeIntervalSinceReferenceDate == 600_000_000)
    }

    @Test(
        "imports 1.4: a burst has its picks",
        arguments: [
            (20, true, true, false), (8, false, false, true), (2, false, false, false), (0, false, false, false),
            (16, true, false, false),
        ])
    func burst(_ pick: Int, _ isKey: Bool, _ isAutomatic: Bool, _ isUser: Bool) throws {
        let library = try MadeLibrary()
        try library.addItem(["ZAVALANCHEUUID": "BURST", "ZAVALANCHEPICKTYPE": pick])
        let burst = try #require(try library.item().facts.burst.value)
        #expect(
            burst
                == SourceFacts.Burst(
                    identifier: "BURST", isKeyPhoto: isKey, isAutomaticPick: isAutomatic, isUserPick: isUser))
    }

    @Test(
        "imports 1.4: subtypes come from the catalogue",
        arguments: [
            (1, MediaSubtypes.photoPanorama), (10, .photoScreenshot), (101, .videoHighFrameRate),
            (102, .videoTimelapse),
            (103, .videoScreenRecording),
        ])
    func subtypes(_ number: Int, _ subtype: MediaSubtypes) throws {
        let library = try MadeLibrary()
        try library.addItem(["ZKINDSUBTYPE": number, "ZKIND": number > 100 ? 1 : 0, "ZSPATIALTYPE": 1])
        #expect(try library.item().facts.subtypes == subtype.union(.spatialMedia).rawValue)
    }

    @Test(
        "imports 1.4: a Live Photo keeps its video, also if it is turned off",
        arguments: [
            (3, 0, true), (1, 15, false), (5, 0, true),
        ])
    func live(_ style: Int, _ visibility: Int, _ plays: Bool) throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem([
            "ZKINDSUBTYPE": 2, "ZPLAYBACKSTYLE": style, "ZVIDEOCPVISIBILITYSTATE": visibility,
        ])
        try library.write("video", to: "originals/A/\(uuid)_3.mov")
        let item = try library.item()
        #expect(item.originals.map(\.type) == [.photo, .pairedVideo])
        #expect(item.originals.map(\.name) == ["IMG_1.JPG", "IMG_1.mov"])
        #expect(item.facts.playsVideo == plays)
        #expect(item.facts.subtypes & MediaSubtypes.photoLive.rawValue == 0)
    }

    @Test(
        "imports 1.3: a Live Photo without its video is a photo, and the loss is listed",
        arguments: [
            (-1, 1, SourceDifference.Reason.inCloud), (1, 0, .absent),
        ])
    func lostVideo(_ here: Int, _ cloud: Int, _ reason: SourceDifference.Reason) throws {
        let library = try MadeLibrary()
        try library.addItem(["ZKINDSUBTYPE": 2])
        try library.insert(
            "ZINTERNALRESOURCE",
            [
                "ZASSET": 1, "ZRESOURCETYPE": 3, "ZVERSION": 0, "ZDATASTORESUBTYPE": 18,
                "ZLOCALAVAILABILITY": here, "ZREMOTEAVAILABILITY": cloud,
            ])
        let item = try library.item()
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.differences == [SourceDifference(.livePhotos, reason)])
        #expect(item.facts.playsVideo == nil)
    }

    @Test("imports 1.3: RAW and JPEG are one item with the user's choice", arguments: [0, 1])
    func rawPair(_ choice: Int) throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem(attributes: ["ZORIGINALRESOURCECHOICE": choice])
        try library.write("raw", to: "originals/A/\(uuid)_4.cr2")
        let item = try library.item()
        #expect(item.originals.map(\.type) == [.photo, .alternatePhoto])
        #expect(item.originals.map(\.name) == ["IMG_1.JPG", "IMG_1.cr2"])
        #expect(item.facts.usesRAW == (choice == 1))
    }

    @Test("imports 1.3: a RAW whose JPEG is absent is the photo")
    func loneRAW() throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem(file: nil)
        try library.write("raw", to: "originals/A/\(uuid)_4.cr2")
        let item = try library.item()
        #expect(item.exclusion == nil)
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.differences == [SourceDifference(.rawPairs, .absent)])
        #expect(item.facts.usesRAW == nil)
    }

    @Test("imports 1.3: files of unknown roles are listed and make nothing edited")
    func otherFiles() throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem()
        try library.write(try MadeLibrary.recipe(), to: "originals/A/\(uuid)_5.aae")
        try library.write("x", to: "originals/A/\(uuid)_77.bin")
        try library.write("x", to: "originals/A/nobody.jpeg")
        let item = try library.item()
        #expect(item.edit == nil)
        #expect(
            item.differences
                == ["5.aae", "77.bin"].map {
                    SourceDifference(.otherFiles, .unsupported, detail: "originals/A/\(uuid)_\($0)")
                })
        let source = try library.open()
        defer { source.close() }
        #expect(source.otherDifferences.map(\.name) == ["originals/A/nobody.jpeg"])
    }

    @Test(
        "imports 1.3: the reasons of missing originals",
        arguments: [
            (-1, 1, SourceDifference.Reason.inCloud), (1, 0, .absent), (-1, 0, .absent),
        ])
    func missing(_ here: Int, _ cloud: Int, _ reason: SourceDifference.Reason) throws {
        let library = try MadeLibrary()
        try library.addItem(file: nil)
        try library.insert(
            "ZINTERNALRESOURCE",
            [
                "ZASSET": 1, "ZRESOURCETYPE": 0, "ZVERSION": 0, "ZDATASTORESUBTYPE": 1, "ZLOCALAVAILABILITY": here,
                "ZREMOTEAVAILABILITY": cloud,
            ])
        #expect(try library.item().exclusion == reason)
        #expect(try library.item().originals.isEmpty)
    }

    @Test("imports 1.3: an empty original is no original")
    func empty() throws {
        let library = try MadeLibrary()
        try library.addItem(file: "")
        #expect(try library.item().exclusion == .empty)
    }

    @Test("imports 1.3: the disk decides whether a file is here")
    func present() throws {
        let library = try MadeLibrary()
        try library.addItem()
        try library.insert(
            "ZINTERNALRESOURCE",
            [
                "ZASSET": 1, "ZRESOURCETYPE": 0, "ZVERSION": 0, "ZDATASTORESUBTYPE": 1, "ZLOCALAVAILABILITY": -1,
                "ZREMOTEAVAILABILITY": 1,
            ])
        #expect(try library.item().exclusion == nil)
    }

    @Test("imports 1.3: referenced files are found in the named volumes")
    func referenced() throws {
        let library = try MadeLibrary()
        try library.addItem(
            ["ZSAVEDASSETTYPE": 10, "ZDIRECTORY": "/Volumes/Früh/Pictures", "ZFILENAME": "a.jpg"], file: nil)
        try library.insert("ZFILESYSTEMVOLUME", ["Z_PK": 3, "ZNAME": "Früh"])
        for (id, type, subtype, path) in [(7, 0, 1, "Pictures/a.jpg"), (8, 4, 17, "Pictures/a.cr2")] {
            try library.insert(
                "ZINTERNALRESOURCE",
                [
                    "Z_PK": id, "ZASSET": 1, "ZRESOURCETYPE": type, "ZVERSION": 0, "ZDATASTORESUBTYPE": subtype,
                    "ZFILESYSTEMVOLUME": 3,
                ])
            try library.insert("ZFILESYSTEMBOOKMARK", ["ZRESOURCE": id, "ZPATHRELATIVETOVOLUME": path])
        }
        let volume = try library.folder.folder("volume/Pictures")
        try Data("jpeg".utf8).write(to: volume.appending(path: "a.jpg"))
        try Data("raw".utf8).write(to: volume.appending(path: "a.cr2"))
        #expect(try library.item().exclusion == .referenced)
        let source = try library.open()
        #expect(source.otherDifferences.map(\.name) == ["Früh"])
        source.close()
        var options = ApplePhotosOptions()
        options.volumes = ["Fru\u{308}h": FilePath(volume.deletingLastPathComponent().path)]
        let item = try library.item(options)
        #expect(item.exclusion == nil)
        #expect(item.originals.map(\.type) == [.photo, .alternatePhoto])
        try FileManager.default.removeItem(at: volume.appending(path: "a.jpg"))
        let rawOnly = try library.item(options)
        #expect(rawOnly.originals.map(\.type) == [.photo])
        #expect(rawOnly.differences == [SourceDifference(.rawPairs, .referenced)])
    }

    @Test(
        "imports, general rules: paths of the catalogue don't leave the library",
        arguments: [
            ("../outside", "a.jpg"), ("A", "../../../outside/a.jpg"), ("/etc", "passwd"), ("A/../..", "a.jpg"),
            ("A", ".."),
            ("A", "a\u{0}.jpg"), (".", "a.jpg"), (String(repeating: "A/", count: 9_000) + "A", "a.jpg"),
        ])
    func escape(_ directory: String, _ name: String) throws {
        let library = try MadeLibrary()
        let outside = try library.folder.folder("outside")
        try Data("secret".utf8).write(to: outside.appending(path: "a.jpg"))
        try library.addItem(["ZDIRECTORY": directory, "ZFILENAME": name], file: nil)
        let item = try library.item()
        #expect(item.originals.isEmpty)
        #expect(item.exclusion != nil)
    }

    @Test("imports, general rules: symbolic links don't leave the library")
    func links() throws {
        let library = try MadeLibrary()
        let outside = try library.folder.folder("outside")
        try Data("secret".utf8).write(to: outside.appending(path: "a.jpg"))
        try library.addItem(["ZFILENAME": "link.jpg"], file: nil)
        try library.addItem(["ZDIRECTORY": "L", "ZFILENAME": "a.jpg"], file: nil)
        try library.addItem(["ZFILENAME": "inside.jpg"], file: nil)
        try library.write("inside", to: "originals/A/real.jpg")
        let manager = FileManager.default
        let originals = library.url.appending(path: "originals")
        try manager.createSymbolicLink(
            atPath: originals.appending(path: "A/link.jpg").path, withDestinationPath: "../../../outside/a.jpg")
        try manager.createSymbolicLink(atPath: originals.appending(path: "L").path, withDestinationPath: outside.path)
        try manager.createSymbolicLink(
            atPath: originals.appending(path: "A/inside.jpg").path, withDestinationPath: "real.jpg")
        let items = try library.items()
        #expect(items.map(\.exclusion) == [.unreadable, .absent, nil])
    }

    @Test("imports 1.4: items in the trash, of others and of messages come only if asked")
    func exclusions() throws {
        let library = try MadeLibrary()
        try library.addItem(["ZTRASHEDSTATE": 1, "ZTRASHEDDATE": 650_000_000.0])
        try library.addItem(["ZSAVEDASSETTYPE": 4, "ZDIRECTORY": "1/B", "ZFILENAME": "s.JPG"], file: nil)
        try library.addItem(["ZBUNDLESCOPE": 3], attributes: ["ZSYNDICATIONIDENTIFIER": "m", "ZSYNDICATIONHISTORY": 0])
        try library.addItem(attributes: ["ZSYNDICATIONIDENTIFIER": "m", "ZSYNDICATIONHISTORY": 1])
        try library.addItem(["ZKIND": 3])
        try library.write("shared", to: "scopes/cloudsharing/data/1/B/s.JPG")
        #expect(try library.items().map(\.exclusion) == [.trashed, .shared, .notSaved, nil, .unsupported])
        var options = ApplePhotosOptions()
        options.bringsTrashed = true
        options.bringsShared = true
        options.bringsMessages = true
        let items = try library.items(options)
        #expect(items.map(\.exclusion) == [nil, nil, nil, nil, .unsupported])
        #expect(items[0].facts.trashedDate == Date(timeIntervalSinceReferenceDate: 650_000_000))
        #expect(items[1].facts.trashedDate == nil)
    }

    @Test("imports 1.4: names of persons are listed, or keywords if asked; merged persons have one name")
    func persons() throws {
        let library = try MadeLibrary()
        try library.addItem()
        try library.insert("ZKEYWORD", ["Z_PK": 1, "ZTITLE": "Sea"])
        try library.insert("Z_1KEYWORDS", ["Z_1ASSETATTRIBUTES": 101, "Z_47KEYWORDS": 1])
        try library.insert("ZPERSON", ["Z_PK": 1, "ZFULLNAME": "Ann"])
        try library.insert("ZPERSON", ["Z_PK": 2, "ZFULLNAME": "Anna", "ZMERGETARGETPERSON": 1])
        try library.insert("ZPERSON", ["Z_PK": 3, "ZFULLNAME": "Hidden"])
        try library.insert("ZPERSON", ["Z_PK": 4, "ZFULLNAME": "Loop", "ZMERGETARGETPERSON": 4])
        try library.insert("ZPERSON", ["Z_PK": 5, "ZFULLNAME": ""])
        for (person, isHidden) in [(1, 0), (2, 0), (3, 1), (4, 0), (5, 0)] {
            try library.insert(
                "ZDETECTEDFACE", ["ZASSETFORFACE": 1, "ZPERSONFORFACE": person, "ZHIDDEN": isHidden])
        }
        #expect(try library.item().facts.keywords == .known(["Sea"]))
        let source = try library.open()
        #expect(source.otherDifferences.map(\.name) == ["Ann", "Loop"])
        source.close()
        var options = ApplePhotosOptions()
        options.personsAsKeywords = true
        #expect(try library.item(options).facts.keywords == .known(["Sea", "Ann", "Loop"]))
    }

    @Test("imports 1.7: each UUID is one item, and a repeated one is listed")
    func repeatedUUID() throws {
        let library = try MadeLibrary()
        let first = try library.addItem()
        try library.addItem(["ZUUID": first])
        try library.addItem(["ZUUID": nil])
        #expect(try library.items().map(\.identifier) == [first])
        let source = try library.open()
        defer { source.close() }
        #expect(source.itemCount == 1)
        #expect(source.otherDifferences.contains { $0.difference.reason == .duplicate })
    }
}
