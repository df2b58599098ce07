import Foundation
import Photos
import PhotosUI
import UIKit

/// An app that prints what it sees of the library, until it is killed.
///
/// Usage: AccessClient STEP…
///
/// The steps run one after another:
/// - `authorize` asks for access and prints the status.
/// - `observe` fetches all assets, prints their number, and prints each change: the inserted and removed assets, the
///   new number, and whether the images of the former assets can still be loaded.
/// - `choose` lets the user change the selection, and prints the newly selected assets.
/// - `delete` deletes the newest asset, and prints the error's code.
@main enum AccessClient {
    static func main() async {
        let observer = AssetObserver()
        for step in CommandLine.arguments.dropFirst() {
            switch step {
            case "authorize": say("status \(await PHPhotoLibrary.requestAuthorization(for: .readWrite).rawValue)")
            case "observe": observer.start()
            case "choose":
                let chosen = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: UIViewController())
                say("chosen \(chosen.count) \(chosen.joined(separator: " "))")
            case "delete": await deleteNewest()
            default: fatalError("There is no step \(step).")
            }
        }
        say("waiting")
        while true { try? await Task.sleep(for: .seconds(3600)) }
    }

    private static func deleteNewest() async {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        guard let asset = PHAsset.fetchAssets(with: options).firstObject else { return say("deleted nothing") }
        do {
            try await PHPhotoLibrary.shared().performChanges {
                PHAssetChangeRequest.deleteAssets([asset] as NSArray)
            }
            say("deleted \(asset.localIdentifier)")
        } catch {
            say("deletion failed \((error as NSError).code)")
        }
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

/// Prints each change of the assets that the app sees.
final class AssetObserver: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var result = PHFetchResult<PHAsset>()

    func start() {
        lock.withLock { result = PHAsset.fetchAssets(with: nil) }
        PHPhotoLibrary.shared().register(self)
        AccessClient.say("assets \(result.count)")
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        lock.withLock {
            guard let details = changeInstance.changeDetails(for: result) else { return }
            result = details.fetchResultAfterChanges
            let (inserted, removed) = (details.insertedObjects, details.removedObjects)
            AccessClient.say("changed +\(inserted.count) -\(removed.count) =\(result.count)")
            for asset in inserted { AccessClient.say("inserted \(asset.localIdentifier) \(image(of: asset))") }
            for asset in removed { AccessClient.say("removed \(asset.localIdentifier) \(image(of: asset))") }
        }
    }

    /// Returns whether an image of an asset that the app holds can be loaded.
    private func image(of asset: PHAsset) -> String {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.deliveryMode = .highQualityFormat
        var outcome = "no answer"
        PHImageManager.default().requestImage(
            for: asset, targetSize: CGSize(width: 200, height: 200), contentMode: .aspectFit, options: options
        ) { image, info in
            if image != nil {
                outcome = "image"
            } else {
                let error = info?[PHImageErrorKey] as? NSError
                outcome = "error \(error?.code ?? 0)"
            }
        }
        return outcome
    }
}
