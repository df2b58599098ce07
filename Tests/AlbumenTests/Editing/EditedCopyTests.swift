import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Copies of edited assets by their resources (§5.2.5, §8.2).
@Suite struct EditedCopyTests {
    @Test func `an asset copied by its resources has the whole edit, and reverts to the original`() throws {
        let fixture = try EditFixture()
        try fixture.commit(try fixture.edit("A"))
        try fixture.commit(try fixture.edit("B"))
        let copy = try copy(fixture)
        #expect(copy.types == [.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto])
        for type in copy.types { #expect(try copy.data(type) == fixture.data(type), "\(type)") }
        let (row, original) = (copy.row, try fixture.row())
        #expect(row.hasAdjustments && row.adjustmentFormatIdentifier == "com.example.B")
        #expect(row.adjustmentTimestamp == original.adjustmentTimestamp && row.pixelWidth == original.pixelWidth)
        try copy.temporary.commit(.revertEdit(assetUUID: row.uuid))
        let reverted = try #require(try copy.temporary.library.owner.asset(withUUID: row.uuid))
        #expect(reverted.pixelWidth == fixture.asset.pixelWidth && !reverted.hasAdjustments)
        #expect(try copy.temporary.resources(reverted) == ["photo IMG_1.JPG"])
        #expect(try copy.temporary.library.blobs.digests(after: nil, limit: 9).count == 1)
    }

    @Test func `a copied slow motion stays one, with or without an edit`() throws {
        let fixture = try EditFixture([
            (.video, SampleMedia.slowMotionMovie(seconds: 4), "IMG_1.MOV"),
            (.adjustmentData, try SampleMedia.slowMotionAdjustment(start: 1_000_000_000), "IMG_1.AAE"),
        ])
        #expect(try !copy(fixture).row.hasAdjustments)
        let file = try fixture.folder.write(SampleMedia.movie(), to: "edit.mov")
        // An app can use the format of the slow motion for its own edit.
        let slow = try SampleMedia.slowMotionAdjustment(start: 0)
        for format in ["com.example", SlowMotionAdjustment.formatIdentifier] {
            let adjustment = AdjustmentData(formatIdentifier: format, formatVersion: "1.1", data: slow)
            try fixture.commit(
                AssetEdit(adjustment: adjustment, renderings: [EditRendering(type: .fullSizeVideo, file: file)]))
            try fixture.revert()
            try fixture.commit(
                AssetEdit(adjustment: adjustment, renderings: [EditRendering(type: .fullSizeVideo, file: file)]))
            let copy = try copy(fixture)
            #expect(copy.types == [.video, .fullSizeVideo, .adjustmentData, .adjustmentData])
            #expect(copy.row.adjustmentFormatIdentifier == format)
            try copy.temporary.commit(.revertEdit(assetUUID: copy.row.uuid))
            let row = try #require(try copy.temporary.library.owner.asset(withUUID: copy.row.uuid))
            #expect(try copy.temporary.library.owner.slowMotion(of: row)?.range.start == 1)
        }
    }

    @Test(
        "the sets of resources that make an edited asset (§5.2.5)",
        arguments: [
            ([ResourceType.photo, .fullSizePhoto, .adjustmentData], true),
            ([.photo, .alternatePhoto, .fullSizePhoto, .adjustmentData], true),
            ([.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto], true),
            ([.photo, .pairedVideo, .fullSizePhoto, .fullSizePairedVideo, .adjustmentData], true),
            ([.video, .fullSizeVideo, .adjustmentData, .adjustmentBaseVideo], true), ([.video, .adjustmentData], true),
            ([.video, .fullSizeVideo, .adjustmentData, .adjustmentData], true),
            ([.photo, .adjustmentData], false), ([.photo, .fullSizePhoto], false), ([.fullSizePhoto], false),
            ([.photo, .fullSizePhoto, .adjustmentData, .adjustmentData], false),
            ([.photo, .adjustmentBasePhoto, .adjustmentData], false),
            ([.photo, .fullSizeVideo, .adjustmentData], false), ([.video, .fullSizePhoto, .adjustmentData], false),
            ([.photo, .fullSizePairedVideo, .adjustmentData], false), ([.adjustmentData], false),
        ])
    func combinations(types: [ResourceType], isSupported: Bool) {
        #expect(AssetDraft.supports(types) == isSupported)
        #expect(AssetDraft.supports(types.reversed()) == isSupported)
    }

    @Test func `adjustment data that isn't a property list or has no rendering creates nothing`() throws {
        let fixture = try EditFixture()
        let document = try AdjustmentDocument(EditFixture.adjustment(), timestamp: nil, editor: nil).encoded()
        let photo = AssetDraft.Part(type: .photo, bytes: .data(SampleMedia.jpeg(comment: "new")))
        let rendering = AssetDraft.Part(type: .fullSizePhoto, bytes: .data(SampleMedia.jpeg(comment: "edit")))
        let movie = AssetDraft.Part(type: .video, bytes: .data(SampleMedia.movie()))
        let sets: [[AssetDraft.Part]] = [
            [photo, rendering, .init(type: .adjustmentData, bytes: .data(Data("text".utf8)))],
            [photo, rendering, .init(type: .adjustmentData, bytes: .data(document.prefix(document.count - 9)))],
            [movie, .init(type: .adjustmentData, bytes: .data(document))],
        ]
        for parts in sets {
            let draft = AssetDraft(uuid: UUID().uuidString, parts: parts)
            #expect(EditFixture.code { try fixture.temporary.commit(.createAsset(draft)) } == .invalidResource)
        }
        #expect(try fixture.library.owner.assetCount(AssetFetch()) == 1)
        try fixture.expectClean()
    }

    private struct Copy {
        let temporary: TemporaryLibrary
        let row: AssetRecord
        let resources: [ResourceRecord]
        var types: [ResourceType] { AssetFiles(resources).all.map(\.type) }

        func data(_ type: ResourceType) throws -> Data? {
            try AssetFiles(resources)[type].map { try temporary.library.blobs.read($0.sha256, atMost: 1 << 24) }
        }
    }

    private func copy(_ fixture: EditFixture) throws -> Copy {
        let temporary = try TemporaryLibrary()
        let parts = try fixture.editing().files.all.map { file in
            AssetDraft.Part(
                type: file.type, bytes: .data(try fixture.library.blobs.read(file.sha256, atMost: 1 << 24)),
                originalFilename: file.originalFilename)
        }
        let draft = AssetDraft(uuid: UUID().uuidString, parts: parts)
        try temporary.commit(.createAsset(draft))
        let row = try #require(try temporary.library.owner.asset(withUUID: draft.uuid))
        return Copy(
            temporary: temporary, row: row,
            resources: try #require(try temporary.library.owner.resources(ofAsset: row.id)))
    }
}
