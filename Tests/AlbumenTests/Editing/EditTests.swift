import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Edits of photos, and their reverts (§6).
@Suite struct EditTests {
    @Test func `an edit adds a rendering and a recipe, and the asset has the rendering's values (§6.4.7)`() throws {
        let fixture = try EditFixture()
        let original = try fixture.data(.photo)
        let before = try fixture.latestChange()
        try fixture.commit(try fixture.edit())
        #expect(try fixture.types() == [.photo, .fullSizePhoto, .adjustmentData])
        #expect(try fixture.data(.photo) == original)
        #expect(try fixture.data(.fullSizePhoto) == fixture.bytes())
        let row = try fixture.row()
        #expect(row.hasAdjustments && row.adjustmentFormatIdentifier == "com.example.A")
        #expect((row.pixelWidth, row.pixelHeight) == (48, 40))
        #expect(try #require(row.modificationDate) > fixture.asset.modificationDate ?? .distantFuture)
        #expect(row.creationDate == fixture.asset.creationDate)
        let editing = try fixture.editing()
        #expect(editing.current.map(\.type) == [.fullSizePhoto] && editing.base.map(\.type) == [.photo])
        #expect(editing.files.all.filter(editing.files.isCurrent).map(\.type) == [.fullSizePhoto, .adjustmentData])
        let document = try #require(try fixture.library.owner.adjustmentDocument(of: editing))
        #expect(document.adjustment == EditFixture.adjustment("com.example.A", "A"))
        #expect(document.timestamp == row.adjustmentTimestamp && document.editor == nil)
        let file = try #require(editing.adjustmentFile)
        #expect(file.originalFilename == "Adjustments.plist" && file.uniformTypeIdentifier == "com.apple.property-list")
        #expect(try fixture.latestChange() == before + 1)
        let token = try fixture.library.owner.currentToken()
        #expect(try fixture.library.catalog.read { try $0.placeholders(ofAssets: [row.id]) }.count == 1)
        #expect(try fixture.library.owner.currentToken() == token)
        try fixture.expectClean()
    }

    @Test func `a revert restores the original, its values and its derivatives (§6.5)`() throws {
        let fixture = try EditFixture()
        let original = try fixture.data(.photo)
        try fixture.temporary.commit(
            .notePicture(
                try BlobDigest(hashing: try #require(original)), placeholder: Data([7]), damage: nil))
        try fixture.commit(try fixture.edit())
        let rendering = try BlobDigest(hashing: fixture.bytes())
        #expect(try fixture.library.blobs.contains(rendering))
        try fixture.revert()
        #expect(try fixture.types() == [.photo] && fixture.data(.photo) == original)
        var row = try fixture.row()
        #expect(row.modificationDate != fixture.asset.modificationDate)
        row.modificationDate = fixture.asset.modificationDate
        #expect(row == fixture.asset)
        #expect(try fixture.library.catalog.read { try $0.placeholders(ofAssets: [row.id]) } == [row.id: Data([7])])
        #expect(try fixture.library.catalog.read { try $0.unadjustedValues(ofAsset: row.id) } == nil)
        #expect(try !fixture.library.blobs.contains(rendering))
        // Without an edit, nothing changes.
        let change = try fixture.latestChange()
        try fixture.revert()
        #expect(try fixture.latestChange() == change)
        try fixture.expectClean()
    }

    @Test func `another app's edit is based on the earlier rendering, and the original stays (§6.2.4)`() throws {
        let fixture = try EditFixture()
        let original = try fixture.data(.photo)
        try fixture.commit(try fixture.edit("A"))
        try fixture.commit(try fixture.edit("B", base: try fixture.editing().revision))
        #expect(try fixture.types() == [.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto])
        #expect(try fixture.data(.adjustmentBasePhoto) == fixture.bytes("A"))
        #expect(try fixture.data(.fullSizePhoto) == fixture.bytes("B"))
        #expect(try fixture.data(.photo) == original)
        #expect(try fixture.editing().base.map(\.type) == [.adjustmentBasePhoto])
        #expect(try fixture.row().adjustmentFormatIdentifier == "com.example.B")
        // The app continues its edit: the base stays.
        try fixture.commit(try fixture.edit("B2", isContinuing: true))
        #expect(try fixture.data(.adjustmentBasePhoto) == fixture.bytes("A"))
        #expect(try fixture.data(.fullSizePhoto) == fixture.bytes("B2"))
        // A third app: the second rendering is the base now, and the first one is gone.
        try fixture.commit(try fixture.edit("C"))
        #expect(try fixture.data(.adjustmentBasePhoto) == fixture.bytes("B2"))
        #expect(try !fixture.library.blobs.contains(BlobDigest(hashing: fixture.bytes("A"))))
        try fixture.expectClean()
        try fixture.revert()
        #expect(try fixture.types() == [.photo] && fixture.data(.photo) == original)
        #expect(try fixture.row().pixelWidth == fixture.asset.pixelWidth)
        try fixture.expectClean()
    }

    @Test func `a continued first edit is based on the original`() throws {
        let fixture = try EditFixture()
        try fixture.commit(try fixture.edit("A"))
        try fixture.commit(try fixture.edit("A2", isContinuing: true))
        #expect(try fixture.types() == [.photo, .fullSizePhoto, .adjustmentData])
        #expect(try fixture.editing().base.map(\.type) == [.photo])
        try fixture.expectClean()
    }

    @Test func `an edit whose asset was edited or reverted meanwhile fails, and nothing is lost`() throws {
        let fixture = try EditFixture()
        let unedited = try fixture.editing().revision
        try fixture.commit(try fixture.edit("A", base: unedited))
        let edited = try fixture.editing().revision
        #expect(edited != unedited)
        let change = try fixture.latestChange()
        #expect(EditFixture.code { try fixture.commit(try fixture.edit("B", base: unedited)) } == .conflictingEdit)
        #expect(try fixture.latestChange() == change && fixture.data(.fullSizePhoto) == fixture.bytes("A"))
        #expect(
            EditFixture.code {
                try fixture.temporary.commit(.revertEdit(assetUUID: fixture.uuid, base: unedited))
            } == .conflictingEdit)
        #expect(try fixture.data(.fullSizePhoto) == fixture.bytes("A"))
        try fixture.temporary.commit(.revertEdit(assetUUID: fixture.uuid, base: edited))
        #expect(EditFixture.code { try fixture.commit(try fixture.edit("B", base: edited)) } == .conflictingEdit)
        #expect(try fixture.types() == [.photo])
        try fixture.expectClean()
        // Favorites don't affect edits.
        try fixture.temporary.commit(.setFavorite(true, assetUUID: fixture.uuid))
        try fixture.commit(try fixture.edit("B", base: unedited))
    }

    @Test func `the history records a change of content for each edit and revert`() throws {
        let fixture = try EditFixture()
        for step in 0..<3 {
            let version = try fixture.latestChange()
            if step < 2 { try fixture.commit(try fixture.edit("\(step)")) } else { try fixture.revert() }
            #expect(try contentChanged(fixture, after: version) == true, "\(step)")
        }
        let version = try fixture.latestChange()
        try fixture.temporary.commit(.setFavorite(true, assetUUID: fixture.uuid))
        #expect(try contentChanged(fixture, after: version) == false)
    }

    private func contentChanged(_ fixture: EditFixture, after version: Int64) throws -> Bool? {
        let changes = version + 1...(try fixture.latestChange())
        return try fixture.library.catalog.read { try $0.assetTouched(fixture.asset.id, by: changes) }?.contentChanged
    }

    @Test func `an asset in Recently Deleted can't be edited, and a purge removes the files of its edit`() throws {
        let fixture = try EditFixture()
        try fixture.commit(try fixture.edit("A"))
        try fixture.temporary.commit(.trash(assetUUID: fixture.uuid))
        #expect(EditFixture.code { try fixture.commit(try fixture.edit("B")) } == .unsupportedChange)
        #expect(EditFixture.code(fixture.revert) == .unsupportedChange)
        try fixture.temporary.commit(.purge(assetUUID: fixture.uuid))
        #expect(try fixture.library.blobs.digests(after: nil, limit: 10).isEmpty)
        #expect(EditFixture.code { try fixture.commit(try fixture.edit("C")) } == .notFound)
        #expect(try fixture.library.blobs.digests(after: nil, limit: 10).isEmpty)
    }

    @Test func `a revert needs the original's bytes (3164 if they are remote)`() throws {
        let remote = StandInBlobStore()
        let fixture = try EditFixture(remote: remote)
        let original = try #require(try fixture.data(.photo))
        try fixture.commit(try fixture.edit())
        try remote.keep(original)
        let digest = try BlobDigest(hashing: original)
        _ = try fixture.library.blobs.remove(digest)
        #expect(EditFixture.code(fixture.revert) == .networkAccessRequired)
        #expect(try fixture.row().hasAdjustments && fixture.data(.fullSizePhoto) == fixture.bytes())
        let local = try EditFixture()
        try local.commit(try local.edit())
        _ = try local.library.blobs.remove(digest)
        #expect(EditFixture.code(local.revert) == .missingBytes)
        // A damaged original is here, and no download replaces it.
        let damaged = try EditFixture(remote: remote)
        try damaged.commit(try damaged.edit())
        let file = damaged.library.blobs.fileURL(of: digest)
        try FileManager.default.removeItem(at: file)
        try original.dropLast().write(to: file)
        #expect(EditFixture.code(damaged.revert) == .missingBytes)
    }

    @Test func `a new asset can start with an edit, also of a client that may only add (§6.4.5)`() throws {
        let fixture = try EditFixture()
        for access in [Access.full, .limited(client: "test"), .addOnly] {
            let draft = AssetDraft(
                uuid: UUID().uuidString,
                parts: [.init(type: .photo, bytes: .data(SampleMedia.jpeg(comment: "\(access)")))])
            var transaction = Transaction([
                .createAsset(draft), .edit(try fixture.edit("\(draft.uuid)"), assetUUID: draft.uuid),
            ])
            #expect(transaction.onlyAdds)
            let view = fixture.library.view(for: .client("test", access: access))
            try view.commit(transaction)
            let row = try #require(try fixture.library.owner.asset(withUUID: draft.uuid))
            #expect(row.hasAdjustments && row.creator == view.principal.author)
            transaction.record(.edit(try fixture.edit("other"), assetUUID: fixture.uuid))
            #expect(!transaction.onlyAdds)
        }
        #expect(
            EditFixture.code { try fixture.commit(try fixture.edit("B"), access: .addOnly) } == .accessDenied)
        let limited = Access.limited(client: "other")
        #expect(EditFixture.code { try fixture.commit(try fixture.edit("B"), access: limited) } == .notFound)
        try fixture.expectClean()
    }

    @Test func `the document of an app's edit names the app`() throws {
        let fixture = try EditFixture()
        let view = fixture.library.view(for: .client("com.example.app", access: .full))
        try view.commit([.edit(try fixture.edit(), assetUUID: fixture.uuid)])
        #expect(try fixture.library.owner.adjustmentDocument(of: fixture.editing())?.editor == "com.example.app")
        #expect(try fixture.row().creator == nil)
    }

    @Test func `verify finds an asset whose edit lost its rendering`() throws {
        let fixture = try EditFixture()
        try fixture.commit(try fixture.edit())
        let rendering = try #require(try fixture.editing().files[.fullSizePhoto])
        try fixture.library.catalog.write(author: "test") { try $0.delete(rendering) }
        var faults: [LibraryVerification.Finding] = []
        _ = try LibraryVerification(of: fixture.library).run(reclaimsOrphans: false) { finding in
            if finding.isFault { faults.append(finding) }
        }
        #expect(faults == [.catalog("the edit of the asset \(fixture.uuid) doesn't match its files")])
    }
}
