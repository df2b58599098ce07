import AVFoundation
import AlbumenTestSupport
import Foundation
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Motion photos of other makers are Live Photos for PhotoKit (imports 4, §4.11, §8).
@Suite struct MotionPhotoRequestTests {
    let fixture: ResourceFixture
    private let video = SampleMedia.movie()

    init() throws {
        fixture = try ResourceFixture()
    }

    private func add() throws -> PHAsset {
        try fixture.importFile(SampleMedia.motionPhoto(video: video), "PXL_1.MP.jpg")
    }

    @Test func `§8: the video is a resource, and its bytes are those within the photo`() throws {
        let asset = try add()
        #expect(asset.mediaSubtypes.contains(.photoLive) && asset.playbackStyle == .livePhoto)
        let resources = fixture.resources(of: asset)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        #expect(resources.map(\.name) == ["PXL_1.MP.jpg", "PXL_1.MP.MOV"])
        let photo = try fixture.data(of: resources[0]).get()
        #expect(photo == (try Data(contentsOf: fixture.folder.file("PXL_1.MP.jpg"))))
        #expect(try fixture.data(of: resources[1]).get() == video)
        let copy = fixture.folder.file("copy.mov")
        #expect(try fixture.write(resources[1], to: copy) == nil)
        #expect(try Data(contentsOf: copy) == video)
    }

    @Test func `§4.11: a Live Photo is delivered, and its video has a URL`() throws {
        let asset = try add()
        let results = CallRecorder<PHLivePhoto?>()
        let ended = Gate()
        let options = PHLivePhotoRequestOptions()
        options.deliveryMode = .highQualityFormat
        _ = fixture.images.run {
            PHImageManager.default().requestLivePhoto(
                for: asset, targetSize: CGSize(width: 32, height: 24), contentMode: .aspectFit, options: options
            ) { livePhoto, _ in
                results.record(livePhoto)
                ended.open()
            }
        }
        try #require(ended.wait())
        let livePhoto = try #require(results.calls.last ?? nil)
        let url = try #require(fixture.images.run { livePhoto.videoURL })
        #expect(try Data(contentsOf: url) == video)
    }

    @Test func `§6.6: an edit knows the photo's time`() throws {
        let editing = try EditingFixture()
        let asset = try editing.resources.importFile(SampleMedia.motionPhoto(video: video), "PXL_1.MP.jpg")
        let input = try editing.input(of: asset)
        let time = try #require(
            editing.run { PHLivePhotoEditingContext(livePhotoEditingInput: input)?.photoTime.seconds })
        #expect(abs(time - 0.3) < 0.001)
    }
}
