import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The choice between the RAW and the JPEG of a photo (`originalResourceChoice`, `revertAssetContent(to:)`).
@Suite struct OriginalChoiceTests {
    let fixture: OriginalChoiceFixture

    init() throws {
        fixture = try OriginalChoiceFixture()
    }

    @Test func `the chosen original shows the asset, names it and has its size`() throws {
        #expect(try fixture.row().originalChoice == .compressed)
        #expect(try fixture.shown() == "DSC_1.JPG")
        let version = try fixture.latestChange()
        try fixture.choose(.raw)
        let row = try fixture.row()
        #expect(row.originalChoice == .raw && (row.pixelWidth, row.pixelHeight) == (120, 80))
        #expect(try #require(row.modificationDate) > fixture.asset.modificationDate ?? .distantFuture)
        #expect(try fixture.shown() == "DSC_1.NEF")
        #expect(try fixture.files().primary(.unadjusted)?.originalFilename == "DSC_1.NEF")
        #expect(try fixture.picture(.unadjusted) == "DSC_1.NEF" && fixture.picture(.original) == "DSC_1.NEF")
        #expect(try fixture.picture(.compressed) == "DSC_1.JPG")
        let changes = version + 1...(try fixture.latestChange())
        #expect(
            try fixture.library.catalog.read { try $0.assetTouched(row.id, by: changes) }?.contentChanged == true)
        try fixture.choose(.compressed)
        var back = try fixture.row()
        back.modificationDate = fixture.asset.modificationDate
        #expect(back == fixture.asset)
        #expect(try fixture.shown() == "DSC_1.JPG")
        try fixture.expectClean()
    }

    @Test func `the same choice again changes nothing`() throws {
        try fixture.choose(.raw)
        let (change, date) = (try fixture.latestChange(), try fixture.row().modificationDate)
        try fixture.choose(.raw)
        #expect(try fixture.latestChange() == change && fixture.row().modificationDate == date)
    }

    @Test func `filters by filename and file size use the chosen original`() throws {
        func found(_ column: AssetColumn, _ value: AssetFilter.Value) throws -> Bool {
            var query = AssetQuery()
            query.filter = .comparison(.column(column), .equal, value)
            return try fixture.library.catalog.read { try $0.assetCount(matching: query) } == 1
        }
        let files = try fixture.files()
        let (jpeg, raw) = (try #require(files[.photo]), try #require(files[.alternatePhoto]))
        #expect(try found(.originalFilename, .text(jpeg.originalFilename)) && found(.fileSize, .integer(jpeg.fileSize)))
        try fixture.choose(.raw)
        #expect(try found(.originalFilename, .text(raw.originalFilename)) && found(.fileSize, .integer(raw.fileSize)))
    }

    @Test func `the cloud identifier and the described metadata don't depend on the choice`() throws {
        let identifier = LocalIdentifier.string(uuid: fixture.asset.uuid, kind: .asset)
        let before = try fixture.library.owner.cloudIdentifiers(ofLocalIdentifiers: [identifier])
        try fixture.choose(.raw)
        #expect(try fixture.library.owner.cloudIdentifiers(ofLocalIdentifiers: [identifier]) == before)
        let cloud = try #require(before[identifier])
        #expect(try fixture.library.owner.localIdentifiers(ofCloudIdentifiers: [cloud]) == [cloud: [identifier]])
        #expect(try fixture.files().describingFile?.originalFilename == "DSC_1.JPG")
        #expect(
            try OriginalProbing.describingFile(fixture.files().all).originalFilename == "DSC_1.JPG")
    }

    @Test func `an asset with one original has no choice`() throws {
        let others = try fixture.temporary.add([
            .image("a.jpg"), .video("b.mov"),
            .image("c.NEF") { ($0.isRAW, $0.uniformTypeIdentifier) = (true, "com.nikon.raw-image") },
        ])
        let change = try fixture.latestChange()
        for outcome in others {
            let uuid = try #require(outcome.assetUUID)
            for choice in [OriginalChoice.compressed, .raw] {
                #expect(
                    EditFixture.code { try fixture.choose(choice, of: uuid) } == .unsupportedChange, "\(choice)")
                #expect(
                    EditFixture.code {
                        try fixture.temporary.commit(.revertEdit(assetUUID: uuid, to: choice))
                    } == .unsupportedChange)
            }
        }
        #expect(EditFixture.code { try fixture.choose(OriginalChoice(rawValue: 7)) } == .invalidValue)
        #expect(try fixture.latestChange() == change)
    }

    @Test func `an original whose bytes are missing can't be chosen`() throws {
        let raw = try #require(try fixture.files()[.alternatePhoto])
        #expect(try fixture.library.blobs.remove(raw.sha256))
        #expect(EditFixture.code { try fixture.choose(.raw) } == .missingBytes)
        #expect(
            EditFixture.code { try fixture.temporary.commit(.revertEdit(assetUUID: fixture.asset.uuid, to: .raw)) }
                == .missingBytes)
        #expect(try fixture.row() == fixture.asset && fixture.shown() == "DSC_1.JPG")
    }

    @Test func `an edit is made from the chosen original, and a revert returns to it`() throws {
        try fixture.choose(.raw)
        #expect(try fixture.editing().base.map(\.originalFilename) == ["DSC_1.NEF"])
        try fixture.edit("A")
        #expect(try fixture.shown() == "FullSizeRender.jpg")
        #expect(try fixture.editing().base.map(\.originalFilename) == ["DSC_1.NEF"])
        #expect(try fixture.row().originalChoice == .raw)
        try fixture.temporary.commit(.revertEdit(assetUUID: fixture.asset.uuid))
        let row = try fixture.row()
        #expect(row.originalChoice == .raw && row.pixelWidth == 120)
        #expect(try fixture.shown() == "DSC_1.NEF")
        try fixture.expectClean()
    }

    @Test func `an edited asset is reverted to the other original in one change`() throws {
        try fixture.edit("A")
        #expect(EditFixture.code { try fixture.choose(.raw) } == .unsupportedChange, "It must be reverted first.")
        try fixture.choose(.compressed)
        let change = try fixture.latestChange()
        try fixture.temporary.commit(.revertEdit(assetUUID: fixture.asset.uuid, to: .raw))
        #expect(try fixture.latestChange() == change + 1)
        let row = try fixture.row()
        #expect(!row.hasAdjustments && row.originalChoice == .raw && (row.pixelWidth, row.pixelHeight) == (120, 80))
        #expect(try fixture.shown() == "DSC_1.NEF")
        try fixture.expectClean()
    }

    @Test func `an edit fails if the other original was chosen since its input`() throws {
        let revision = try fixture.editing().revision
        #expect(EditRevision(text: revision.text) == revision && revision.text == "unedited")
        try fixture.choose(.raw)
        let chosen = try fixture.editing().revision
        #expect(chosen != revision && EditRevision(text: chosen.text) == chosen)
        #expect(EditFixture.code { try fixture.edit("A", base: revision) } == .conflictingEdit)
        try fixture.edit("A", base: chosen)
        let edited = try fixture.editing().revision
        #expect(edited != chosen && EditRevision(text: edited.text) == edited)
    }

    @Test func `an edit of the other original chooses it`() throws {
        try fixture.edit("A", original: .raw)
        #expect(try fixture.row().originalChoice == .raw)
        #expect(try fixture.editing().base.map(\.originalFilename) == ["DSC_1.NEF"])
        try fixture.temporary.commit(.revertEdit(assetUUID: fixture.asset.uuid))
        #expect(try fixture.row().pixelWidth == 120)
        try fixture.expectClean()
    }

    @Test func `a choice is undone, unless the asset was changed since`() throws {
        var change = AssetChange()
        change.originalChoice = .raw
        func chosen() throws -> AssetReversal {
            try #require(try fixture.reversal(of: .change(change, assetUUID: fixture.asset.uuid)))
        }
        let reversal = try chosen()
        #expect(try fixture.undo(reversal))
        var row = try fixture.row()
        row.modificationDate = fixture.asset.modificationDate
        #expect(row == fixture.asset)
        #expect(try fixture.shown() == "DSC_1.JPG")
        #expect(try !fixture.undo(reversal))
        let other = try chosen()
        try fixture.edit("A")
        #expect(try !fixture.undo(other), "The edit was made from the RAW.")
        #expect(try fixture.row().originalChoice == .raw)
        try fixture.expectClean()
    }

    @Test func `the undo of a revert to the other original restores the edit and the choice`() throws {
        try fixture.edit("A")
        let edited = try fixture.row()
        let reversal = try #require(
            try fixture.reversal(of: .revertEdit(assetUUID: fixture.asset.uuid, to: .raw)))
        #expect(try fixture.undo(reversal))
        var row = try fixture.row()
        row.modificationDate = edited.modificationDate
        #expect(row == edited)
        #expect(try fixture.editing().base.map(\.originalFilename) == ["DSC_1.JPG"])
        try fixture.temporary.commit(.revertEdit(assetUUID: fixture.asset.uuid))
        #expect(try fixture.row().pixelWidth == 96)
        // Without an edit, the revert only chooses.
        let choice = try #require(
            try fixture.reversal(of: .revertEdit(assetUUID: fixture.asset.uuid, to: .raw)))
        #expect(try fixture.undo(choice))
        #expect(try fixture.row().originalChoice == .compressed && fixture.shown() == "DSC_1.JPG")
        try fixture.expectClean()
    }

    @Test func `a client is asked before it chooses the original of another's photo`() throws {
        let client = fixture.library.view(for: .client("app", access: .full))
        var change = AssetChange()
        change.originalChoice = .raw
        for operation in [
            Transaction.Operation.change(change, assetUUID: fixture.asset.uuid),
            .revertEdit(assetUUID: fixture.asset.uuid, to: .raw),
        ] {
            #expect(try client.consentRequest(in: Transaction([operation]))?.editedAssets == 1)
        }
        #expect(try client.consentRequest(in: Transaction([.revertEdit(assetUUID: fixture.asset.uuid)])) == nil)
    }

    @Test func `an export as shown has the chosen original, and one of originals has both`() throws {
        for (choice, name) in [(OriginalChoice.compressed, "DSC_1.JPG"), (.raw, "DSC_1.NEF")] {
            try fixture.choose(choice)
            let (row, files) = (try fixture.row(), try fixture.files().all)
            var options = ExportOptions()
            options.includesOriginals = false
            #expect(ExportedFiles(of: row, files, options).parts.map(\.originalFilename) == [name])
            options.includesOriginals = true
            #expect(
                ExportedFiles(of: row, files, options).parts.map(\.originalFilename) == ["DSC_1.JPG", "DSC_1.NEF"])
        }
    }
}

/// A library with a photo that was taken as RAW and JPEG. The RAW's bytes are those of a JPEG, which a worker decodes.
struct OriginalChoiceFixture {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder
    let asset: AssetRecord
    var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
        let raw = TemporaryLibrary.Sample("DSC_1.NEF", Self.probe("com.nikon.raw-image", 120, 80), bytes: Self.raw)
        let jpeg = TemporaryLibrary.Sample("DSC_1.JPG", Self.probe("public.jpeg", 96, 64), bytes: Self.jpeg)
        let outcomes = try temporary.add([jpeg, raw])
        asset = try #require(try temporary.asset(outcomes[0]))
    }

    static let jpeg = SampleMedia.jpeg(width: 96, height: 64, comment: "the JPEG")
    static let raw = SampleMedia.jpeg(width: 120, height: 80, comment: "the RAW, with more bytes")

    private static func probe(_ type: String, _ width: Int, _ height: Int) -> MediaProbe {
        var probe = MediaProbe(kind: .image, uniformTypeIdentifier: type, pixelWidth: width, pixelHeight: height)
        probe.isRAW = type.hasSuffix("raw-image")
        return probe
    }

    func choose(_ choice: OriginalChoice, of uuid: String? = nil) throws {
        var change = AssetChange()
        change.originalChoice = choice
        try temporary.commit(.change(change, assetUUID: uuid ?? asset.uuid))
    }

    func edit(_ name: String, base: EditRevision? = nil, original: OriginalChoice? = nil) throws {
        let file = try folder.write(SampleMedia.jpeg(width: 48, height: 40, comment: name), to: "\(name).jpg")
        let edit = AssetEdit(
            adjustment: EditFixture.adjustment("com.example.\(name)", name),
            renderings: [EditRendering(type: .fullSizePhoto, file: file)], base: base, originalChoice: original)
        try temporary.commit(.edit(edit, assetUUID: asset.uuid))
    }

    func reversal(of operation: Transaction.Operation) throws -> AssetReversal? {
        var settings = Transaction.Settings()
        settings.keepsReversals = true
        return try library.owner.commit([operation], settings: settings)[0].reversal
    }

    /// Returns whether the undo changed the asset.
    func undo(_ reversal: AssetReversal) throws -> Bool {
        try library.owner.commit([.revert(reversal)]) == [.reverted(isChanged: true)]
    }

    func row() throws -> AssetRecord { try #require(try library.owner.asset(withUUID: asset.uuid)) }

    func files() throws -> AssetFiles<ResourceRecord> {
        AssetFiles(try #require(try library.owner.resources(ofAsset: asset.id)))
    }

    func editing() throws -> AssetEditing { try #require(try library.owner.editing(ofAsset: asset.uuid)) }

    /// Returns the name of the file that shows a version.
    func picture(_ version: AssetVersion) throws -> String {
        try library.owner.pictureSource(of: asset, version: version).filename
    }

    func shown() throws -> String { try picture(.current) }

    func latestChange() throws -> Int64 { try library.catalog.read { try $0.latestChange() } }

    /// Checks that the library has no fault and no bytes without a row.
    func expectClean() throws {
        let summary = try LibraryVerification(of: library).run(reclaimsOrphans: false) { finding in
            #expect(!finding.isFault, "\(finding)")
        }
        #expect(summary.faults == 0 && summary.orphans == 0)
    }
}
