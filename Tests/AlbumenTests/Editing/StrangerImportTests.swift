import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Photos that only have the name of another photo's edit. None of them becomes a part of that edit, so that no revert
/// removes their bytes.
@Suite struct StrangerImportTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private let original = SampleMedia.jpeg(width: 96, height: 64, comment: "original", exif: taken)
    private let rendering = SampleMedia.jpeg(width: 48, height: 40, comment: "rendering", exif: taken)
    private let stranger = SampleMedia.jpeg(
        width: 48, height: 40, comment: "stranger", exif: .init(dateTimeOriginal: "2021:05:06 07:08:09"))

    private static let taken = SampleMedia.Exif(dateTimeOriginal: "2019:01:02 03:04:05")

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    private var library: Library { temporary.library }

    private func assets() throws -> [AssetRecord] {
        let identifiers = try library.owner.assetIdentifiers(AssetFetch())
        let rows = try library.owner.assets(withIdentifiers: identifiers)
        return identifiers.compactMap { rows[$0] }
    }

    /// Returns the types of the assets' files with certain bytes.
    private func types(_ data: Data) throws -> [ResourceType] {
        let hash = try BlobDigest(hashing: data)
        return try assets().flatMap { try #require(try library.owner.resources(ofAsset: $0.id)) }
            .filter { $0.sha256 == hash }.map(\.type)
    }

    private func write(_ files: [(String, Data)]) throws {
        for (name, data) in files { try folder.write(data, to: name) }
    }

    private func isStored(_ data: Data) throws -> Bool { try library.blobs.contains(BlobDigest(hashing: data)) }

    private func revert() throws {
        for asset in try assets() where asset.hasAdjustments {
            try temporary.commit(.revertEdit(assetUUID: asset.uuid))
        }
    }

    @Test(arguments: ["IMG_E1234.JPG", "IMG_E1234.png"])
    func `of two files with the name of the rendering, the one that the recipe names becomes the edit`(
        name: String
    ) throws {
        try write([
            ("IMG_1234.JPG", original), ("IMG_E1234.jpg", rendering), (name, stranger),
            ("IMG_1234.AAE", try EditImportTests.document(naming: [original, rendering])),
        ])
        for _ in 0..<2 {
            try temporary.importPaths([folder.path])
            #expect(try types(rendering) == [.fullSizePhoto])
            #expect(try types(stranger) == [.photo])
        }
        try revert()
        #expect(try !isStored(rendering) && isStored(stranger) && isStored(original))
    }

    @Test func `a file with the name of the rendering or of the base isn't a part of an edit that doesn't name it`()
        throws
    {
        try write([
            ("IMG_1234.JPG", original), ("IMG_E1234.JPG", stranger), ("IMG_B1234.JPG", rendering),
            ("IMG_1234.AAE", try EditImportTests.document(naming: [original, rendering])),
        ])
        try temporary.importPaths([folder.path])
        #expect(try types(stranger) == [.photo] && types(rendering) == [.photo])
        #expect(try assets().allSatisfy { !$0.hasAdjustments })

        try write([("IMG_E1234.JPG", rendering), ("IMG_B1234.JPG", stranger)])
        try temporary.importPaths([folder.path])
        // The rendering has been a photo of another name, and stays one.
        #expect(try types(stranger) == [.photo] && Set(types(rendering)) == [.photo, .fullSizePhoto])
        try revert()
        #expect(try isStored(stranger))
    }

    @Test func `an edit doesn't join an original that its recipe doesn't name`() throws {
        try write([
            ("IMG_1234.JPG", stranger), ("IMG_E1234.JPG", rendering),
            ("IMG_1234.AAE", try EditImportTests.document(naming: [original, rendering])),
        ])
        try temporary.importPaths([folder.path])
        #expect(try types(stranger) == [.photo] && types(rendering) == [.photo])
    }

    @Test func `without digests, a rendering of the same second that isn't larger becomes the edit`() throws {
        try write([
            ("IMG_1234.JPG", original), ("IMG_E1234.JPG", rendering),
            ("IMG_1234.AAE", try EditImportTests.document(naming: [])),
        ])
        try temporary.importPaths([folder.path])
        #expect(try types(rendering) == [.fullSizePhoto] && types(original) == [.photo])
        let events = try temporary.importPaths([folder.path])
        #expect(events.allSatisfy { if case .skipped(_, .unchanged) = $0 { true } else { false } })
    }

    @Test(arguments: [
        SampleMedia.Exif(dateTimeOriginal: "2021:05:06 07:08:09"), SampleMedia.Exif(dateTimeOriginal: nil), nil,
    ])
    func `without digests, a rendering of another time is a photo of its own`(exif: SampleMedia.Exif?) throws {
        let other = SampleMedia.jpeg(width: 48, height: 40, comment: "other", exif: exif)
        try write([
            ("IMG_1234.JPG", original), ("IMG_E1234.JPG", other),
            ("IMG_1234.AAE", try EditImportTests.document(naming: [])),
        ])
        try temporary.importPaths([folder.path])
        #expect(try types(other) == [.photo] && types(original) == [.photo])
    }

    @Test func `without digests, a larger rendering is a photo of its own, and so are two of them`() throws {
        let larger = SampleMedia.jpeg(width: 97, height: 40, comment: "larger", exif: Self.taken)
        let document = try EditImportTests.document(naming: [])
        try write([("IMG_1234.JPG", original), ("IMG_E1234.JPG", larger), ("IMG_1234.AAE", document)])
        try write([
            ("IMG_1235.JPG", original + Data([0])), ("IMG_E1235.JPG", rendering), ("IMG_E1235.PNG", stranger),
            ("IMG_1235.AAE", document),
        ])
        try temporary.importPaths([folder.path])
        #expect(try types(larger) == [.photo] && types(rendering) == [.photo] && types(stranger) == [.photo])
    }

    @Test func `without digests, a rendering that was imported as a photo of its own stays one`() throws {
        try write([("IMG_1234.JPG", original), ("IMG_E1234.JPG", rendering)])
        try temporary.importPaths([folder.path])
        try write([("IMG_1234.AAE", try EditImportTests.document(naming: []))])
        try temporary.importPaths([folder.path])
        #expect(Set(try types(rendering)) == [.photo, .fullSizePhoto])
        try revert()
        #expect(try isStored(rendering) && types(rendering) == [.photo])
    }

    @Test(arguments: [
        ("IMG_0001.JPG", "IMG_E0001.JPG"), ("IMG_0001.JPG", "IMG_e0001.jpg"), ("Holiday.JPG", "E_Holiday.JPG"),
        ("IMG_0001.JPG", "IMG_B0001.JPG"), ("Holiday.JPG", "B_HOLIDAY.png"), ("IMG_0001.JPG", "img_0001.heic"),
        ("IMG_0001.JPG", "IMG_0001.JPG"),
    ])
    func `an export keeps photos apart that have the names of another one's edit`(
        edited: String, other: String
    ) throws {
        let options = ExportOptions.withOriginals
        for isEditedFirst in [true, false] {
            let fixture = try EditFixture([
                (.photo, original, isEditedFirst ? edited : other)
            ])
            let draft = AssetDraft(
                uuid: UUID().uuidString,
                parts: [.init(type: .photo, bytes: .data(stranger), originalFilename: isEditedFirst ? other : edited)])
            try fixture.temporary.commit(.createAsset(draft))
            let uuid = isEditedFirst ? fixture.uuid : draft.uuid
            try fixture.temporary.commit(.edit(fixture.edit("A"), assetUUID: uuid))
            let target = try TemporaryFolder()
            let view = fixture.library.owner
            for run in 0..<2 {
                let summary = try Export(from: view, to: target.url, options: options) { _ in }
                    .run(try Export.everything(in: view))
                #expect(summary.failed == 0 && summary.exported == (run == 0 ? 4 : 0))
                #expect(try target.names().count == 4)
            }
            let copy = try StrangerImportTests()
            try copy.temporary.importPaths([target.path])
            let assets = try copy.assets()
            #expect(assets.count == 2 && assets.filter(\.hasAdjustments).count == 1)
            let photos = try [original, stranger].flatMap { try copy.types($0) }
            #expect(photos == [.photo, .photo])
            let archive = try DownloadArchive(of: [fixture.uuid, draft.uuid], in: view)
            let stems = Dictionary(grouping: archive.files, by: \.assetUUID).values.map { files in
                Set(files.map { ($0.name as NSString).deletingPathExtension.lowercased() })
            }
            #expect(stems.count == 2 && stems[0].isDisjoint(with: stems[1]))
            try copy.revert()
            #expect(try copy.isStored(original) && copy.isStored(stranger))
            #expect(try !copy.isStored(fixture.bytes("A")))
        }
    }
}

extension ExportOptions {
    fileprivate static var withOriginals: ExportOptions {
        var options = ExportOptions()
        options.includesOriginals = true
        return options
    }
}
