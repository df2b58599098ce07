import Dispatch
import Foundation
import UIKitCore

/// Saves images and videos for UIKit, which finds the class by its name.
final class LibrarySavedPhotosAlbum: SavedPhotosAlbum {
    static func save(_ image: UIImage, completion: @escaping @Sendable ((any Error)?) -> Void) {
        change(completion) { _ = PHAssetChangeRequest.creationRequestForAsset(from: image) }
    }

    static func saveVideo(atPath path: String, completion: @escaping @Sendable ((any Error)?) -> Void) {
        let url = URL(fileURLWithPath: path)
        guard FileManager.default.isReadableFile(atPath: path) else {
            let error = CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: path])
            return DispatchQueue.main.async { completion(error) }
        }
        change(completion) { _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url) }
    }

    private static func change(
        _ completion: @escaping @Sendable ((any Error)?) -> Void, _ block: @escaping @Sendable () -> Void
    ) {
        PHPhotoLibrary.shared().performChanges(block) { _, error in
            DispatchQueue.main.async { completion(error) }
        }
    }
}
