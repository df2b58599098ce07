import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Turning the video of a Live Photo off and on (`setLivePhotoVideoPlaybackEnabled`, OS 27).
@Suite struct VideoPlaybackTests {
    private let fixture: EditFixture

    init() throws {
        var movie = SampleMedia.Movie()
        movie.tags = [("com.apple.quicktime.content.identifier", "A0A0A0A0")]
        fixture = try EditFixture([
            (.photo, try SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0"), "IMG_1.JPG"),
            (.pairedVideo, SampleMedia.movie(movie), "IMG_1.MOV"),
        ])
    }

    @discardableResult
    private func turn(_ isOn: Bool) throws -> Transaction.Outcome {
        var change = AssetChange()
        change.playsVideo = isOn
        var transaction = Transaction()
        transaction.record(.change(change, assetUUID: fixture.uuid))
        transaction.settings.keepsReversals = true
        return try #require(try fixture.library.owner.commit(transaction).first)
    }

    private func isLive() throws -> Bool {
        let row = try fixture.row()
        #expect((row.playbackStyle == .livePhoto) == row.mediaSubtypes.contains(.photoLive))
        #expect(row.playbackStyle == (row.mediaSubtypes.contains(.photoLive) ? .livePhoto : .image))
        return row.mediaSubtypes.contains(.photoLive)
    }

    @Test func `without its video, a Live Photo is a still photo with both files`() throws {
        #expect(try isLive())
        try turn(false)
        #expect(try !isLive())
        #expect(try fixture.types() == [.photo, .pairedVideo])
        try turn(false)
        try turn(true)
        #expect(try isLive())
        try fixture.expectClean()
    }

    @Test func `the change can be undone, unless it was changed again`() throws {
        guard case .changed(let reversal) = try turn(false) else {
            Issue.record("no reversal")
            return
        }
        try fixture.temporary.commit(.revert(reversal))
        #expect(try isLive())
        try turn(false)
        try turn(true)
        try fixture.temporary.commit(.revert(reversal))
        #expect(try isLive())
    }

    @Test func `an edit and its revert keep the video off or on`() throws {
        try turn(false)
        try fixture.commit(fixture.edit())
        #expect(try !isLive())
        try turn(true)
        #expect(try !isLive(), "The edit has no video.")
        try fixture.revert()
        #expect(try isLive())
        try fixture.commit(fixture.edit("B"))
        try turn(false)
        try fixture.revert()
        #expect(try !isLive())
    }

    @Test func `a photo without a video is refused`() throws {
        let still = try EditFixture()
        var change = AssetChange()
        change.playsVideo = false
        let code = EditFixture.code { try still.temporary.commit(.change(change, assetUUID: still.uuid)) }
        #expect(code == .unsupportedAsset)
        let draft = AssetDraft(
            uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .data(SampleMedia.jpeg()))], change: change)
        #expect(EditFixture.code { try still.temporary.commit(.createAsset(draft)) } == .unsupportedAsset)
    }
}
