extension ClientSource {
    static let repeatedSignatures = ClientSource(
        name: "RepeatedSignatures",
        text: """
            import Photos

            /// Repeats Apple's signatures.
            protocol ChangingLibrary {
                func performChanges(_ changeBlock: @escaping () -> Void, completionHandler: ((Bool, (any Error)?) -> Void)?)
                func performChanges(_ changeBlock: @escaping () -> Void) async throws
                func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws
                static func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void)
                static func requestAuthorization(for accessLevel: PHAccessLevel, handler: @escaping (PHAuthorizationStatus) -> Void)
                static func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus
            }

            extension PHPhotoLibrary: ChangingLibrary {}
            """)

    static let placeholders = ClientSource(
        name: "Placeholders",
        text: """
            import Photos
            import UIKit

            private func save(_ image: UIImage) {
                var placeholder: PHObjectPlaceholder?
                PHPhotoLibrary.shared().performChanges {
                    placeholder = PHAssetChangeRequest.creationRequestForAsset(from: image).placeholderForCreatedAsset
                } completionHandler: { success, _ in
                    print(success ? placeholder?.localIdentifier ?? "" : "failed")
                }
            }

            private func saveAsynchronously(_ image: UIImage) async throws -> String? {
                var placeholder: PHObjectPlaceholder?
                try await PHPhotoLibrary.shared().performChanges {
                    placeholder = PHAssetChangeRequest.creationRequestForAsset(from: image).placeholderForCreatedAsset
                }
                return placeholder?.localIdentifier
            }

            @MainActor
            private final class Saver {
                private var count = 0
                private var handler: (PHAuthorizationStatus) -> Void = { _ in }

                func ask() {
                    PHPhotoLibrary.requestAuthorization(handler)
                    PHPhotoLibrary.requestAuthorization(for: .addOnly, handler: handler)
                    PHPhotoLibrary.requestAuthorization { _ in self.count += 1 }
                }

                func save(_ image: UIImage) async throws -> String? {
                    var placeholder: PHObjectPlaceholder?
                    try await PHPhotoLibrary.shared().performChanges {
                        placeholder = PHAssetChangeRequest.creationRequestForAsset(from: image).placeholderForCreatedAsset
                    }
                    return placeholder?.localIdentifier
                }

                func makeAlbum(_ title: String) async throws {
                    try await PHPhotoLibrary.shared().performChanges { @Sendable in
                        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                    }
                }
            }
            """)

    static let ignoredResults = ClientSource(
        name: "IgnoredResults",
        text: """
            import Photos
            import PhotosUI

            func ignoreResults(
                _ asset: PHAsset, _ album: PHAssetCollection, _ folder: PHCollectionList, _ result: PHFetchResult<PHAsset>,
                _ livePhoto: PHLivePhoto, _ change: PHChange, _ output: PHContentEditingOutput, _ input: PHContentEditingInput,
                _ token: PHPersistentChangeToken
            ) async throws {
                PHAsset.fetchAssets(with: nil)
                PHAsset.fetchAssets(with: .image, options: nil)
                PHAsset.fetchAssets(in: album, options: nil)
                PHAsset.fetchAssets(withLocalIdentifiers: [], options: nil)
                PHAsset.fetchAssets(withBurstIdentifier: "", options: nil)
                PHAsset.fetchKeyAssets(in: album, options: nil)
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [], options: nil)
                PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil)
                PHAssetCollection.transientAssetCollection(with: [asset], title: nil)
                PHAssetCollection.transientAssetCollection(withAssetFetchResult: result, title: nil)
                PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil)
                PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [], options: nil)
                PHCollectionList.fetchCollectionListsContaining(album, options: nil)
                PHCollectionList.transientCollectionList(with: [album], title: nil)
                PHCollection.fetchTopLevelUserCollections(with: nil)
                PHCollection.fetchCollections(in: folder, options: nil)
                asset.canPerform(.delete)
                album.canPerform(.rename)
                result.object(at: 0)
                result.contains(asset)
                result.index(of: asset)
                result.objects(at: [])
                result.countOfAssets(with: .image)
                PHPhotoLibrary.authorizationStatus()
                PHPhotoLibrary.authorizationStatus(for: .readWrite)
                PHPhotoLibrary.shared()
                await PHPhotoLibrary.requestAuthorization(for: .readWrite)
                await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: UIViewController())
                try PHPhotoLibrary.shared().fetchPersistentChanges(since: token)
                PHAssetResource.assetResources(for: asset)
                PHAssetResource.assetResources(for: livePhoto)
                PHAssetResourceManager.default()
                PHImageManager.default()
                PHAssetCreationRequest.supportsAssetResourceTypes([])
                PHAssetCreationRequest.forAsset()
                try output.renderedContentURL(for: .jpeg)
                asset.requestContentEditingInput(with: nil) { _, _ in }
            }
            """)
}
