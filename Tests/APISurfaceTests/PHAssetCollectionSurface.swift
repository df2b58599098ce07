import Photos
import UIKit

func usePHAssetCollection(_ collection: PHAssetCollection) {
    let _: PHAssetCollection = PHAssetCollection()
    let _: PHCollection = collection
    let _: PHAssetCollectionType = collection.assetCollectionType
    let _: PHAssetCollectionSubtype = collection.assetCollectionSubtype
    let _: Int = collection.estimatedAssetCount
    let _: Bool = collection.estimatedAssetCount == NSNotFound
    let _: Date? = collection.startDate
    let _: Date? = collection.endDate
    let _: CLLocation? = collection.approximateLocation
    let _: [String] = collection.localizedLocationNames
    let _: String? = collection.localizedTitle
    let _: Bool = collection.canContainAssets
    let _: Any? = collection.value(forKey: "assetCollectionSubtype")
    let _: [PHAssetCollection: PHFetchResult<PHAsset>] = [collection: PHFetchResult()]
    requireSendable(collection)
}

func fetchPHAssetCollections(options: PHFetchOptions, identifiers: [String]) -> [PHAssetCollection] {
    let cameraRoll: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
    let _: PHAssetCollection? = cameraRoll.firstObject
    let _: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchAssetCollections(
        with: PHAssetCollectionType.album, subtype: PHAssetCollectionSubtype.any, options: options)
    let _: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: identifiers, options: nil)

    var albums: [PHAssetCollection] = []
    let smartAlbums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
    let userAlbums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: nil)
    for result in [smartAlbums, userAlbums] {
        result.enumerateObjects { album, _, _ in albums.append(album) }
    }
    return albums.sorted { ($0.localizedTitle ?? "") < ($1.localizedTitle ?? "") }
}

func fetchOtherPHAssetCollections(
    _ album: PHAssetCollection, _ list: PHCollectionList, _ asset: PHAsset, options: PHFetchOptions
) {
    let _: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchAssetCollectionsContaining(
        asset, with: .album, options: nil)
    let _: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchMoments(inMomentList: list, options: options)
    let _: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchMoments(with: nil)
    let _: PHAssetCollection = PHAssetCollection.transientAssetCollection(with: [asset], title: "Picked")
    let _: PHAssetCollection = PHAssetCollection.transientAssetCollection(
        withAssetFetchResult: PHAsset.fetchAssets(in: album, options: nil), title: nil)
    let _: Bool = album.canPerform(PHCollectionEditOperation.addContent)
}

@available(*, deprecated)
func fetchPHAssetCollectionsOfOldURLs(_ urls: [URL]) {
    let _: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchAssetCollections(
        withALAssetGroupURLs: urls, options: nil)
}

/// A stand-in, as tests of apps write them.
class StandInAlbum: PHAssetCollection, @unchecked Sendable {
    override var assetCollectionType: PHAssetCollectionType { .album }
    override var assetCollectionSubtype: PHAssetCollectionSubtype { .albumRegular }
    override var estimatedAssetCount: Int { 0 }
    override var startDate: Date? { nil }
    override var endDate: Date? { nil }
    override var approximateLocation: CLLocation? { nil }
    override var localizedLocationNames: [String] { [] }
    override var localizedTitle: String? { "Stand-in" }
    override var canContainAssets: Bool { true }
    override var canContainCollections: Bool { false }
}
