import Photos

/// What the buttons of an album's page do.
final class AlbumEditor {
    typealias Completion = (Bool, Error?) -> Void

    private let library = PHPhotoLibrary.shared()

    func create(titled title: String, _ completion: @escaping (PHAssetCollection?) -> Void) {
        var identifier = ""
        library.performChanges(
            {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                identifier = request.placeholderForCreatedAssetCollection.localIdentifier
            },
            completionHandler: { _, _ in
                let albums = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil)
                completion(albums.firstObject)
            })
    }

    func add(_ assets: [PHAsset], to album: PHAssetCollection, _ completion: Completion?) {
        guard album.canPerform(.addContent) else { return }
        library.performChanges(
            { PHAssetCollectionChangeRequest(for: album)?.addAssets(assets as NSArray) },
            completionHandler: completion)
    }

    func putFirst(_ asset: PHAsset, in album: PHAssetCollection, showing assets: PHFetchResult<PHAsset>) {
        library.performChanges({
            let request = PHAssetCollectionChangeRequest(for: album, assets: assets)
            request?.insertAssets([asset] as NSArray, at: IndexSet(integer: 0))
        })
    }

    func remove(_ assets: [PHAsset], from album: PHAssetCollection, _ completion: Completion?) {
        guard album.canPerform(PHCollectionEditOperation.removeContent) else { return }
        library.performChanges(
            { PHAssetCollectionChangeRequest(for: album)?.removeAssets(assets as NSArray) },
            completionHandler: completion)
    }

    func delete(_ album: PHAssetCollection, _ completion: Completion?) {
        library.performChanges(
            { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) },
            completionHandler: completion)
    }
}

/// What the buttons of a photo's page do.
final class PhotoEditor {
    func toggleFavorite(_ asset: PHAsset) async throws {
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetChangeRequest(for: asset)
            request.isFavorite = !asset.isFavorite
        }
    }

    func move(_ asset: PHAsset, to location: CLLocation, at date: Date) throws {
        try PHPhotoLibrary.shared().performChangesAndWait {
            let request = PHAssetChangeRequest(for: asset)
            request.location = location
            request.creationDate = date
        }
    }

    /// Answers false where the user said no, and nil where something is wrong.
    func delete(_ assets: [PHAsset]) async -> Bool? {
        do {
            try await PHPhotoLibrary.shared().performChanges {
                PHAssetChangeRequest.deleteAssets(assets as NSArray)
            }
            return true
        } catch let error as PHPhotosError where error.code == PHPhotosError.Code.userCancelled {
            return false
        } catch {
            return nil
        }
    }
}

/// What an app says when the library could not be changed.
func message(for error: Error) -> String {
    if let error = error as? PHPhotosError, error.code == .notEnoughSpace || error.code == PHPhotosError.notEnoughSpace
    {
        return "There is no room left."
    }
    let error = error as NSError
    guard error.domain == PHPhotosErrorDomain else { return error.localizedDescription }
    switch PHPhotosError.Code(rawValue: error.code) {
    case .userCancelled?: return "Nothing was changed."
    case PHPhotosError.Code.persistentChangeTokenExpired?: return "Everything is read anew."
    default: return "The photo library said: \(error.localizedDescription)"
    }
}
