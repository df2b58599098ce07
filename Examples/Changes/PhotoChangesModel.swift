import Photos
import UIKit

/// The model of a screen that adds, marks and deletes photos. Use it on the main thread.
class PhotoChangesModel: NSObject {
    typealias Completion = (Bool, Error?) -> Void

    /// The identifiers of the photos that this app added.
    private(set) var identifiers: [String] = []
    /// Receives a line for each event.
    private let log: (String) -> Void

    init(log: @escaping (String) -> Void) {
        self.log = log
    }

    /// The photos that this app added and that aren't deleted, oldest first.
    var photos: PHFetchResult<PHAsset> {
        PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
    }

    // MARK: Adding

    /// Adds an image that the app created.
    func add(_ image: UIImage, _ completion: @escaping Completion) {
        perform(
            {
                self.log("block")
                let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                if let identifier = request.placeholderForCreatedAsset?.localIdentifier {
                    self.identifiers.append(identifier)
                }
            }, completion)
    }

    /// Adds an image that the app created, and waits until it's in the library.
    func addAndWait(_ image: UIImage) -> Bool {
        log("before")
        defer { log("after") }
        do {
            try PHPhotoLibrary.shared().performChangesAndWait {
                self.log("block")
                let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                if let identifier = request.placeholderForCreatedAsset?.localIdentifier {
                    self.identifiers.append(identifier)
                }
            }
            return true
        } catch {
            return false
        }
    }

    /// Adds an image file as a favourite.
    func addFavorite(fileAt url: URL, _ completion: @escaping Completion) {
        perform(
            {
                let request = PHAssetCreationRequest.forAsset()
                request.isFavorite = true
                request.addResource(with: .photo, fileURL: url, options: nil)
                if let identifier = request.placeholderForCreatedAsset?.localIdentifier {
                    self.identifiers.append(identifier)
                }
            }, completion)
    }

    /// Adds the data of an image with a filename.
    func add(_ data: Data, named name: String, date: Date, _ completion: @escaping Completion) {
        perform(
            {
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = name
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: data, options: options)
                request.creationDate = date
                request.location = CLLocation(latitude: 38.7, longitude: -9.1)
                if let identifier = request.placeholderForCreatedAsset?.localIdentifier {
                    self.identifiers.append(identifier)
                }
            }, completion)
    }

    // MARK: Changing

    func canBe(_ operation: PHAssetEditOperation, _ photo: PHAsset) -> Bool {
        photo.canPerform(operation)
    }

    func toggleFavorite(of photo: PHAsset, _ completion: @escaping Completion) {
        guard photo.canPerform(.properties) else { return completion(false, nil) }
        perform({ PHAssetChangeRequest(for: photo).isFavorite = !photo.isFavorite }, completion)
    }

    // MARK: Deleting

    /// Deletes the photos that this app added, after asking the user.
    func deleteAll(_ completion: @escaping Completion) {
        guard !identifiers.isEmpty else { return completion(false, nil) }
        perform({ PHAssetChangeRequest.deleteAssets(self.photos) }, completion)
    }

    private func perform(_ block: @escaping () -> Void, _ completion: @escaping Completion) {
        PHPhotoLibrary.shared().performChanges(block) { success, error in
            DispatchQueue.main.async {
                self.log("completion")
                completion(success, error)
            }
        }
    }
}
