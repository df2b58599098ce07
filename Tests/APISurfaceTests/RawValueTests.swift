import Photos
import PhotosUI
import Testing
import UIKit

@Suite struct RawValueTests {
    /// The name of the case with a raw value, of each enumeration that is declared.
    private static let caseNames: [String: (Int) -> String?] = [
        "PHAccessLevel": { PHAccessLevel(rawValue: $0).map { "\($0)" } },
        "PHAsset.PlaybackStyle": { PHAsset.PlaybackStyle(rawValue: $0).map { "\($0)" } },
        "PHAsset.PlaybackVariation": { PHAsset.PlaybackVariation(rawValue: $0).map { "\($0)" } },
        "PHAsset.AdjustmentsState": { PHAsset.AdjustmentsState(rawValue: $0).map { "\($0)" } },
        "PHAsset.OriginalResourceChoice": { PHAsset.OriginalResourceChoice(rawValue: $0).map { "\($0)" } },
        "PHAsset.Rating": { PHAsset.Rating(rawValue: $0).map { "\($0)" } },
        "PHAssetEditOperation": { PHAssetEditOperation(rawValue: $0).map { "\($0)" } },
        "PHCollectionEditOperation": { PHCollectionEditOperation(rawValue: $0).map { "\($0)" } },
        "PHCollectionListSubtype": { PHCollectionListSubtype(rawValue: $0).map { "\($0)" } },
        "PHCollectionListType": { PHCollectionListType(rawValue: $0).map { "\($0)" } },
        "PHObjectType": { PHObjectType(rawValue: $0).map { "\($0)" } },
        "PHPhotosError.Code": { PHPhotosError.Code(rawValue: $0).map { "\($0)" } },
        "PHAssetCollectionSubtype": { PHAssetCollectionSubtype(rawValue: $0).map { "\($0)" } },
        "PHAssetCollectionType": { PHAssetCollectionType(rawValue: $0).map { "\($0)" } },
        "PHAssetMediaType": { PHAssetMediaType(rawValue: $0).map { "\($0)" } },
        "PHAssetResourceType": { PHAssetResourceType(rawValue: $0).map { "\($0)" } },
        "PHAuthorizationStatus": { PHAuthorizationStatus(rawValue: $0).map { "\($0)" } },
        "PHImageContentMode": { PHImageContentMode(rawValue: $0).map { "\($0)" } },
        "PHImageRequestOptionsDeliveryMode": { PHImageRequestOptionsDeliveryMode(rawValue: $0).map { "\($0)" } },
        "PHImageRequestOptionsResizeMode": { PHImageRequestOptionsResizeMode(rawValue: $0).map { "\($0)" } },
        "PHVideoRequestOptionsVersion": { PHVideoRequestOptionsVersion(rawValue: $0).map { "\($0)" } },
        "PHVideoRequestOptionsDeliveryMode": { PHVideoRequestOptionsDeliveryMode(rawValue: $0).map { "\($0)" } },
        "PHLivePhotoFrameType": { PHLivePhotoFrameType(rawValue: $0).map { "\($0)" } },
        "PHLivePhotoViewPlaybackStyle": { PHLivePhotoViewPlaybackStyle(rawValue: $0).map { "\($0)" } },
        "PHImageRequestOptionsVersion": { PHImageRequestOptionsVersion(rawValue: $0).map { "\($0)" } },
    ]

    private static let options: [String: [String: UInt]] = [
        "PHAssetBurstSelectionType": [
            "autoPick": PHAssetBurstSelectionType.autoPick.rawValue,
            "userPick": PHAssetBurstSelectionType.userPick.rawValue,
        ],
        "PHAssetMediaSubtype": [
            "photoPanorama": PHAssetMediaSubtype.photoPanorama.rawValue,
            "photoHDR": PHAssetMediaSubtype.photoHDR.rawValue,
            "photoScreenshot": PHAssetMediaSubtype.photoScreenshot.rawValue,
            "photoLive": PHAssetMediaSubtype.photoLive.rawValue,
            "photoDepthEffect": PHAssetMediaSubtype.photoDepthEffect.rawValue,
            "photoAnimation": PHAssetMediaSubtype.photoAnimation.rawValue,
            "spatialMedia": PHAssetMediaSubtype.spatialMedia.rawValue,
            "videoStreamed": PHAssetMediaSubtype.videoStreamed.rawValue,
            "videoHighFrameRate": PHAssetMediaSubtype.videoHighFrameRate.rawValue,
            "videoTimelapse": PHAssetMediaSubtype.videoTimelapse.rawValue,
            "videoScreenRecording": PHAssetMediaSubtype.videoScreenRecording.rawValue,
            "videoCinematic": PHAssetMediaSubtype.videoCinematic.rawValue,
        ],
        "PHPickerCapabilities": [
            "search": PHPickerCapabilities.search.rawValue,
            "stagingArea": PHPickerCapabilities.stagingArea.rawValue,
            "collectionNavigation": PHPickerCapabilities.collectionNavigation.rawValue,
            "selectionActions": PHPickerCapabilities.selectionActions.rawValue,
            "sensitivityAnalysisIntervention": PHPickerCapabilities.sensitivityAnalysisIntervention.rawValue,
        ],
        "PHPickerMetadataOptions": [
            "removeLocation": PHPickerMetadataOptions.removeLocation.rawValue,
            "removeCaptions": PHPickerMetadataOptions.removeCaptions.rawValue,
        ],
        "PHAssetSourceType": [
            "typeUserLibrary": PHAssetSourceType.typeUserLibrary.rawValue,
            "typeCloudShared": PHAssetSourceType.typeCloudShared.rawValue,
            "typeiTunesSynced": PHAssetSourceType.typeiTunesSynced.rawValue,
        ],
    ]

    @Test(
        "every case has Apple's name and number",
        .enabled(if: AppleDeclarations.isPresent, AppleDeclarations.absence),
        arguments: caseNames.keys.sorted())
    func cases(type: String) throws {
        let caseName = try #require(Self.caseNames[type])
        let rows = try AppleDeclarations.rows(ofKind: "enum-case").filter { $0.type == type }
        try #require(!rows.isEmpty)
        for row in rows {
            let text = try #require(row.signature.split(separator: " ").drop { $0 != "=" }.dropFirst().first)
            let number = try #require(text == "NSIntegerMax" ? Int.max : Int(text), "\(row.signature)")
            #expect(caseName(number) == row.member)
        }
    }

    @Test(
        "every option has Apple's name and bit",
        .enabled(if: AppleDeclarations.isPresent, AppleDeclarations.absence),
        arguments: options.keys.sorted())
    func bits(type: String) throws {
        let rows = try AppleDeclarations.rows(ofKind: "option").filter { $0.type == type }
        var expected: [String: UInt] = [:]
        for row in rows {
            let shift = try #require(row.signature.components(separatedBy: "rawValue 1<<").dropFirst().first)
            expected[row.member] = 1 << (try #require(UInt(shift.prefix { $0.isNumber })))
        }
        #expect(Self.options[type] == expected)
    }

    @Test func `numbers without a name in Apple's header make subtypes`() {
        #expect(PHAssetCollectionSubtype(rawValue: 1_000_000_201)?.rawValue == 1_000_000_201)
        #expect(PHAssetCollectionSubtype(rawValue: 1_000_000_219)?.rawValue == 1_000_000_219)
        #expect(PHAssetCollectionSubtype(rawValue: 1) == nil)
    }
}
