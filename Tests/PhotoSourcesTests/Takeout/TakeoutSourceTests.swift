import AlbumenTestSupport
import Foundation
import PhotoSources
import Records
import SystemCalls
import SystemPackage
import Testing

/// Whole exports, as folders and as archives (imports 2.1 to 2.5).
@Suite struct TakeoutSourceTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func open(_ paths: [FilePath], _ options: TakeoutOptions = TakeoutOptions()) throws -> any PhotoSource {
        try Takeout.open(TakeoutParts(paths), options: options, temporaryFolder: folder.path)
    }

    private func contents(_ export: TestExport, _ options: TakeoutOptions = TakeoutOptions()) throws -> SourceContents {
        try SourceContents(open([export.writeTree(in: folder, named: UUID().uuidString)], options))
    }

    /// Photos of each kind in year and album folders.
    private var export: TestExport {
        var export = TestExport()
        export.add("Photos from 2019/IMG_1.jpg", "one")
        export.addItem(
            "Photos from 2019/IMG_1.jpg.json", title: "IMG_1.jpg", time: 1_562_000_000, #""favorited": true"#)
        export.add("Photos from 2019/IMG_1-edited.jpg", "one, edited")
        export.add("Photos from 2019/IMG_2.HEIC", "two")
        export.add("Photos from 2019/IMG_2.MP4", "two's video")
        export.addItem(
            "Photos from 2019/IMG_2.HEIC.supplemental-metadata.json", title: "IMG_2.HEIC", time: 1_562_000_100,
            #""geoData": {"latitude": 1.5, "longitude": 2.5}, "description": "caption""#)
        export.add("Photos from 2020/IMG_1.jpg", "three")
        export.addItem("Photos from 2020/IMG_1.jpg.json", title: "IMG_1.jpg", time: 1_590_000_000)
        export.add("Photos from 2020/IMG_4179(1).jpeg", "four")
        export.addItem("Photos from 2020/IMG_4179.jpeg(1).json", title: "IMG_4179.jpeg", time: 1_590_000_100)
        export.add("Photos from 2020/CLIP.mp4", "clip")
        export.addItem("Photos from 2020/CLIP.mp4.json", title: "CLIP.mp4", time: 1_590_000_200)
        export.addDocument("Nordsee 2019/metadata.json", #"{"title": "Nordsee 2019"}"#)
        export.add("Nordsee 2019/IMG_1.jpg", "one")
        export.addItem("Nordsee 2019/IMG_1.jpg.json", title: "IMG_1.jpg", time: 1_562_000_000, #""favorited": true"#)
        export.add("Nordsee 2019/IMG_4179.jpeg", "four")
        export.addItem("Nordsee 2019/IMG_4179.jpeg.json", title: "IMG_4179.jpeg", time: 1_590_000_100)
        export.add("Nordsee 2019/only here.jpg", "five")
        export.addItem("Nordsee 2019/only here.jpg.json", title: "only here.jpg", time: 1_500_000_000)
        export.addDocument("Empty/metadata.json", #"{"title": "Empty"}"#)
        export.addDocument("print-subscriptions.json", "{}")
        export.addDocument("user-generated-memory-titles.json", #"{"title": ["x"]}"#)
        return export
    }

    @Test func `a tree and archives have equal items, albums and bytes`() throws {
        let tree = try SourceContents(open([export.writeTree(in: folder)]))
        let archive = try SourceContents(open(export.writeArchives(in: folder)))
        #expect(tree == archive)
        #expect(
            tree.items.map(\.item.name) == [
                "only here.jpg", "IMG_1.jpg", "IMG_2.HEIC", "IMG_1.jpg", "IMG_4179.jpeg", "CLIP.mp4",
            ])
        #expect(Set(tree.items.map(\.item.identifier)).count == 6)
        #expect(tree.differences == [])
        let first = tree.items[1]
        #expect(first.files.map(\.type) == [ResourceType.photo.rawValue, ResourceType.fullSizePhoto.rawValue])
        #expect(first.item.edit != nil && first.item.edit?.recipe == nil)
        #expect(first.item.facts.isFavorite == true)
        #expect(first.item.differences.isEmpty)
        let live = tree.items[2]
        #expect(live.files.map(\.type) == [ResourceType.photo.rawValue, ResourceType.pairedVideo.rawValue])
        #expect(live.files.map(\.name) == ["IMG_2.HEIC", "IMG_2.MP4"])
        #expect(live.item.facts.caption == .known("caption"))
        #expect(live.item.facts.place == .known(.init(latitude: 1.5, longitude: 2.5)))
        let capture = SourceFacts.Capture(date: Date(timeIntervalSince1970: 1_562_000_100), utcOffset: nil)
        #expect(live.item.facts.capture == .known(capture))
        #expect(tree.items[5].item.isVideo)
    }

    @Test func `albums have their members by date, also empty ones`() throws {
        let found = try contents(export)
        #expect(found.collections.map(\.title) == ["Empty", "Nordsee 2019"])
        let members = found.collections.map { album in
            album.members.compactMap { member in found.items.first { $0.item.identifier == member }?.item.name }
        }
        #expect(members == [[], ["only here.jpg", "IMG_1.jpg", "IMG_4179.jpeg"]])
    }

    @Test(arguments: 0..<8)
    func `three archives with photos, documents and albums split between them are one export`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let parts = export.files.indices.map { $0 < 3 ? $0 + 1 : Int.random(in: 1...3, using: &generator) }
        let paths = try export.writeArchives(in: folder) { parts[$0] }
        #expect(paths.count == 3)
        let split = try SourceContents(open(paths.shuffled(using: &generator)))
        #expect(try split == contents(export))
        // The folder that contains the archives.
        #expect(try SourceContents(open([folder.path])).items.count == split.items.count)
    }

    @Test func `unpacked parts in several folders are one export`() throws {
        var (first, second) = (TestExport(), TestExport())
        for (index, file) in export.files.enumerated() {
            if index % 3 == 0 { first.files.append(file) } else { second.files.append(file) }
        }
        let paths = [try first.writeTree(in: folder, named: "1"), try second.writeTree(in: folder, named: "2")]
        #expect(try SourceContents(open(paths)) == contents(export))
    }

    @Test(arguments: ["", "Takeout", "Takeout/Google Photos"])
    func `the user can name any folder above the photos`(name: String) throws {
        let path = try export.writeTree(in: folder).appending(name)
        #expect(try open([path]).itemCount == 6)
        let photos = try folder.path.resolved().appending("tree/Takeout/Google Photos/Photos from 2019")
        #expect(Takeout.canContainPhotos(photos, documents: []))
    }

    @Test func `a folder of an unknown language is recognized by its documents`() throws {
        for file in export.files {
            try folder.write(
                file.data, to: "x/Takeout/Mynda Google/\(file.path.replacing("Photos from", with: "Mynd frá"))")
        }
        try folder.write(Data("{}".utf8), to: "x/Takeout/Drive/a/b.json")
        try folder.write(Data("x".utf8), to: "x/Takeout/Drive/a/b.jpg")
        let path = folder.path.appending("x")
        #expect(try open([path]).itemCount == 6)
        let unknown = try open([path]).unknownFiles.compactMap { $0.lastComponent?.string }.sorted()
        #expect(unknown == ["b.jpg", "b.json", "print-subscriptions.json", "user-generated-memory-titles.json"])
        let photos = path.appending("Takeout/Mynda Google/Mynd frá 2019")
        #expect(Takeout.canContainPhotos(photos, documents: []))
        // Out of the folder of the export.
        let moved = FilePath("/photos/2019")
        #expect(!Takeout.canContainPhotos(moved, documents: [photos.appending("absent.json")]))
        #expect(Takeout.canContainPhotos(moved, documents: [photos.appending("IMG_1.jpg.json")]))
    }

    @Test func `other folders are no exports`() throws {
        try folder.write(Data("x".utf8), to: "x/DCIM/100/IMG_1.jpg")
        #expect(!Takeout.canContainPhotos(folder.path.appending("x/DCIM/100"), documents: []))
        #expect(Takeout.canContainPhotos(FilePath("/Google Photos/2019"), documents: []))
        #expect(!Takeout.isArchive(named: "photos.zip"))
        let failure = #expect(throws: SourceError.self) { try open([folder.path.appending("x")]) }
        #expect(failure?.code == .unsupported)
    }

    @Test func `missing parts are named, and documents without files are listed`() throws {
        let paths = try export.writeArchives(in: folder) { [1, 2, 4][$0 % 3] }
        let found = try SourceContents(open([paths[0], paths[2]]))
        #expect(
            found.differences.contains(
                "takeout-20240712T112341Z-: otherFiles absent part 2, 3 is missing. Download it again."))
        #expect(found.differences.contains { $0.contains("photos absent") || $0.contains("videos absent") })
    }

    @Test func `copies that contradict each other are listed, and the year folder counts`() throws {
        var export = TestExport()
        export.add("Album/a.jpg", "same")
        export.addItem("Album/a.jpg.json", title: "a.jpg", time: 1_000, #""description": "album""#)
        export.add("Photos from 1970/a.jpg", "same")
        export.addItem("Photos from 1970/a.jpg.json", title: "a.jpg", time: 2_000, #""description": "year""#)
        let found = try contents(export)
        #expect(found.items.count == 1)
        #expect(found.items[0].item.facts.caption == .known("year"))
        #expect(found.items[0].item.facts.capture.value?.date == Date(timeIntervalSince1970: 2_000))
        #expect(
            found.items[0].item.differences == [
                SourceDifference(.dates, .contradiction, detail: "Album/a.jpg.json"),
                SourceDifference(.captions, .contradiction, detail: "Album/a.jpg.json"),
            ])
    }

    @Test func `photos with equal titles, dates and sizes and other bytes stay apart`() throws {
        var export = TestExport()
        for (name, text) in [("a.jpg", "1"), ("a(1).jpg", "2"), ("a(2).jpg", "3")] {
            export.add("Photos from 1970/\(name)", text)
        }
        for name in ["a.jpg.json", "a.jpg(1).json", "a.jpg(2).json"] {
            export.addItem("Photos from 1970/\(name)", title: "a.jpg", time: 5)
        }
        let tree = try contents(export)
        #expect(Set(tree.items.map(\.item.identifier)).count == 3)
        #expect(try SourceContents(open(export.writeArchives(in: folder))) == tree)
    }

    @Test func `photos of equal titles, dates and sizes keep their identifiers under other numbers`() throws {
        var identifiers: [[Data: String]] = []
        for texts in [["1", "2"], ["2", "1"]] {
            var export = TestExport()
            for (name, text) in zip(["a.jpg", "a(1).jpg"], texts) { export.add("Photos from 1970/\(name)", text) }
            for name in ["a.jpg.json", "a.jpg(1).json"] {
                export.addItem("Photos from 1970/\(name)", title: "a.jpg", time: 5)
            }
            let items = try contents(export).items
            identifiers.append(
                Dictionary(uniqueKeysWithValues: items.map { ($0.files[0].data, $0.item.identifier) }))
        }
        #expect(identifiers[0].count == 2)
        #expect(identifiers[0] == identifiers[1])
    }

    @Test func `a later export with more photos has the same identifiers`() throws {
        let before = try contents(export)
        var later = export
        later.add("Photos from 2021/new.jpg", "new")
        later.addItem("Photos from 2021/new.jpg.json", title: "new.jpg", time: 1_610_000_000)
        let after = try contents(later)
        #expect(Set(after.items.map(\.item.identifier)).isSuperset(of: before.items.map(\.item.identifier)))
        #expect(after.items.count == before.items.count + 1)
        let key = try open([export.writeTree(in: folder)]).key
        #expect(key == SourceKey(kind: .googleTakeout, identifier: "default"))
    }

    @Test func `the trash, the archive, partners and people follow the options`() throws {
        var export = TestExport()
        let marks =
            ["trashed", "archived"].map { #""\#($0)": true"# }
            + [#""googlePhotosOrigin": {"fromPartnerSharing": {}}"#, #""people": [{"name": "Ada"}]"#]
        for (index, mark) in marks.enumerated() {
            export.add("Photos from 1970/\(index).jpg", "\(index)")
            export.addItem("Photos from 1970/\(index).jpg.json", title: "\(index).jpg", time: index + 1, mark)
        }
        let plain = try contents(export)
        #expect(plain.items.map(\.item.exclusion) == [.trashed, nil, nil, nil])
        #expect(plain.items.map { $0.item.differences.map(\.fact) } == [[], [.hidden], [.keywords], [.persons]])
        #expect(plain.items.allSatisfy { $0.item.facts.keywords == .unknown && $0.item.facts.isHidden == nil })
        var options = TakeoutOptions()
        options.bringsTrashed = true
        options.archived = .hidden
        options.partner = .album("From Ada")
        options.personsAsKeywords = true
        let asked = try contents(export, options)
        #expect(asked.items.allSatisfy { $0.item.exclusion == nil && $0.item.differences.isEmpty })
        #expect(asked.items[1].item.facts.isHidden == true)
        #expect(asked.items[3].item.facts.keywords == .known(["Ada"]))
        #expect(asked.collections.map(\.title) == ["From Ada"])
        #expect(asked.collections.map(\.members) == [[asked.items[2].item.identifier]])
        options.archived = .keyword("Archive")
        #expect(try contents(export, options).items[1].item.facts.keywords == .known(["Archive"]))
    }

    @Test func `ambiguous videos stay apart and are listed`() throws {
        var export = TestExport()
        export.add("Photos from 1970/a.HEIC", "still")
        export.addItem("Photos from 1970/a.HEIC.json", title: "a.HEIC", time: 5)
        export.add("Photos from 1970/a.MP4", "video")
        export.add("Photos from 1970/a(1).MP4", "another video")
        let found = try contents(export)
        #expect(found.items.map(\.item.name) == ["a.HEIC", "a(1).MP4"])
        #expect(found.items.map(\.files.count) == [2, 1])
        #expect(found.items[1].item.differences.map(\.fact) == [.livePhotos])
    }

    @Test func `albums without titles come over only if asked`() throws {
        var export = TestExport()
        export.add("Untitled(1)/a.jpg", "a")
        export.addItem("Untitled(1)/a.jpg.json", title: "a.jpg", time: 5)
        export.addDocument("Untitled(1)/metadata.json", "{}")
        let plain = try contents(export)
        #expect(plain.collections.isEmpty && plain.items.count == 1)
        #expect(plain.differences == ["Untitled(1): albums notAsked without a title"])
        var options = TakeoutOptions()
        options.bringsUntitledAlbums = true
        #expect(try contents(export, options).collections.map(\.title) == ["Untitled(1)"])
    }

    @Test func `two exports at different times are matched apart and joined by their photos`() throws {
        let first = try export.writeArchives(in: folder)
        let bytes = try Data(contentsOf: URL(filePath: first[0].string))
        let second = try folder.write(bytes, to: "takeout-20250101T000000Z-001.zip")
        let found = try SourceContents(open(first + [second]))
        #expect(found.items.map(\.item.identifier) == (try contents(export).items.map(\.item.identifier)))
        #expect(found.collections == (try contents(export).collections))
    }

    @Test func `trees with different files of one name are different exports`() throws {
        var (first, second) = (TestExport(), TestExport())
        first.add("Photos from 1970/a.jpg", "a")
        first.addItem("Photos from 1970/a.jpg.json", title: "a.jpg", time: 5)
        second.add("Photos from 1970/a.jpg", "another a")
        let paths = [try first.writeTree(in: folder, named: "1"), try second.writeTree(in: folder, named: "2")]
        let found = try SourceContents(open(paths))
        #expect(found.items.count == 2)
        #expect(found.items.map(\.item.facts.capture.value?.date.timeIntervalSince1970) == [5, nil])
        #expect(found.differences == [])
    }

    @Test func `a document under its old and its new name is no missing photo`() throws {
        var export = TestExport()
        export.add("Photos from 1970/a.jpg", "a")
        for suffix in ["json", "supplemental-metadata.json"] {
            export.addItem("Photos from 1970/a.jpg.\(suffix)", title: "a.jpg", time: 5)
        }
        export.addItem("Photos from 1970/absent.jpg.json", title: "absent.jpg", time: 5)
        let found = try contents(export)
        #expect(found.items.count == 1)
        #expect(found.differences == ["Photos from 1970/absent.jpg.json: photos absent absent.jpg"])
    }

    @Test func `a Pixel's separate video belongs to its photo`() throws {
        var export = TestExport()
        for suffix in ["", "~2"] {
            export.add("Photos from 2024/PXL_1.MP\(suffix).jpg", "photo\(suffix)")
            export.add("Photos from 2024/PXL_1.MP\(suffix)", "video\(suffix)")
            export.addItem(
                "Photos from 2024/PXL_1.MP\(suffix).jpg.json", title: "PXL_1.MP\(suffix).jpg", time: 1_700_000_000)
        }
        let found = try contents(export)
        #expect(found.items.map(\.item.name).sorted() == ["PXL_1.MP.jpg", "PXL_1.MP~2.jpg"])
        #expect(found.items.allSatisfy { $0.files.map(\.type) == [1, 9] })
    }

    @Test func `effects beside an edit are photos of their own with the same date`() throws {
        var export = TestExport()
        for name in ["a.jpg", "a-EFFECTS.jpg", "a-edited.jpg"] { export.add("Photos from 1970/\(name)", name) }
        export.addItem("Photos from 1970/a.jpg.json", title: "a.jpg", time: 5)
        let found = try contents(export)
        #expect(found.items.map(\.item.name) == ["a-EFFECTS.jpg", "a.jpg"])
        #expect(found.items[1].files.map(\.name) == ["a.jpg", "a-edited.jpg"])
        #expect(found.items[0].item.facts == found.items[1].item.facts)
    }
}
