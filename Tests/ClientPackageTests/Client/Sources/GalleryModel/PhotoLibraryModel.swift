import Photos
import UIKit

public protocol PhotoLibraryModelDelegate: AnyObject {
    func photoLibraryModelDidLoad(_ model: PhotoLibraryModel)
}

/// A model file in the shape of an iOS app's.
public final class PhotoLibraryModel: NSObject {
    public struct Album {
        public let title: String
        public let collection: PHAssetCollection
        public let assets: PHFetchResult<PHAsset>
    }

    public static let shared = PhotoLibraryModel()

    public weak var delegate: PhotoLibraryModelDelegate?
    public private(set) var albums: [Album] = []
    public private(set) var selected: [PHAsset: Int] = [:]
    private var assets = PHFetchResult<PHAsset>()
    private let names = NSCache<PHAsset, NSString>()

    public func load(_ completion: @escaping (Bool) -> Void) {
        PHPhotoLibrary.requestAuthorization { [weak self] status in
            guard let self = self else { return }
            switch status {
            case .authorized, .limited:
                self.fetch()
                completion(true)
            case .denied, .restricted, .notDetermined:
                completion(false)
            @unknown default:
                completion(false)
            }
        }
    }

    public var count: Int { assets.count }

    public func asset(at indexPath: IndexPath) -> PHAsset {
        assets.object(at: indexPath.row)
    }

    public func indexPath(of asset: PHAsset) -> IndexPath? {
        let index = assets.index(of: asset)
        return index == NSNotFound ? nil : IndexPath(row: index, section: 0)
    }

    public func select(_ asset: PHAsset) {
        selected[asset] = selected.count
    }

    public func fileName(of asset: PHAsset) -> String? {
        if let name = names.object(forKey: asset) { return name as String }
        let name =
            asset.value(forKey: "filename") as? String
            ?? PHAssetResource.assetResources(for: asset).first?.filename
        if let name = name { names.setObject(name as NSString, forKey: asset) }
        return name
    }

    private func fetch() {
        let options = PHFetchOptions()
        options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(
                format: "mediaType = %d || mediaType = %d", PHAssetMediaType.image.rawValue,
                PHAssetMediaType.video.rawValue),
            NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", PHAssetMediaSubtype.photoScreenshot.rawValue),
            NSPredicate(format: "creationDate <= %@", Date() as CVarArg),
        ])
        options.sortDescriptors = [
            NSSortDescriptor(key: "creationDate", ascending: false),
            NSSortDescriptor(keyPath: \PHAsset.modificationDate, ascending: true),
        ]
        options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared]
        assets = PHAsset.fetchAssets(with: options)

        var albums: [Album] = []
        let collections = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
        collections.enumerateObjects { collection, _, stop in
            autoreleasepool {
                guard collection.assetCollectionSubtype.rawValue != 1_000_000_201 else { return }
                let assets = PHAsset.fetchAssets(in: collection, options: options)
                albums.append(
                    Album(title: collection.localizedTitle ?? "", collection: collection, assets: assets))
            }
            if albums.count == 100 { stop.pointee = true }
        }
        self.albums = albums
        delegate?.photoLibraryModelDidLoad(self)
    }
}
