import Catalog
import Foundation
import MediaWork
import Records
import Testing

@testable import AlbumenServer

/// What sets an asset apart.
@Suite struct AssetKindTests {
    @Test func `each kind has an asset of only that kind`() {
        let changes: [AssetKind: (inout AssetRecord) -> Void] = [
            .video: { $0.mediaType = 2 },
            .live: { $0.mediaSubtypes = MediaProbe.Subtypes.photoLive.rawValue },
            .raw: { $0.isRAW = true },
            .burst: { $0.burstIdentifier = "burst" },
            .hdr: { $0.mediaSubtypes = MediaProbe.Subtypes.photoHDR.rawValue },
            .panorama: { $0.mediaSubtypes = MediaProbe.Subtypes.photoPanorama.rawValue },
            .screenshot: { $0.mediaSubtypes = MediaProbe.Subtypes.photoScreenshot.rawValue },
            .portrait: { $0.mediaSubtypes = MediaProbe.Subtypes.photoDepthEffect.rawValue },
            .animated: { $0.playbackStyle = 2 },
            .slomo: { $0.mediaSubtypes = MediaProbe.Subtypes.videoHighFrameRate.rawValue },
            .timelapse: { $0.mediaSubtypes = MediaProbe.Subtypes.videoTimelapse.rawValue },
            .screenRecording: { $0.mediaSubtypes = MediaProbe.Subtypes.videoScreenRecording.rawValue },
            .selfie: { $0.isSelfPortrait = true },
            .favorite: { $0.isFavorite = true },
            .hidden: { $0.isHidden = true },
            .damaged: { $0.damage = "The file ends early." },
        ]
        for kind in AssetKind.allCases {
            var asset = Self.photo
            #expect(changes[kind] != nil, "\(kind) has no asset here")
            changes[kind]?(&asset)
            #expect(AssetKind.kinds(of: asset) == [kind])
        }
    }

    @Test func `an ordinary photo has no kind`() {
        #expect(AssetKind.kinds(of: Self.photo) == [])
    }

    @Test func `an asset has its kinds in a fixed order`() {
        var asset = Self.photo
        asset.isFavorite = true
        asset.mediaType = 2
        asset.mediaSubtypes = MediaProbe.Subtypes([.videoHighFrameRate, .videoScreenRecording]).rawValue
        asset.isHidden = true
        #expect(AssetKind.kinds(of: asset) == [.video, .slomo, .screenRecording, .favorite, .hidden])
    }

    private static let photo = AssetRecord(
        uuid: "", mediaType: 1, mediaSubtypes: 0, playbackStyle: 1, pixelWidth: 4, pixelHeight: 3, duration: 0,
        creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0))
}
