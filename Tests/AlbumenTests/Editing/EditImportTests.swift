import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Imports and exports of edits: `IMG_E1234` and its AAE file beside `IMG_1234`.
@Suite struct EditImportTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder
    private let original = SampleMedia.jpeg(width: 96, height: 64, comment: "original")
    private let rendering = SampleMedia.jpeg(width: 48, height: 40, comment: "rendering")
    private let document: Data
    private let names = ["IMG_1234.JPG", "IMG_E1234.JPG", "IMG_1234.AAE"]

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
        document = try Self.document(naming: [original, rendering])
    }

    /// Returns a recipe that names the digests of these files.
    static func document(naming files: [Data]) throws -> Data {
        var document = AdjustmentDocument(
            EditFixture.adjustment("com.apple.photo"), timestamp: Date(timeIntervalSinceReferenceDate: 9),
            editor: "com.apple.mobileslideshow")
        document.fileDigests = Set(try files.map { try BlobDigest(hashing: $0) })
        return try document.encoded()
    }

    private func path(_ name: String) -> String { folder.file(name).path(percentEncoded: false) }

    private func write(_ name: String) throws {
        let data = name.hasSuffix("AAE") ? document : name.contains("E1234") ? rendering : original
        try folder.write(data, to: name)
    }

    private func assets() throws -> [AssetRecord] {
        let identifiers = try temporary.library.owner.assetIdentifiers(AssetFetch())
        let rows = try temporary.library.owner.assets(withIdentifiers: identifiers)
        return identifiers.compactMap { rows[$0] }
    }

    private func expectEdited(_ place: Comment) throws {
        let asset = try #require(try assets().first, place)
        #expect(try assets().count == 1, place)
        #expect(asset.hasAdjustments && asset.pixelWidth == 48, place)
        #expect(asset.adjustmentFormatIdentifier == "com.apple.photo", place)
        #expect(asset.adjustmentTimestamp == Date(timeIntervalSinceReferenceDate: 9), place)
        let resources = try #require(try temporary.library.owner.resources(ofAsset: asset.id))
        let expected: [(ResourceType, Data)] = [
            (.photo, original), (.fullSizePhoto, rendering), (.adjustmentData, document),
        ]
        for (type, data) in expected {
            let hash = try BlobDigest(hashing: data)
            #expect(resources.filter { $0.type == type }.map(\.sha256) == [hash], place)
        }
        #expect(resources.count == 3, place)
    }

    private func hasJoined(_ events: [IngestEvent], _ name: String) -> Bool {
        events.contains { if case .imported(path(name), _, joined: true, damage: nil) = $0 { true } else { false } }
    }

    @Test func `a folder's edit joins its photo, and a second import finds nothing new`() throws {
        for name in names { try write(name) }
        let events = try temporary.importPaths([folder.path])
        #expect(events.count == 3 && hasJoined(events, names[1]) && hasJoined(events, names[2]))
        try expectEdited("first")
        let again = try temporary.importPaths([folder.path])
        #expect(Set(again.map { "\($0)" }) == Set(names.map { "\(IngestEvent.skipped(path: path($0), .unchanged))" }))
        try expectEdited("second")
        // A revert isn't undone by an import.
        let uuid = try #require(try assets().first).uuid
        try temporary.commit(.revertEdit(assetUUID: uuid))
        try temporary.importPaths([folder.path])
        #expect(try assets().map(\.hasAdjustments) == [false])
        #expect(try temporary.library.blobs.digests(after: nil, limit: 9).count == 1)
    }

    @Test(
        "the files join in any order of arrival, in one import or in several",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func order(order: [Int]) throws {
        for index in order { try write(names[index]) }
        try temporary.importPaths(order.map { path(names[$0]) })
        try expectEdited("together")

        let later = try EditImportTests()
        for index in order {
            try later.write(later.names[index])
            try later.temporary.importPaths([later.path(later.names[index])])
        }
        try later.expectEdited("one by one")
    }

    @Test func `a rendering without a recipe or an original is a photo of its own`() throws {
        try write(names[1])
        try temporary.importPaths([folder.path])
        #expect(try assets().map(\.hasAdjustments) == [false])
        try write(names[0])
        try temporary.importPaths([folder.path])
        #expect(try assets().count == 2)
        // With the recipe, the rendering becomes the edit. Its own asset goes to Recently Deleted, with its bytes.
        try write(names[2])
        let events = try temporary.importPaths([folder.path])
        #expect(hasJoined(events, names[1]) && hasJoined(events, names[2]))
        try expectEdited("later")
        var trash = AssetFetch()
        trash.membership = .smartAlbum(.recentlyDeleted)
        #expect(try temporary.library.owner.assetIdentifiers(trash).count == 1)
    }

    @Test func `a recipe without a rendering, or a damaged one, edits nothing and is reported as ignored`() throws {
        for name in [names[0], names[2]] { try write(name) }
        let events = try temporary.importPaths([folder.path])
        #expect(events.contains(.skipped(path: path(names[2]), .sidecar)))
        #expect(try assets().map(\.hasAdjustments) == [false])
        try folder.write(document.prefix(document.count - 9), to: names[2])
        try write(names[1])
        let damaged = try temporary.importPaths([folder.path])
        #expect(damaged.contains(.skipped(path: path(names[2]), .sidecar)))
        #expect(try assets().map(\.hasAdjustments) == [false, false])
    }

    @Test func `a rendering that can't be read is refused, and the photo is imported without it`() throws {
        try write(names[0])
        try write(names[2])
        try folder.write(Data("no picture".utf8), to: names[1])
        let events = try temporary.importPaths([folder.path])
        #expect(events.contains(.skipped(path: path(names[2]), .sidecar)))
        #expect(events.contains { if case .refused(path(names[1]), _) = $0 { true } else { false } })
        #expect(try assets().map(\.hasAdjustments) == [false])
    }

    @Test func `a dry run reports the edit and changes nothing`() throws {
        for name in names { try write(name) }
        let events = CallRecorder<IngestEvent>()
        _ = try Ingest(into: temporary.library, isDryRun: true, report: { events.record($0) }).run([folder.path])
        #expect(events.calls.count == 3 && hasJoined(events.calls, names[1]) && hasJoined(events.calls, names[2]))
        #expect(try assets().isEmpty)
    }

    @Test func `an asset that has another edit keeps it, and the rendering is a photo of its own`() throws {
        try write(names[0])
        try temporary.importPaths([folder.path])
        let uuid = try #require(try assets().first).uuid
        let file = try folder.write(SampleMedia.jpeg(width: 16, height: 16, comment: "mine"), to: "edits/mine.jpg")
        let edit = AssetEdit(
            adjustment: EditFixture.adjustment("mine"), renderings: [EditRendering(type: .fullSizePhoto, file: file)])
        try temporary.commit(.edit(edit, assetUUID: uuid))
        for name in names { try write(name) }
        let events = try temporary.importPaths(names.map(path))
        #expect(events.contains(.skipped(path: path(names[2]), .sidecar)))
        #expect(try temporary.library.owner.asset(withUUID: uuid)?.adjustmentFormatIdentifier == "mine")
        #expect(try assets().count == 2)
    }

    @Test func `an export of the originals and its import give the same edit, which reverts to the original`() throws {
        let fixture = try EditFixture()
        try fixture.commit(try fixture.edit("A"))
        try fixture.commit(try fixture.edit("B"))
        let target = try TemporaryFolder()
        var options = ExportOptions()
        (options.includesOriginals, options.includesSidecars) = (true, true)
        let view = fixture.library.owner
        _ = try Export(from: view, to: target.url, options: options) { _ in }.run(try Export.everything(in: view))
        #expect(try target.names() == ["IMG_1.AAE", "IMG_1.JPG", "IMG_1.JPG.xmp", "IMG_B1.jpg", "IMG_E1.jpg"])
        try temporary.importPaths([target.path])
        let asset = try #require(try assets().first)
        #expect(try assets().count == 1)
        let copies = try #require(try temporary.library.owner.resources(ofAsset: asset.id))
        let files = try fixture.editing().files
        #expect(copies.count == 4 && AssetFiles(copies).all.map(\.sha256) == files.all.map(\.sha256))
        let row = try fixture.row()
        #expect(asset.adjustmentTimestamp == row.adjustmentTimestamp && asset.pixelWidth == row.pixelWidth)
        try temporary.commit(.revertEdit(assetUUID: asset.uuid))
        #expect(try temporary.resources(asset) == ["photo IMG_1.JPG"])
        #expect(try temporary.library.blobs.digests(after: nil, limit: 9).count == 1)
        // An ordinary export has the edited photo under the original's name.
        let shown = try TemporaryFolder()
        _ = try Export(from: view, to: shown.url) { _ in }.run(try Export.everything(in: view))
        #expect(try shown.names() == ["IMG_1.jpg"])
        #expect(try Data(contentsOf: shown.file("IMG_1.jpg")) == fixture.bytes("B"))
    }

    @Test func `an edited slow motion is exported and imported with both`() throws {
        let fixture = try EditFixture([
            (.video, SampleMedia.slowMotionMovie(seconds: 4), "IMG_7.MOV"),
            (.adjustmentData, try SampleMedia.slowMotionAdjustment(start: 1_000_000_000), "IMG_7.AAE"),
        ])
        let file = try fixture.folder.write(SampleMedia.movie(), to: "edit.mov")
        try fixture.commit(
            AssetEdit(
                adjustment: EditFixture.adjustment(), renderings: [EditRendering(type: .fullSizeVideo, file: file)]))
        let target = try TemporaryFolder()
        var options = ExportOptions()
        options.includesOriginals = true
        let view = fixture.library.owner
        _ = try Export(from: view, to: target.url, options: options) { _ in }.run(try Export.everything(in: view))
        #expect(try target.names() == ["IMG_7.AAE", "IMG_7.MOV", "IMG_E7.AAE", "IMG_E7.mov"])
        try temporary.importPaths([target.path])
        let asset = try #require(try assets().first)
        #expect(try assets().count == 1 && asset.hasAdjustments)
        try temporary.commit(.revertEdit(assetUUID: asset.uuid))
        let row = try #require(try assets().first)
        #expect(try temporary.library.owner.slowMotion(of: row)?.range.start == 1)
    }

    @Test func `an archive of originals has the edit and the slow motion`() throws {
        for name in names { try write(name) }
        try folder.write(SampleMedia.slowMotionAdjustment(), to: "IMG_2.AAE")
        try folder.write(SampleMedia.slowMotionMovie(seconds: 2), to: "IMG_2.MOV")
        try temporary.importPaths([folder.path])
        let archive = try DownloadArchive(of: assets().map(\.uuid), in: temporary.library.owner)
        #expect(Set(archive.files.map(\.name)) == Set(names + ["IMG_2.MOV", "IMG_2.AAE"]))
    }
}
