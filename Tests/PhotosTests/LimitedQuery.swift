import Foundation
import Records
import Synchronization
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// The queries of a client: each fetch of PhotoKit, and what can be read of the fetched objects.
enum LimitedQuery: CaseIterable {
    case assets, assetsOfMediaType, predicateSortAndLimit, hiddenAssetsAndBursts, assetsWithIdentifiers
    case assetsOfBurst, assetsInCollections, membersAndCounts
    case albums, smartAlbums, collectionsWithIdentifiers, collectionsContainingAssets
    case moments, momentLists, momentListsContainingMoments
    case topLevelCollections, foldersAndContents, foldersWithIdentifiers, foldersContainingCollections
    case details, resources, cloudIdentifiers, imagesAndFiles

    func answer(_ sample: LimitedSample) throws -> [String] {
        switch self {
        case .assets: return describe(PHAsset.fetchAssets(with: nil))
        case .assetsOfMediaType:
            return describe(PHAsset.fetchAssets(with: .image, options: nil))
                + describe(PHAsset.fetchAssets(with: .video, options: nil))
        case .predicateSortAndLimit: return describe(PHAsset.fetchAssets(with: Self.restrictedOptions))
        case .hiddenAssetsAndBursts:
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            options.includeAllBurstAssets = true
            return describe(PHAsset.fetchAssets(with: options))
        case .assetsWithIdentifiers:
            return describe(PHAsset.fetchAssets(withLocalIdentifiers: sample.identifiers, options: nil))
        case .assetsOfBurst:
            return sample.bursts.flatMap { describe(PHAsset.fetchAssets(withBurstIdentifier: $0, options: nil)) }
        case .assetsInCollections: return allAlbums.flatMap(Self.assets)
        case .membersAndCounts: return allAlbums.flatMap(Self.counts)
        default: return try collections(sample)
        }
    }

    private func collections(_ sample: LimitedSample) throws -> [String] {
        switch self {
        case .albums: return describe(Self.albums(.album))
        case .smartAlbums: return describe(Self.albums(.smartAlbum))
        case .collectionsWithIdentifiers:
            return describe(
                PHAssetCollection.fetchAssetCollections(
                    withLocalIdentifiers: sample.albumIdentifiers, options: nil
                ).all)
        case .collectionsContainingAssets:
            return PHAsset.fetchAssets(withLocalIdentifiers: sample.identifiers, options: nil).all
                .flatMap(Self.containing)
        case .moments: return PHAssetCollection.fetchMoments(with: nil).all.flatMap(Self.moment)
        case .momentLists:
            return (Self.lists(.momentListCluster) + Self.lists(.momentListYear)).flatMap { list in
                describe([list]) + describe(PHAssetCollection.fetchMoments(inMomentList: list, options: nil).all)
            }
        case .momentListsContainingMoments:
            return PHAssetCollection.fetchMoments(with: nil).all.flatMap { moment in
                describe(
                    PHCollectionList.fetchMomentLists(
                        with: .momentListYear, containingMoment: moment, options: nil
                    ).all)
            }
        case .topLevelCollections: return describe(PHCollection.fetchTopLevelUserCollections(with: nil).all)
        case .foldersAndContents:
            return Self.folders.flatMap { folder in
                describe([folder]) + describe(PHCollection.fetchCollections(in: folder, options: nil).all)
            }
        case .foldersWithIdentifiers:
            return describe(
                PHCollectionList.fetchCollectionLists(
                    withLocalIdentifiers: sample.folderIdentifiers, options: nil
                ).all)
        case .foldersContainingCollections:
            let collections: [PHCollection] = Self.albums(.album) + Self.folders
            return collections.flatMap { collection in
                describe(PHCollectionList.fetchCollectionListsContaining(collection, options: nil).all)
            }
        default: return try contents(sample)
        }
    }

    private func contents(_ sample: LimitedSample) throws -> [String] {
        switch self {
        case .details: return PHAsset.fetchAssets(with: nil).all.map(Self.details)
        case .resources:
            return PHAsset.fetchAssets(with: nil).all.flatMap { asset in
                PHAssetResource.assetResources(for: asset).map { "\($0.type.rawValue) \($0.name)" }
            }
        case .cloudIdentifiers:
            let identifiers = sample.identifiers + sample.albumIdentifiers + sample.folderIdentifiers
            let mappings = PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: identifiers)
            return identifiers.map { identifier in
                switch mappings[identifier] {
                case .success(let cloud)?: return "\(identifier) \(cloud.archivalStringValue)"
                case .failure(let error)?:
                    return "\(identifier) \((error as NSError).code) \(error.localizedDescription)"
                case nil: return "\(identifier) is missing"
                }
            }
        case .imagesAndFiles:
            return sample.identifiers.prefix(4).flatMap { identifier -> [String] in
                let assets = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
                guard let asset = assets.firstObject else { return ["nothing"] }
                return [Self.image(of: asset), Self.file(of: asset)]
            }
        default: throw CancellationError()
        }
    }

    // MARK: Objects

    private static var restrictedOptions: PHFetchOptions {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "isFavorite == YES OR pixelWidth > %d", argumentArray: [100])
        options.sortDescriptors = [NSSortDescriptor(key: "duration", ascending: false)]
        options.fetchLimit = 7
        return options
    }

    private static func albums(_ type: PHAssetCollectionType) -> [PHAssetCollection] {
        PHAssetCollection.fetchAssetCollections(with: type, subtype: .any, options: nil).all
    }

    private var allAlbums: [PHAssetCollection] { Self.albums(.album) + Self.albums(.smartAlbum) }

    private static var folders: [PHCollectionList] {
        PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).all
    }

    private static func lists(_ subtype: PHCollectionListSubtype) -> [PHCollectionList] {
        PHCollectionList.fetchMomentLists(with: subtype, options: nil).all
    }

    // MARK: Descriptions

    private static func assets(in album: PHAssetCollection) -> [String] {
        let keyAssets = PHAsset.fetchKeyAssets(in: album, options: nil)?.all.map(\.localIdentifier) ?? ["none"]
        return describe(PHAsset.fetchAssets(in: album, options: nil)) + keyAssets
    }

    private static func counts(of album: PHAssetCollection) -> [String] {
        let members = PHAsset.fetchAssets(in: album, options: nil)
        let kinds = [PHAssetMediaType.image, .video].map { members.countOfAssets(with: $0) }
        return ["\(album.estimatedAssetCount) \(members.count) \(kinds)"]
    }

    private static func containing(_ asset: PHAsset) -> [String] {
        [PHAssetCollectionType.album, .smartAlbum, .moment].flatMap { type in
            describe(PHAssetCollection.fetchAssetCollectionsContaining(asset, with: type, options: nil).all)
        }
    }

    private static func moment(_ moment: PHAssetCollection) -> [String] {
        describe([moment]) + describe(PHAsset.fetchAssets(in: moment, options: nil))
    }

    private static func details(of asset: PHAsset) -> String {
        let extended = asset.extendedMetadata
        var parts = [extended.caption ?? "", extended.originalFilename ?? ""] + extended.keywords
        parts.append("\(asset.rating.rawValue) \(asset.isFavorite) \(asset.isHidden) \(asset.representsBurst)")
        parts.append("\(asset.creationDate?.timeIntervalSinceReferenceDate ?? 0) \(asset.duration)")
        parts.append("\(asset.location?.coordinate.latitude ?? -1) \(asset.mediaSubtypes.rawValue)")
        return parts.joined(separator: " · ")
    }

    private static func image(of asset: PHAsset) -> String {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        let told = Mutex("")
        PHImageManager.default().requestImage(
            for: asset, targetSize: CGSize(width: 40, height: 40), contentMode: .aspectFit, options: options
        ) { image, info in
            let code = (info?[PHImageErrorKey] as? NSError)?.code ?? 0
            told.withLock { $0 = "\(image?.size.width ?? 0) \(code)" }
        }
        return told.withLock { $0 }
    }

    private static func file(of asset: PHAsset) -> String {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        let told = Mutex("")
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, type, _, _ in
            told.withLock { $0 = "\(data?.count ?? 0) \(type ?? "")" }
        }
        return told.withLock { $0 }
    }
}

private func describe(_ result: PHFetchResult<PHAsset>) -> [String] {
    result.all.map(\.localIdentifier) + ["\(result.count) \(result.countOfAssets(with: .image))"]
}

private func describe(_ collections: [PHCollection]) -> [String] {
    collections.map { collection in
        var parts = [collection.localIdentifier, collection.localizedTitle ?? "", "\(collection.canContainAssets)"]
        guard let album = collection as? PHAssetCollection else { return parts.joined(separator: " · ") }
        let dates = [album.startDate, album.endDate].map { $0?.timeIntervalSinceReferenceDate ?? -1 }
        parts.append("\(album.estimatedAssetCount) \(dates)")
        parts.append("\(album.approximateLocation?.coordinate.latitude ?? -1)")
        return parts.joined(separator: " · ")
    }
}

/// Queries that only the page and the command make.
enum LimitedViewQuery: CaseIterable {
    case search, recentlyDeleted, collections, coversAndDays, rows

    func answer(_ view: LibraryView, _ sample: LimitedSample) throws -> [String] {
        switch self {
        case .search:
            return try sample.words.flatMap { word -> [String] in
                var fetch = AssetFetch()
                fetch.search = TextSearch(word)
                return try view.assetIdentifiers(fetch).map { "\(word) \($0)" } + ["\(view.assetCount(fetch))"]
            }
        case .recentlyDeleted:
            let timeline = try TimelineCache().current(.smartAlbum(.recentlyDeleted), in: view)
            return timeline.identifiers.map { "\($0)" }
        case .collections: return try view.collections().map { "\($0.uuid) \($0.title) \($0.shownCount)" }
        case .coversAndDays:
            let covers = try view.covers(ofAlbums: sample.collections).sorted { $0.key < $1.key }
            let days = try view.collections().map { String(describing: try view.days(ofAlbum: $0.id)) }
            return covers.map { "\($0.key) \($0.value)" } + days
        case .rows: return try view.assetRows(uuids: sample.uuids).map { "\($0.key) \($0.value)" }.sorted()
        }
    }
}
