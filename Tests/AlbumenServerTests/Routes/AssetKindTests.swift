import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import AlbumenServer

/// The kinds of an asset.
@Suite struct AssetKindTests {
    @Test func `each kind has an asset of only that kind`() {
        let changes: [AssetKind: (inout AssetRecord) -> Void] = [
            .video: { $0.mediaType = .video },
            .live: { $0.mediaSubtypes = .photoLive },
            .raw: { $0.isRAW = true },
            .burst: { $0.burstIdentifier = "burst" },
            .hdr: { $0.mediaSubtypes = .photoHDR },
            .panorama: { $0.mediaSubtypes = .photoPanorama },
            .screenshot: { $0.mediaSubtypes = .photoScreenshot },
            .portrait: { $0.mediaSubtypes = .photoDepthEffect },
            .animated: { $0.playbackStyle = .imageAnimated },
            .slomo: { $0.mediaSubtypes = .videoHighFrameRate },
            .timelapse: { $0.mediaSubtypes = .videoTimelapse },
            .screenRecording: { $0.mediaSubtypes = .videoScreenRecording },
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
        asset.mediaType = .video
        asset.mediaSubtypes = [.videoHighFrameRate, .videoScreenRecording]
        asset.isHidden = true
        #expect(AssetKind.kinds(of: asset) == [.video, .slomo, .screenRecording, .favorite, .hidden])
    }

    private static let photo = AssetRecord(
        uuid: "", mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 4, pixelHeight: 3,
        duration: 0,
        creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0))
}
