import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Edits of videos, Live Photos and animated images.
@Suite struct EditedMediaTests {
    private static let identifier = "11111111-2222-3333-4444-555555555555"

    private static func movie(seconds: Int, width: Int = 64, identifier: String? = nil) -> Data {
        var movie = SampleMedia.Movie()
        (movie.width, movie.frames) = (width, 10 * seconds)
        if let identifier { movie.tags = [("com.apple.quicktime.content.identifier", identifier)] }
        return SampleMedia.movie(movie)
    }

    private static func livePhoto() throws -> EditFixture {
        try EditFixture([
            (
                .photo, try SampleMedia.livePhotoPicture(contentIdentifier: identifier, width: 96, height: 64),
                "IMG_1.JPG"
            ),
            (.pairedVideo, movie(seconds: 1, identifier: identifier), "IMG_1.MOV"),
        ])
    }

    private func rendering(
        _ fixture: EditFixture, _ type: ResourceType, _ data: Data, _ name: String
    ) throws -> EditRendering {
        EditRendering(type: type, file: try fixture.folder.write(data, to: name))
    }

    @Test func `an edited video has the rendering's duration, and a revert restores its own`() throws {
        let fixture = try EditFixture([(.video, Self.movie(seconds: 3), "IMG_1.MOV")])
        #expect(fixture.asset.duration == 3)
        let file = try rendering(fixture, .fullSizeVideo, Self.movie(seconds: 1, width: 32), "edit.mov")
        try fixture.commit(AssetEdit(adjustment: EditFixture.adjustment(), renderings: [file]))
        let row = try fixture.row()
        #expect(row.duration == 1 && row.pixelWidth == 32 && row.playbackStyle == .video)
        #expect(try fixture.editing().files.playable(.current)?.type == .fullSizeVideo)
        #expect(try fixture.library.owner.playableSources(of: row, version: .original).map(\.filename) == ["IMG_1.MOV"])
        // Another app's edit.
        let second = try rendering(fixture, .fullSizeVideo, Self.movie(seconds: 2, width: 32), "edit.mov")
        try fixture.commit(AssetEdit(adjustment: EditFixture.adjustment("b"), renderings: [second]))
        #expect(try fixture.types() == [.video, .fullSizeVideo, .adjustmentData, .adjustmentBaseVideo])
        try fixture.revert()
        #expect(try fixture.row().duration == 3 && fixture.types() == [.video])
        try fixture.expectClean()
    }

    @Test func `a slow motion outlives edits and reverts`() throws {
        let fixture = try EditFixture([
            (.video, SampleMedia.slowMotionMovie(seconds: 4), "IMG_1.MOV"),
            (.adjustmentData, try SampleMedia.slowMotionAdjustment(start: 1_000_000_000), "IMG_1.AAE"),
        ])
        let view = fixture.library.owner
        #expect(!fixture.asset.hasAdjustments)
        #expect(try view.slowMotion(of: fixture.asset)?.range.start == 1)
        let revision = try fixture.editing().revision
        let file = try rendering(fixture, .fullSizeVideo, Self.movie(seconds: 1), "edit.mov")
        try fixture.commit(AssetEdit(adjustment: EditFixture.adjustment(), renderings: [file], base: revision))
        let edited = try fixture.row()
        #expect(try fixture.types() == [.video, .fullSizeVideo, .adjustmentData, .adjustmentData])
        #expect(try fixture.editing().files.slowMotionAdjustment?.originalFilename == "IMG_1.AAE")
        #expect(try fixture.editing().adjustmentFile?.originalFilename == "Adjustments.plist")
        #expect(try view.slowMotion(of: edited) == nil)
        #expect(try view.playableSources(of: edited, version: .current).count == 1)
        try fixture.revert()
        #expect(try fixture.types() == [.video, .adjustmentData])
        #expect(try view.slowMotion(of: fixture.row())?.range.start == 1)
        try fixture.expectClean()
    }

    @Test func `an edit of a Live Photo with only a photo makes it a still until a revert`() throws {
        let fixture = try Self.livePhoto()
        #expect(fixture.asset.playbackStyle == .livePhoto)
        try fixture.commit(try fixture.edit("A"))
        let still = try fixture.row()
        #expect(still.playbackStyle == .image && !still.mediaSubtypes.contains(.photoLive))
        #expect(try fixture.editing().current.map(\.type) == [.fullSizePhoto])
        #expect(try fixture.editing().base.map(\.type) == [.photo, .pairedVideo])
        try fixture.revert()
        var row = try fixture.row()
        row.modificationDate = fixture.asset.modificationDate
        #expect(row == fixture.asset)
    }

    @Test func `an edit of a Live Photo with both files stays one, and both become the base of the next edit`() throws {
        let fixture = try Self.livePhoto()
        var edit = try fixture.edit("A")
        edit.renderings.append(
            try rendering(fixture, .fullSizePairedVideo, Self.movie(seconds: 2), "edit.mov"))
        try fixture.commit(edit)
        #expect(try fixture.row().playbackStyle == .livePhoto)
        #expect(try fixture.editing().current.map(\.type) == [.fullSizePhoto, .fullSizePairedVideo])
        try fixture.commit(try fixture.edit("B"))
        #expect(try fixture.row().playbackStyle == .image)
        #expect(try fixture.editing().base.map(\.type) == [.adjustmentBasePhoto, .adjustmentBasePairedVideo])
        try fixture.revert()
        #expect(try fixture.types() == [.photo, .pairedVideo])
        #expect(try fixture.row().playbackStyle == .livePhoto)
        try fixture.expectClean()
    }

    @Test func `an edit makes a still of an animation until a revert`() throws {
        let fixture = try EditFixture([(.photo, SampleMedia.gif(), "a.gif")])
        #expect(fixture.asset.playbackStyle == .imageAnimated)
        try fixture.commit(try fixture.edit())
        #expect(try fixture.row().playbackStyle == .image)
        try fixture.revert()
        #expect(try fixture.row().playbackStyle == .imageAnimated)
    }

    @Test func `the video of a Live Photo that arrives after an edit doesn't change the edited version`() throws {
        let temporary = try TemporaryLibrary()
        let folder = try TemporaryFolder()
        let photo = try SampleMedia.livePhotoPicture(contentIdentifier: Self.identifier, width: 96, height: 64)
        try folder.write(photo, to: "IMG_1.JPG")
        let events = try temporary.importPaths([folder.path])
        guard case .imported(_, let uuid, _, _) = try #require(events.first) else { return }
        let file = try folder.write(SampleMedia.jpeg(width: 32, height: 24), to: "edits/edit.jpg")
        let edit = AssetEdit(
            adjustment: EditFixture.adjustment(), renderings: [EditRendering(type: .fullSizePhoto, file: file)])
        try temporary.commit(.edit(edit, assetUUID: uuid))
        let movie = try folder.write(Self.movie(seconds: 1, identifier: Self.identifier), to: "IMG_1.MOV")
        try temporary.importPaths([movie.path])
        let edited = try #require(try temporary.library.owner.asset(withUUID: uuid))
        #expect(edited.playbackStyle == .image && edited.pixelWidth == 32)
        try temporary.commit(.revertEdit(assetUUID: uuid))
        let row = try #require(try temporary.library.owner.asset(withUUID: uuid))
        #expect(row.playbackStyle == .livePhoto && row.pixelWidth == 96 && row.mediaSubtypes.contains(.photoLive))
    }
}
