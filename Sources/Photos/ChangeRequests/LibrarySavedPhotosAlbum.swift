import Dispatch
import Foundation
import Synchronization
import UIKitCore

/// Saves images and videos for UIKit, which finds the class by its name.
final class LibrarySavedPhotosAlbum: SavedPhotosAlbum {
    /// Whether the block's request exists.
    private final class Creation: Sendable {
        let isRequested = Mutex(false)
    }

    static func save(_ image: UIImage, completion: @escaping @Sendable ((any Error)?) -> Void) {
        PHPhotoLibrary.shared().performChanges {
            PHAssetChangeRequest.creationRequestForAsset(from: image)
        } completionHandler: { _, error in
            DispatchQueue.main.async { completion(error) }
        }
    }

    static func saveVideo(atPath path: String, completion: @escaping @Sendable ((any Error)?) -> Void) {
        let url = URL(fileURLWithPath: path)
        let missing = CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: path])
        guard FileManager.default.isReadableFile(atPath: path) else {
            return DispatchQueue.main.async { completion(missing) }
        }
        let creation = Creation()
        PHPhotoLibrary.shared().performChanges {
            // The file can disappear before the block runs.
            let request = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
            creation.isRequested.withLock { $0 = request != nil }
        } completionHandler: { _, error in
            let error = error ?? (creation.isRequested.withLock(\.self) ? nil : missing)
            DispatchQueue.main.async { completion(error) }
        }
    }
}
