import Photos
import UIKit

func usePHAssetCollectionSubtype(_ subtype: PHAssetCollectionSubtype) {
    let _: PHAssetCollectionSubtype = .albumRegular
    let _: PHAssetCollectionSubtype = .albumSyncedEvent
    let _: PHAssetCollectionSubtype = .albumSyncedFaces
    let _: PHAssetCollectionSubtype = .albumSyncedAlbum
    let _: PHAssetCollectionSubtype = .albumImported
    let _: PHAssetCollectionSubtype = .albumMyPhotoStream
    let _: PHAssetCollectionSubtype = .albumCloudShared
    let _: PHAssetCollectionSubtype = .smartAlbumGeneric
    let _: PHAssetCollectionSubtype = .smartAlbumPanoramas
    let _: PHAssetCollectionSubtype = .smartAlbumVideos
    let _: PHAssetCollectionSubtype = .smartAlbumFavorites
    let _: PHAssetCollectionSubtype = .smartAlbumTimelapses
    let _: PHAssetCollectionSubtype = .smartAlbumAllHidden
    let _: PHAssetCollectionSubtype = .smartAlbumRecentlyAdded
    let _: PHAssetCollectionSubtype = .smartAlbumBursts
    let _: PHAssetCollectionSubtype = .smartAlbumSlomoVideos
    let _: PHAssetCollectionSubtype = .smartAlbumUserLibrary
    let _: PHAssetCollectionSubtype = .smartAlbumSelfPortraits
    let _: PHAssetCollectionSubtype = .smartAlbumScreenshots
    let _: PHAssetCollectionSubtype = .smartAlbumDepthEffect
    let _: PHAssetCollectionSubtype = .smartAlbumLivePhotos
    let _: PHAssetCollectionSubtype = .smartAlbumAnimated
    let _: PHAssetCollectionSubtype = .smartAlbumLongExposures
    let _: PHAssetCollectionSubtype = .smartAlbumUnableToUpload
    let _: PHAssetCollectionSubtype = .smartAlbumRAW
    let _: PHAssetCollectionSubtype = .smartAlbumCinematic
    let _: PHAssetCollectionSubtype = .smartAlbumSpatial
    let _: PHAssetCollectionSubtype = .smartAlbumScreenRecordings
    let _: PHAssetCollectionSubtype = .any
    let _: Int = subtype.rawValue
    requireRawValue(subtype)
    requireHashable(subtype)
    requireSendable(subtype)
    switch subtype {
    case .smartAlbumUserLibrary, .smartAlbumFavorites: break
    case .albumRegular: break
    default: break
    }
}

/// Numbers that Apple's header does not name.
func usePrivatePHAssetCollectionSubtypes(_ collection: PHAssetCollection) -> Bool {
    let _: PHAssetCollectionSubtype? = PHAssetCollectionSubtype(rawValue: 1_000_000_201)
    if collection.assetCollectionSubtype == PHAssetCollectionSubtype(rawValue: 1_000_000_219) { return true }
    return collection.assetCollectionSubtype.rawValue == 1_000_000_201
        || collection.assetCollectionSubtype.rawValue > PHAssetCollectionSubtype.smartAlbumLongExposures.rawValue
}
