import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

@Suite
struct ImmichItemTests {
    /// Versions of both families.
    static let versions = [[1, 118, 2], [2, 1, 0]]

    private func item(
        _ version: [Int] = [2, 1, 0], _ options: ImmichOptions = ImmichOptions(), _ change: (inout FakeAsset) -> Void
    ) throws -> SourceItem {
        var asset = FakeAsset(1)
        change(&asset)
        let immich = try FakeImmich {
            $0.version = version
            $0.assets = [asset]
        }
        return try #require(try immich.items(options).first)
    }

    private func date(_ text: String) -> Date { ImmichDate.date(text) ?? .distantPast }

    @Test("A photo comes over with its file and all that Immich knows of it (imports 7)", arguments: versions)
    func photo(version: [Int]) throws {
        var item = try item(version) { asset in
            asset.values["isFavorite"] = true
            asset.exif = [
                "description": "Am Fluß", "rating": 4, "latitude": 47.5, "longitude": -8.25,
                "dateTimeOriginal": "2023-05-06T10:00:00.123+00:00",
            ]
            asset.local = "2023-05-06T12:00:00.123Z"
        }
        #expect(item.identifier == FakeAsset.id(1))
        #expect(item.name == "IMG_0001.HEIC")
        #expect(!item.isVideo)
        #expect(item.exclusion == nil)
        #expect(item.differences.isEmpty)
        #expect(item.facts.isFavorite == true)
        #expect(item.facts.caption == .known("Am Fluß"))
        #expect(item.facts.rating == .known(4))
        #expect(item.facts.place == .known(SourceFacts.Place(latitude: 47.5, longitude: -8.25)))
        #expect(item.facts.title == .unknown)
        item.resolveCapture(file: nil)
        #expect(
            item.facts.capture
                == .known(
                    SourceFacts.Capture(date: date("2023-05-06T10:00:00.123Z"), utcOffset: 7_200)))
        let file = try #require(item.originals.first)
        #expect(item.originals.count == 1)
        #expect(file.type == .photo)
        #expect(file.name == "IMG_0001.HEIC")
        #expect(file.size == 16)
        #expect(file.modificationTime == 1_683_446_400_000_000_000)
        #expect(file.path == "/127.0.0.1/upload/library/anna/2023/IMG_0001.HEIC")
    }

    @Test("A video is a video", arguments: versions)
    func video(version: [Int]) throws {
        let item = try item(version) { asset in
            asset.type = "VIDEO"
            asset.name = "IMG_2.MOV"
        }
        #expect(item.isVideo)
        #expect(item.originals.map(\.type) == [.video])
    }

    @Test("A Live Photo has its video, with its own name, and the video is no item", arguments: versions)
    func livePhoto(version: [Int]) throws {
        var (photo, video) = (FakeAsset(1), FakeAsset(2))
        photo.values["livePhotoVideoId"] = .text(video.id)
        (video.type, video.name, video.visibility) = ("VIDEO", "IMG_0001_3.MOV", "hidden")
        video.file = Data("bytes of a video".utf8 + [1])
        let immich = try FakeImmich {
            $0.version = version
            $0.assets = [photo, video]
        }
        let source = try immich.source()
        let items = try source.items()
        #expect(source.itemCount == 1)
        #expect(items.map(\.identifier) == [photo.id])
        #expect(items.first?.originals.map(\.type) == [.photo, .pairedVideo])
        #expect(items.first?.originals.map(\.name) == ["IMG_0001.HEIC", "IMG_0001_3.MOV"])
        let file = try #require(items.first?.originals.last)
        #expect(try SourceFileReader().contents(of: file, limit: 100) == video.file)
    }

    @Test("The video of a Live Photo is asked for if it isn't in the list of hidden videos")
    func unlistedVideo() throws {
        var (photo, video) = (FakeAsset(1), FakeAsset(2))
        photo.values["livePhotoVideoId"] = .text(video.id)
        (video.type, video.name) = ("VIDEO", "IMG_0001.MOV")
        (video.visibility, video.isTrashed) = ("elsewhere", true)
        let immich = try FakeImmich { $0.assets = [photo, video] }
        #expect(try immich.items().first?.originals.map(\.name) == ["IMG_0001.HEIC", "IMG_0001.MOV"])
    }

    @Test("A Live Photo without its video comes over as a photo")
    func absentVideo() throws {
        let item = try item { $0.values["livePhotoVideoId"] = .text(FakeAsset.id(9)) }
        #expect(item.exclusion == nil)
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.differences == [SourceDifference(.livePhotos, .absent, detail: FakeAsset.id(9))])
    }

    @Test("A date without a time zone is the local one, and equals that of the file")
    func dateWithoutZone() throws {
        var item = try item { asset in
            asset.exif["timeZone"] = nil as JSON
            asset.exif["dateTimeOriginal"] = "2023-05-06T10:00:00.000Z"
        }
        #expect(item.hasLocalTimeOnly)
        item.resolveCapture(file: SourceCapture.FileTime(localTime: date("2023-05-06T12:00:00Z")))
        #expect(
            item.facts.capture == .known(SourceFacts.Capture(date: date("2023-05-06T12:00:00Z"), utcOffset: nil)))
    }

    @Test("A date that isn't the file's is the user's choice")
    func correctedDate() throws {
        var item = try item { $0.exif["timeZone"] = nil as JSON }
        item.resolveCapture(file: SourceCapture.FileTime(localTime: date("2001-01-01T00:00:00Z")))
        #expect(item.facts.capture.value?.isChosen == true)
        #expect(item.facts.capture.value?.date == date("2023-05-06T12:00:00Z"))
    }

    @Test(
        "A date with a time zone is the user's choice only if it isn't the file's",
        arguments: [
            ("2023-05-06T12:00:00Z", nil, false), ("2023-05-06T12:00:00Z", 7_200, false),
            ("2023-05-06T12:00:00Z", 3_600, true), ("2023-05-06T11:00:00Z", nil, true),
            ("2023-05-06T10:00:00Z", 0, true),
        ] as [(String, Int?, Bool)])
    func dateWithZone(local: String, offset: Int?, isChosen: Bool) throws {
        var item = try item { _ in }
        item.resolveCapture(file: SourceCapture.FileTime(localTime: date(local), utcOffset: offset))
        #expect(
            item.facts.capture
                == .known(
                    SourceFacts.Capture(date: date("2023-05-06T10:00:00Z"), utcOffset: 7_200, isChosen: isChosen)))
    }

    @Test("The date of a video with a time zone is a moment with its offset")
    func videoDateWithZone() throws {
        var item = try item { $0.type = "VIDEO" }
        item.resolveCapture(file: SourceCapture.FileTime(localTime: date("2023-05-06T10:00:00Z"), utcOffset: 0))
        #expect(
            item.facts.capture == .known(SourceFacts.Capture(date: date("2023-05-06T10:00:00Z"), utcOffset: 7_200)))
    }

    @Test("The date of a video is a moment if its zone is that of the container")
    func videoDate() throws {
        for zone: JSON in ["UTC", nil, "UTC+0"] {
            let item = try item { asset in
                asset.type = "VIDEO"
                asset.local = asset.created
                asset.exif["timeZone"] = zone
            }
            #expect(item.hasMomentOnly)
            #expect(item.facts.capture.value?.date == date("2023-05-06T10:00:00Z"))
        }
    }

    @Test(
        "The offset follows from the name of the zone if the local date contradicts it",
        arguments: [
            ("Europe/Berlin", 7_200), ("UTC-03:30", -12_600), ("UTC", 0), ("UTC+19", nil), ("../../etc/passwd", nil),
        ])
    func zones(zone: String, offset: Int?) throws {
        var item = try item { asset in
            asset.local = "2023-05-06T12:00:33.500Z"
            asset.exif["timeZone"] = .text(zone)
        }
        #expect(item.hasMomentOnly == (offset == nil))
        item.resolveCapture(file: nil)
        #expect(item.facts.capture.value?.utcOffset == offset)
        #expect(item.facts.capture.value?.date == date("2023-05-06T10:00:00Z"))
    }

    @Test("Impossible dates, places and ratings are listed", arguments: [6, -2, 2.5, 1e300] as [JSON])
    func invalidValues(rating: JSON) throws {
        let item = try item { asset in
            asset.created = "+174510-04-28T00:49:44.000Z"
            asset.local = "2023-13-01T00:00:00.000Z"
            asset.exif = ["latitude": 91, "longitude": 0, "rating": rating]
        }
        #expect(item.facts.capture == .unknown)
        #expect(item.facts.place == .unknown)
        #expect(item.facts.rating == .unknown)
        #expect(item.differences.map(\.fact) == [.dates, .places, .ratings])
        #expect(item.differences.allSatisfy { $0.reason == .invalid })
    }

    @Test("A rejected photo is listed as such, and no stars are no rating")
    func rejected() throws {
        let rejected = try item { $0.exif["rating"] = -1 }
        #expect(rejected.facts.rating == .unknown)
        #expect(rejected.differences == [SourceDifference(.ratings, .unsupported, detail: "rejected")])
        for rating: JSON in [0, nil, "5"] {
            let item = try item { $0.exif["rating"] = rating }
            #expect(item.facts.rating == .unknown)
            #expect(item.differences.isEmpty)
        }
    }

    @Test("Persons are listed, or keywords by choice; hidden and unnamed ones aren't there")
    func persons() throws {
        let people: [JSON] = [
            ["id": "x", "name": "Berta", "isHidden": false, "faces": []], ["id": "y", "name": ""],
            ["id": "z", "name": "Carl", "isHidden": true], ["id": "w", "name": "Anna"],
        ]
        let listed = try item { $0.people = people }
        #expect(listed.differences.map(\.detail) == ["Anna", "Berta"])
        #expect(listed.differences.allSatisfy { $0.fact == .persons && $0.reason == .notAsked })
        var options = ImmichOptions()
        options.personsAsKeywords = true
        let named = try item([2, 1, 0], options) { $0.people = people }
        #expect(named.facts.keywords == .known(["Anna", "Berta"]))
        #expect(named.differences.isEmpty)
    }

    @Test("Archived photos are listed, hidden or have a keyword, by choice", arguments: versions)
    func archived(version: [Int]) throws {
        let listed = try item(version) { $0.visibility = "archive" }
        #expect(listed.exclusion == nil)
        #expect(listed.facts.isHidden == nil)
        #expect(listed.differences == [SourceDifference(.hidden, .notAsked, detail: "archived")])
        var options = ImmichOptions()
        options.archived = .keyword("Archived")
        #expect(try item(version, options) { $0.visibility = "archive" }.facts.keywords == .known(["Archived"]))
        options.archived = .hidden
        #expect(try item(version, options) { $0.visibility = "archive" }.facts.isHidden == true)
    }

    @Test("Items in the trash come over only by choice", arguments: versions)
    func trashed(version: [Int]) throws {
        let left = try item(version) { $0.isTrashed = true }
        #expect(left.exclusion == .trashed)
        var options = ImmichOptions()
        options.bringsTrashed = true
        let brought = try item(version, options) { $0.isTrashed = true }
        #expect(brought.exclusion == nil)
        #expect(brought.isTrashed)
        #expect(brought.originals.count == 1)
    }

    @Test("Items of a partner come over only by choice")
    func partner() throws {
        #expect(try item { $0.owner = FakeImmich.bert }.exclusion == .shared)
        var options = ImmichOptions()
        options.bringsShared = true
        #expect(try item([2, 1, 0], options) { $0.owner = FakeImmich.bert }.exclusion == nil)
    }

    @Test("Files that the server lacks, and kinds that aren't photos, don't come over")
    func excluded() throws {
        let offline = try item { $0.values["isOffline"] = true }
        #expect(offline.exclusion == .absent)
        #expect(offline.exclusionDetail == "/127.0.0.1/upload/library/anna/2023/IMG_0001.HEIC")
        #expect(try item { $0.type = "AUDIO" }.exclusion == .unsupported)
        #expect(try item { $0.values["type"] = nil as JSON }.exclusion == .unsupported)
    }

    @Test("A size that the list lacks is that of the file, without loading it")
    func missingSize() throws {
        var asset = FakeAsset(1)
        asset.exif["fileSizeInByte"] = nil as JSON
        let immich = try FakeImmich { $0.assets = [asset] }
        #expect(try immich.items().first?.originals.first?.size == 16)
        let original = immich.server.requests.filter { $0.target.hasSuffix("/original") }
        #expect(original.map(\.method) == ["HEAD"])
        immich.change { $0.assets[0].file = Data() }
        #expect(try immich.items().first?.exclusion == .empty)
        immich.change { state in
            state.override = { request, _ in
                request.method == "HEAD" ? .json("{}", status: 404) : nil
            }
        }
        #expect(try immich.items().first?.exclusion == .absent)
    }

    @Test(
        "Names and paths of a server can't be those of other files",
        arguments: [
            ("../../etc/passwd", ".._.._etc_passwd"), ("..", FakeAsset.id(1)), ("a\u{0}b\nc.jpg", "a b c.jpg"),
            ("", FakeAsset.id(1)), ("e\u{301}.jpg", "\u{e9}.jpg"),
        ])
    func names(name: String, expected: String) throws {
        let item = try item { asset in
            asset.name = name
            asset.values["originalPath"] = .text("/../../x/./\(name)")
        }
        #expect(Array(item.name.unicodeScalars) == Array(expected.unicodeScalars))
        #expect(item.originals.first?.name == item.name)
        let path = try #require(item.originals.first?.path.string)
        #expect(path.hasPrefix("/127.0.0.1/"))
        #expect(!path.contains("/../") && !path.contains("\n"))
    }

    @Test("Long texts lose their ends")
    func longTexts() throws {
        let item = try item { asset in
            asset.name = "a" + String(repeating: "\u{300}", count: 5_000)
            asset.exif["description"] = .text(String(repeating: "x", count: 100_000))
            asset.values["originalPath"] = .text(String(repeating: "/y", count: 50_000))
        }
        #expect(item.name.unicodeScalars.count <= 255)
        #expect(item.facts.caption.value?.count == 65_536)
        #expect(item.originals.first.map { $0.path.string.count <= 1_100 } == true)
    }

    @Test("Edits that Immich stores without changing the file are listed")
    func edited() throws {
        let item = try item { $0.values["isEdited"] = true }
        #expect(item.differences == [SourceDifference(.edits, .unsupported, detail: "edited in Immich")])
    }

    @Test("Stacks are listed, or bursts by choice", arguments: versions)
    func stacks(version: [Int]) throws {
        var assets = [FakeAsset(1), FakeAsset(2)]
        let stack = FakeAsset.id(77)
        let isNew = version[0] > 1
        for index in assets.indices where !isNew {
            assets[index].values["stackParentId"] = .text(assets[0].id)
            assets[index].values["stackCount"] = 2
        }
        let members = assets.map { JSON.object(["id": .text($0.id), "type": "IMAGE"]) }
        let immich = try FakeImmich { state in
            state.version = version
            state.assets = assets
            state.stacks = [["id": .text(stack), "primaryAssetId": .text(assets[0].id), "assets": .list(members)]]
        }
        for item in try immich.items() {
            #expect(item.differences == [SourceDifference(.bursts, .notAsked, detail: "stack of 2")])
        }
        var options = ImmichOptions()
        options.stacksAsBursts = true
        let bursts = try immich.items(options).map(\.facts.burst.value)
        #expect(bursts.map { $0?.identifier } == Array(repeating: isNew ? stack : assets[0].id, count: 2))
        #expect(bursts.map { $0?.isKeyPhoto } == [true, false])
    }

    @Test("The stack in a search's answer counts, too")
    func stackOfSearch() throws {
        let item = try item {
            $0.values["stack"] = [
                "id": .text(FakeAsset.id(7)), "primaryAssetId": .text(FakeAsset.id(1)), "assetCount": 3,
            ]
        }
        #expect(item.differences.map(\.detail) == ["stack of 3"])
    }

    @Test("Tags are keywords without the parents of other tags (imports 3.2)")
    func tags() throws {
        let values = ["Places", "Places/Berlin", "Events", "Events/Birthday"]
        let ids = values.indices.map { FakeAsset.id(50 + $0) }
        var assets = [FakeAsset(1), FakeAsset(2), FakeAsset(3)]
        // A search for a tag also finds the items of the tags below it.
        assets[0].tags = [ids[0], ids[1], ids[2]]
        assets[1].tags = [ids[2], ids[3]]
        assets[1].visibility = "archive"
        let immich = try FakeImmich { state in
            state.assets = assets
            state.tags = zip(ids, values).map { id, value in
                ["id": .text(id), "value": .text(value), "name": .text(String(value.split(separator: "/").last ?? ""))]
            }
        }
        let items = try immich.items(pageSize: 1)
        #expect(items.map(\.facts.keywords) == [.known(["Berlin", "Events"]), .unknown, .known(["Birthday"])])
    }

    @Test("A version that ignores tags in searches gives no photo a wrong keyword")
    func unsupportedTags() throws {
        let immich = try FakeImmich { state in
            state.version = [1, 118, 2]
            state.assets = [FakeAsset(1)]
            state.tags = [["id": .text(FakeAsset.id(50)), "value": "Berlin"]]
            state.searchesTags = false
        }
        let source = try immich.source()
        #expect(try source.items().first?.facts.keywords == .unknown)
        #expect(source.unreadableParts.map(\.path) == ["Tags"])
    }

    @Test("The locked folder is listed in versions that have one")
    func lockedFolder() throws {
        let immich = try FakeImmich { _ in }
        #expect(try immich.source().otherDifferences.map(\.name) == ["Locked folder"])
        immich.change { $0.version = [1, 118, 2] }
        #expect(try immich.source().otherDifferences.isEmpty)
        #expect(try item { $0.values["visibility"] = "locked" }.exclusion == .unsupported)
    }
}
