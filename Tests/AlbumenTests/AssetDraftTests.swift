import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The files and data from which apps create assets (§5.2).
@Suite struct AssetDraftTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    @Test("files and data become assets with the app's values and the file's metadata (§5.2.3)")
    func filesAndData() throws {
        let exif = SampleMedia.Exif(dateTimeOriginal: "2020:01:02 03:04:05", latitude: 10, longitude: 20)
        let file = try folder.write(SampleMedia.jpeg(exif: exif), to: "one.jpg")
        var change = AssetChange()
        change.isFavorite = true
        change.caption = "Hello"
        let first = try create([.init(type: .photo, bytes: .file(file))], change)
        #expect(first.isFavorite)
        #expect(first.latitude != nil)
        // The place is in Chad, whose clocks are an hour ahead of UTC.
        #expect(first.creationDate == Date(timeIntervalSinceReferenceDate: 599_627_045 - 3600))
        #expect(try temporary.library.owner.metadata(ofAsset: first.id)?.caption == "Hello")
        #expect(try temporary.resources(first) == ["photo one.jpg"])
        #expect(FileManager.default.fileExists(atPath: file.path))

        var dated = AssetChange()
        dated.creationDate = .some(Date(timeIntervalSinceReferenceDate: 5))
        dated.location = .some(nil)
        let bytes = SampleMedia.jpeg(comment: "data", exif: exif)
        let second = try create([.init(type: .photo, bytes: .data(bytes), uniformTypeIdentifier: "public.jpeg")], dated)
        #expect(second.creationDate == Date(timeIntervalSinceReferenceDate: 5))
        #expect(second.latitude == nil)
        #expect(
            try temporary.resources(second) == ["photo IMG_\(second.uuid.prefix(8)).JPG"]
                || temporary.resources(second) == ["photo IMG_\(second.uuid.prefix(8)).JPEG"])
    }

    @Test("a moved file is deleted after success and stays if the change fails (§5.2.6)")
    func moving() throws {
        let file = try folder.write(SampleMedia.jpeg(comment: "m"), to: "move.jpg")
        let part = AssetDraft.Part(type: .photo, bytes: .file(file), movesFile: true)
        #expect(throws: LibraryError.self) {
            try temporary.commit(
                .createAsset(AssetDraft(uuid: UUID().uuidString, parts: [part])), .trash(assetUUID: "none"))
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
        _ = try create([part])
        #expect(!FileManager.default.fileExists(atPath: file.path))

        let linked = try folder.write(SampleMedia.jpeg(comment: "l"), to: "linked.jpg")
        try FileManager.default.linkItem(at: linked, to: folder.file("other.jpg"))
        let error = #expect(throws: LibraryError.self) {
            try create([.init(type: .photo, bytes: .file(linked), movesFile: true)])
        }
        #expect(error?.code == .invalidResource)
        #expect(FileManager.default.fileExists(atPath: linked.path))
    }

    @Test(
        "the combinations that make an asset (§5.2.5)",
        arguments: [
            ([ResourceType.photo], true), ([.video], true), ([.photo, .pairedVideo], true),
            ([.alternatePhoto, .photo], true),
            ([], false), ([.audio], false), ([.pairedVideo], false), ([.photo, .photo], false),
            ([.photo, .video], false),
            ([.fullSizePhoto], false), ([.photo, .fullSizePhoto, .adjustmentData], true),
            ([.video, .pairedVideo], false),
        ])
    func combinations(types: [ResourceType], isSupported: Bool) {
        #expect(AssetDraft.supports(types) == isSupported)
    }

    @Test("an encrypted movie creates no asset, and the error contains the file and the reason")
    func encryptedMovie() throws {
        let movie = try folder.write(SampleMedia.encryptedMovie(), to: "bought.mp4")
        let draft = AssetDraft(uuid: UUID().uuidString, parts: [.init(type: .video, bytes: .file(movie))])
        let error = #expect(throws: LibraryError.self) { try temporary.commit(.createAsset(draft)) }
        #expect(error?.code == .invalidResource)
        #expect(error?.message.hasPrefix("\(movie.path): the movie is encrypted") == true)
    }

    @Test("the file's date and location are kept if an app sets others")
    func originals() throws {
        let exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:33:04", latitude: 31.25, longitude: 121.5)
        let photo = try folder.write(SampleMedia.jpeg(exif: exif), to: "photo.jpg")
        var draft = AssetDraft(uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .file(photo))])
        draft.change.creationDate = .some(Date(timeIntervalSinceReferenceDate: 5))
        draft.change.location = .some(nil)
        try temporary.commit(.createAsset(draft))
        try temporary.commit(
            .restoreOriginals([.date, .location], read: OriginalValues(), assetUUID: draft.uuid))
        let asset = try #require(try temporary.library.catalog.read { try $0.asset(uuid: draft.uuid) })
        #expect(Timestamp.local(of: asset) == "2024-05-07T09:33:04+08:00")
        #expect(asset.dateSource == "exifOriginal")
        #expect(asset.latitude == 31.25)
    }

    @Test("each invalid draft fails with its error code and creates no asset")
    func refusals() throws {
        let photo = try folder.write(SampleMedia.jpeg(), to: "photo.jpg")
        let text = try folder.write(Data("hello".utf8), to: "text.jpg")
        let movie = try folder.write(SampleMedia.movie(), to: "movie.mov")
        let cases: [([AssetDraft.Part], LibraryError.Code)] = [
            ([.init(type: .photo, bytes: .file(folder.file("none.jpg")))], .missingResource),
            ([.init(type: .photo, bytes: .file(text))], .invalidResource),
            ([.init(type: .photo, bytes: .data(Data()))], .invalidResource),
            ([.init(type: .photo, bytes: .file(movie))], .invalidResource),
            ([.init(type: .video, bytes: .file(photo))], .invalidResource),
            ([.init(type: .photo, bytes: .file(folder.url))], .invalidResource),
            ([.init(type: .pairedVideo, bytes: .file(movie))], .missingResource),
            ([], .missingResource),
            (
                [.init(type: .photo, bytes: .file(photo)), .init(type: .video, bytes: .file(movie))],
                .unsupportedChange
            ),
            (
                [.init(type: .photo, bytes: .file(photo)), .init(type: .pairedVideo, bytes: .file(movie))],
                .mismatchedPair
            ),
        ]
        for (parts, code) in cases {
            let error = #expect(throws: LibraryError.self) { try create(parts) }
            #expect(error?.code == code, "\(parts)")
        }
        #expect(try temporary.library.owner.assetCount(AssetFetch()) == 0)
    }

    @Test("invalid values are refused before anything is written")
    func invalidValues() throws {
        let uuid = try #require(try temporary.add([.image("a.jpg")])[0].assetUUID)
        let changes: [(inout AssetChange) -> Void] = [
            { $0.rating = 6 }, { $0.rating = -1 },
            { $0.location = .some(AssetLocation(latitude: 91, longitude: 0)) },
            { $0.location = .some(AssetLocation(latitude: .nan, longitude: 0)) },
            { $0.creationDate = .some(Date(timeIntervalSinceReferenceDate: .infinity)) },
            { $0.creationDate = .some(.distantFuture.addingTimeInterval(1e13)) },
            { $0.keywords = [""] }, { $0.caption = .some(String(repeating: "a", count: 100_000)) },
        ]
        for make in changes {
            var change = AssetChange()
            make(&change)
            let error = #expect(throws: LibraryError.self) { try temporary.commit(.change(change, assetUUID: uuid)) }
            #expect(error?.code == .invalidValue)
        }
    }

    @Test("a client with add-only access creates assets but sees and changes none (§1.2.4)")
    func addOnly() throws {
        let draft = AssetDraft(
            uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .data(SampleMedia.jpeg(comment: "add")))])
        try temporary.commit(.createAsset(draft), access: .addOnly)
        #expect(try temporary.library.view(.addOnly).asset(withUUID: draft.uuid) == nil)
        #expect(try temporary.library.owner.asset(withUUID: draft.uuid) != nil)
        #expect(throws: LibraryError.self) { try temporary.commit(.trash(assetUUID: draft.uuid), access: .addOnly) }
        #expect(throws: LibraryError.self) {
            try temporary.commit(
                .createCollection(NewCollection(uuid: UUID().uuidString, kind: .album, title: "A")), access: .addOnly)
        }
    }

    @discardableResult
    private func create(_ parts: [AssetDraft.Part], _ change: AssetChange = AssetChange()) throws -> AssetRecord {
        let draft = AssetDraft(uuid: UUID().uuidString, parts: parts, change: change)
        try temporary.commit(.createAsset(draft))
        return try #require(try temporary.library.owner.asset(withUUID: draft.uuid))
    }
}
