import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import PhotoSources
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct SourceItemsTests {
    private let scene: SourceScene

    init() throws {
        scene = try SourceScene()
    }

    @Test(
        "each item is an asset of its own even where bytes are equal; one takes over what a folder brought (imports 1.7)"
    )
    func sameBytes() throws {
        let bytes = SampleMedia.jpeg(comment: "same")
        let camera = try TemporaryFolder()
        try scene.temporary.importPaths([try camera.write(bytes, to: "a.jpg").path])
        let present = try #require(
            try scene.library.catalog.read { try $0.assetOfResource(sha256: BlobDigest(hashing: bytes)) })
        try scene.temporary.commit(.setFavorite(true, assetUUID: present.uuid))
        scene.source.items = [
            try scene.folder.photo("one", bytes) {
                $0.isFavorite = false
                $0.title = .known("One")
            },
            try scene.folder.photo("two", bytes) { $0.title = .known("Two") },
        ]
        let table = try scene.bringOver().table
        let (one, two) = (try #require(try scene.asset("one")), try #require(try scene.asset("two")))
        #expect(try scene.assetCount() == 2)
        #expect(one.row.uuid == present.uuid && one.row.isFavorite && one.metadata.title == "One")
        #expect(two.row.uuid != present.uuid && two.metadata.title == "Two")
        #expect(table.created == 1 && table.updated == 1 && table.used(.photos) == 2)
    }

    @Test("an asset that the user deleted here stays in Recently Deleted, unless the import restores")
    func deletedHere() throws {
        scene.source.items = [try scene.folder.photo("a", SampleMedia.jpeg())]
        try scene.bringOver()
        let uuid = try #require(try scene.asset("a")?.row.uuid)
        try scene.temporary.commit(.trash(assetUUID: uuid))
        #expect(try scene.bringOver().table.count(.photos, .deletedHere) == 1)
        #expect(try scene.asset("a")?.row.trashedDate != nil)
        try scene.bringOver(restoresTrashed: true)
        #expect(try scene.asset("a")?.row.trashedDate == nil)
        #expect(try scene.assetCount() == 1)
    }

    @Test("a purged asset comes again, under another identifier")
    func purged() throws {
        let identifier = UUID().uuidString
        scene.source.items = [try scene.folder.photo(identifier, SampleMedia.jpeg())]
        try scene.bringOver()
        try scene.temporary.commit(.trash(assetUUID: identifier), .purge(assetUUID: identifier))
        #expect(try scene.asset(identifier) == nil)
        #expect(try scene.bringOver().table.created == 1)
        let uuid = try #require(try scene.asset(identifier)?.row.uuid)
        #expect(uuid != identifier)
    }

    @Test("a Live Photo, its edit and a slow motion come whole; files that appear later join (imports 1.3)")
    func parts() throws {
        var live = SourceItem(identifier: "live", name: "IMG_1.jpg", isVideo: false)
        let picture = try SampleMedia.livePhotoPicture(contentIdentifier: "PAIR-1")
        live.originals = [try scene.folder.file(.photo, picture, named: "live.jpg", as: "IMG_1.jpg")]
        var slow = SourceItem(identifier: "slow", name: "IMG_2.mov", isVideo: true)
        slow.originals = [
            try scene.folder.file(.video, SampleMedia.slowMotionMovie(seconds: 1), named: "slow.mov")
        ]
        slow.slowMotion = try scene.folder.file(
            .adjustmentData, SampleMedia.slowMotionAdjustment(), named: "slow.plist", as: "slow.AAE")
        scene.source.items = [live, slow]
        try scene.bringOver()
        #expect(try scene.asset("live")?.row.isLivePhoto == false)
        #expect(try scene.asset("slow")?.files.slowMotionAdjustment != nil)

        live.originals.append(try scene.folder.file(.pairedVideo, Self.movie(), named: "live.mov"))
        live.edit = SourceEdit(
            recipe: .init(formatIdentifier: "com.example", formatVersion: "1", data: Data("r".utf8)),
            renderings: [
                try scene.folder.file(.fullSizePhoto, SampleMedia.jpeg(comment: "edited"), named: "r.jpg")
            ], date: Date(timeIntervalSince1970: 1_600_000_000))
        scene.source.items[0] = live
        let table = try scene.bringOver().table
        let (row, _, files) = try #require(try scene.asset("live"))
        #expect(files[.pairedVideo] != nil && files[.photo]?.originalFilename == "IMG_1.jpg")
        #expect(row.hasAdjustments && row.adjustmentFormatIdentifier == "com.example")
        #expect(row.adjustmentTimestamp == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(table.used(.edits) == 1 && table.used(.livePhotos) == 1 && table.used(.slowMotion) == 1)
        #expect(table.updated == 1 && table.unchanged == 1)
    }

    @Test("a newer edit of the source replaces its older one, and never the user's own")
    func edits() throws {
        func edit(_ name: String) throws -> SourceEdit {
            SourceEdit(
                recipe: .init(formatIdentifier: name, formatVersion: "1", data: Data(name.utf8)),
                renderings: [
                    try scene.folder.file(.fullSizePhoto, SampleMedia.jpeg(comment: name), named: "\(name).jpg")
                ])
        }
        scene.source.items = [try scene.folder.photo("a", SampleMedia.jpeg())]
        scene.source.items[0].edit = try edit("first")
        try scene.bringOver()
        scene.source.items[0].edit = try edit("second")
        try scene.bringOver()
        #expect(try scene.asset("a")?.row.adjustmentFormatIdentifier == "second")
        let uuid = try #require(try scene.asset("a")?.row.uuid)
        try scene.temporary.commit(.revertEdit(assetUUID: uuid))
        let own = try scene.folder.write(SampleMedia.jpeg(comment: "own"), to: "own.jpg")
        try scene.temporary.commit(
            .edit(
                AssetEdit(
                    adjustment: AdjustmentData(formatIdentifier: "mine", formatVersion: "1", data: Data("m".utf8)),
                    renderings: [EditRendering(type: .fullSizePhoto, file: own)]), assetUUID: uuid))
        scene.source.items[0].edit = try edit("third")
        let table = try scene.bringOver().table
        #expect(try scene.asset("a")?.row.adjustmentFormatIdentifier == "mine")
        #expect(table.count(.edits, .userValue) == 1)
    }

    @Test("an edit whose files aren't here any more stays, and a later one replaces it")
    func absentEdit() throws {
        func edit(_ name: String) throws -> SourceEdit {
            SourceEdit(renderings: [
                try scene.folder.file(.fullSizePhoto, SampleMedia.jpeg(comment: name), named: "\(name).jpg")
            ])
        }
        scene.source.items = [try scene.folder.photo("a", SampleMedia.jpeg())]
        scene.source.items[0].edit = try edit("first")
        try scene.bringOver()
        let first = try #require(try scene.asset("a")?.files[.fullSizePhoto]?.sha256)
        scene.source.items[0].edit = nil
        scene.source.items[0].differences = [SourceDifference(.edits, .inCloud)]
        try scene.bringOver()
        #expect(try scene.asset("a")?.files[.fullSizePhoto]?.sha256 == first)
        scene.source.items[0].edit = try edit("second")
        scene.source.items[0].differences = []
        try scene.bringOver()
        #expect(try scene.asset("a")?.files[.fullSizePhoto]?.sha256 != first)
        // Photos removed the edit.
        scene.source.items[0].edit = nil
        try scene.bringOver()
        #expect(try scene.asset("a")?.row.hasAdjustments == false)
    }

    @Test("an edit without a recipe keeps its rendering")
    func editWithoutRecipe() throws {
        scene.source.items = [try scene.folder.photo("a", SampleMedia.jpeg())]
        scene.source.items[0].edit = SourceEdit(renderings: [
            try scene.folder.file(.fullSizePhoto, SampleMedia.jpeg(comment: "edited"), named: "r.jpg")
        ])
        #expect(try scene.bringOver().table.used(.edits) == 1)
        #expect(try scene.asset("a")?.row.hasAdjustments == true)
        #expect(try scene.bringOver().table.unchanged == 1)
    }

    @Test("a file that can't be read is listed with its reason, and the rest comes")
    func unreadable() throws {
        scene.source.items = [
            try scene.folder.photo("broken", Data("no picture".utf8)),
            try scene.folder.photo("good", SampleMedia.jpeg()),
        ]
        scene.source.items[1].originals.append(
            try scene.folder.file(.pairedVideo, Data("no video".utf8), named: "good.mov"))
        let (table, events) = try scene.bringOver()
        #expect(table.found(.photos) == 2 && table.used(.photos) == 1)
        #expect(table.count(.photos, .unreadable) == 1 && table.count(.livePhotos, .unreadable) == 1)
        let refused = events.compactMap { if case .refused(let path, _) = $0 { path } else { nil } }
        #expect(refused == [scene.folder.file("broken.jpg").path])
        #expect(try scene.assetCount() == 1)
    }

    @Test("excluded items are counted with all their facts, and aren't read")
    func excluded() throws {
        var item = SourceItem(identifier: "cloud", name: "IMG_9.HEIC", isVideo: false)
        item.exclusion = .inCloud
        item.facts.caption = .known("c")
        item.facts.isFavorite = true
        scene.source.items = [item]
        scene.source.otherDifferences = [("Places", SourceDifference(.smartAlbums, .unsupported))]
        let (table, events) = try scene.bringOver()
        for fact in [SourceDifference.Fact.photos, .captions, .favorites] {
            #expect(table.found(fact) == 1 && table.count(fact, .inCloud) == 1, "\(fact)")
        }
        #expect(table.count(.smartAlbums, .unsupported) == 1)
        // One line for the item, and one for the smart album.
        #expect(events.count == 2)
        #expect(try scene.assetCount() == 0)
    }

    @Test("a dry run gives the same table, and changes nothing")
    func dryRun() throws {
        scene.source.items = [
            try scene.folder.photo("a", SampleMedia.jpeg(comment: "1")) { $0.caption = .known("c") },
            try scene.folder.photo("broken", Data("no picture".utf8)),
        ]
        let dry = try scene.bringOver(isDryRun: true).table
        #expect(try scene.assetCount() == 0)
        let real = try scene.bringOver().table
        #expect(dry.rows == real.rows && dry.created == real.created)
        scene.source.items[0].facts.caption = .known("d")
        let again = try scene.bringOver(isDryRun: true).table
        #expect(again.updated == 1 && again.created == 0)
        #expect(try scene.asset("a")?.metadata.caption == "c")
    }

    @Test("a source that vanishes in the middle is an error, and what was read stays")
    func vanishing() throws {
        scene.source.items = [try scene.folder.photo("a", SampleMedia.jpeg())]
        scene.source.failure = SourceError(.unreadable, "It's gone.")
        #expect(throws: SourceError.self) { try scene.bringOver() }
        scene.source.failure = nil
        #expect(try scene.bringOver().table.used(.photos) == 1)
        #expect(try scene.assetCount() == 1)
    }

    @Test("bytes that the library lost are read again")
    func lostBytes() throws {
        scene.source.items = [try scene.folder.photo("a", SampleMedia.jpeg())]
        try scene.bringOver()
        let digest = try #require(try scene.asset("a")?.files[.photo]?.sha256)
        let original = scene.library.blobs.fileURL(of: digest)
        try FileManager.default.removeItem(at: original)
        try scene.bringOver()
        #expect(FileManager.default.fileExists(atPath: original.path))
    }

    private static func movie() -> Data {
        var movie = SampleMedia.Movie()
        movie.tags = [("com.apple.quicktime.content.identifier", "PAIR-1")]
        return SampleMedia.movie(movie)
    }
}
