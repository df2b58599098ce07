import AVFoundation
import AlbumenTestSupport
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Effects of Live Photos, and Live Photos whose video is turned off, in PhotoKit's API (OS 27).
@Suite struct LivePhotoPlaybackTests {
    private let fixture: ResourceFixture

    init() throws {
        fixture = try ResourceFixture()
    }

    private func change(_ block: @escaping () -> Void) throws {
        try fixture.images.run { try PHPhotoLibrary.shared().performChangesAndWait(block) }
    }

    private func fetch(_ asset: PHAsset) throws -> PHAsset {
        try fixture.images.run {
            try #require(
                PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).firstObject)
        }
    }

    @Test func `setLivePhotoVideoPlaybackEnabled: the asset is a still photo, and a Live Photo again`() throws {
        let live = try fixture.importLivePhoto()
        #expect(live.playbackVariation == .none)
        try change { PHAssetChangeRequest(for: live).setLivePhotoVideoPlaybackEnabled(false) }
        let still = try fetch(live)
        #expect(still.playbackStyle == .image && !still.mediaSubtypes.contains(.photoLive))
        #expect(fixture.resources(of: still).map(\.type) == [.photo, .pairedVideo])
        try change { PHAssetChangeRequest(for: live).setLivePhotoVideoPlaybackEnabled(true) }
        let again = try fetch(live)
        #expect(again.playbackStyle == .livePhoto && again.mediaSubtypes.contains(.photoLive))
    }

    @Test func `setLivePhotoVideoPlaybackEnabled: other assets fail with 3306`() throws {
        let photo = try fixture.importFile(SampleMedia.jpeg(), "photo.jpg")
        let error = #expect(throws: PHPhotosError.self) {
            try change { PHAssetChangeRequest(for: photo).setLivePhotoVideoPlaybackEnabled(false) }
        }
        #expect(error?.code == .requestNotSupportedForAsset)
    }

    @Test(arguments: [("AutoLoop", PHAsset.PlaybackVariation.autoloop), ("Mirror", .mirror)])
    func `playbackVariation: a looping Live Photo plays as a video`(
        flavor: String, variation: PHAsset.PlaybackVariation
    ) throws {
        let pair = try fixture.writePair("A0A0A0A0")
        let document = AdjustmentDocument(
            AdjustmentData(
                formatIdentifier: "com.apple.photo", formatVersion: "1.8", data: SampleMedia.appleRecipe(flavor: flavor)
            ),
            timestamp: Date(), editor: nil)
        let adjustments = try document.encoded()
        var movie = SampleMedia.Movie()
        movie.frames = 20
        let rendering = SampleMedia.movie(movie)
        var placeholder: PHObjectPlaceholder?
        try change {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: pair.photo, options: nil)
            request.addResource(with: .pairedVideo, fileURL: pair.video, options: nil)
            request.addResource(with: .fullSizePhoto, data: SampleMedia.jpeg(width: 32, height: 24), options: nil)
            request.addResource(with: .fullSizePairedVideo, data: rendering, options: nil)
            request.addResource(with: .adjustmentData, data: adjustments, options: nil)
            placeholder = request.placeholderForCreatedAsset
        }
        let identifier = try #require(placeholder).localIdentifier
        let asset = try fixture.images.run {
            try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }
        #expect(asset.playbackVariation == variation && asset.playbackStyle == .videoLooping)
        #expect(asset.mediaType == .image)
        let duration = Mutex<Double?>(nil)
        let ended = Gate()
        _ = fixture.images.run {
            PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { video, _, _ in
                duration.withLock { $0 = video?.duration.seconds }
                ended.open()
            }
        }
        #expect(ended.wait())
        #expect(duration.withLock { $0 } == 2, "The rendered video has 20 frames, ten for each second.")
    }
}
