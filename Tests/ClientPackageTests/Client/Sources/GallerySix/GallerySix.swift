import Photos
import UIKit

/// A model on the main actor, as apps in the Swift 6 language mode have it.
@MainActor
final class LibraryModel {
    private(set) var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
    private(set) var assets = PHFetchResult<PHAsset>()
    private(set) var thumbnailCount = 0

    func load() async {
        status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        guard status == .authorized || status == .limited else { return }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        assets = PHAsset.fetchAssets(with: options)
    }

    /// The handler is the main actor's and is called there.
    func thumbnail(of asset: PHAsset) async -> UIImage? {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        return await withCheckedContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFill, options: options
            ) { image, _ in
                self.thumbnailCount += 1
                continuation.resume(returning: image)
            }
        }
    }

    /// The library calls the block on its own queue. Without `@Sendable`, the block would be isolated to the main actor.
    func makeAlbum(_ title: String) async -> Bool {
        do {
            try await PHPhotoLibrary.shared().performChanges { @Sendable in
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            }
            return true
        } catch {
            return false
        }
    }

    /// The block is isolated to the main actor, because it isn't marked `@Sendable`.
    func changeOnTheMainActor() async throws {
        try await PHPhotoLibrary.shared().performChanges { self.thumbnailCount += 1 }
    }

    /// The handlers of the input are isolated to the main actor and are called there. The block and the handler of the
    /// change aren't. An output is sendable, so that the block can use it.
    func edit(_ asset: PHAsset, _ completion: @escaping @Sendable (Bool) -> Void) {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { data in
            self.thumbnailCount += 1
            return data.formatIdentifier == "com.example.six"
        }
        asset.requestContentEditingInput(with: options) { input, _ in
            self.thumbnailCount += 1
            guard let input else { return completion(false) }
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "com.example.six", formatVersion: "1", data: Data([6]))
            PHPhotoLibrary.shared().performChanges { @Sendable in
                PHAssetChangeRequest(for: asset).contentEditingOutput = output
            } completionHandler: { @Sendable success, _ in
                completion(success)
            }
        }
    }

    func editingFile(of asset: PHAsset) async throws -> URL? {
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        let input = try await asset.contentEditingInput(with: options)
        return input.fullSizeImageURL
    }

    /// Fetched elsewhere: results and assets are sendable.
    func favorites() async -> [PHAsset] {
        let result = await Task.detached {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "isFavorite == YES")
            return PHAsset.fetchAssets(with: options)
        }.value
        return (0..<result.count).map { result[$0] }
    }
}

actor FileNames {
    private var names: [PHAsset: String] = [:]

    func name(of asset: PHAsset) -> String? {
        if let name = names[asset] { return name }
        names[asset] = PHAssetResource.assetResources(for: asset).first?.filename
        return names[asset]
    }
}

@main
struct GallerySix {
    @MainActor
    static func main() async {
        let model = LibraryModel()
        if CommandLine.arguments.contains("--own-queue") {
            // The handler of the main actor stops the program on this queue.
            PHPhotoLibrary.callbackQueue = DispatchQueue(label: "own")
            print(await model.thumbnail(of: PHAsset()) == nil)
        }
        if CommandLine.arguments.contains("--isolated-block") {
            // The block stops the program.
            print((try? await model.changeOnTheMainActor()) == nil)
        }
        await model.load()
        print("status: \(model.status.rawValue)")
        print("images: \(model.assets.count)")
        print("favorites: \(await model.favorites().count)")
        print("thumbnail: \(await model.thumbnail(of: PHAsset()) == nil ? "none" : "some") of \(model.thumbnailCount)")
        print("album: \(await model.makeAlbum("Pier"))")
        print("name: \(await FileNames().name(of: PHAsset()) ?? "none")")
    }
}
