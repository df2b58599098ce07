extension ClientSource {
    static let isolatedClosures = ClientSource(
        name: "IsolatedClosures",
        text: """
            import Photos

            @MainActor
            final class Model {
                var count = 0

                func ask() {
                    PHPhotoLibrary.requestAuthorization { _ in self.count += 1 }  // state
                    PHPhotoLibrary.requestAuthorization(for: .readWrite) { _ in self.count += 1 }  // state
                    PHPhotoLibrary.requestAuthorization { _ in
                        Task { @MainActor in self.count += 1 }
                    }
                }

                func change() {
                    PHPhotoLibrary.shared().performChanges(
                        {},
                        completionHandler: { _, _ in self.count += 1 })  // state
                }
            }
            """)

    static let idioms = ClientSource(
        name: "Idioms",
        text: """
            import Photos
            import UIKit

            private func save(_ image: UIImage) {
                var placeholder: PHObjectPlaceholder?
                PHPhotoLibrary.shared().performChanges(
                    {
                        let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                        placeholder = request.placeholderForCreatedAsset
                    },
                    completionHandler: { success, error in
                        print(success ? placeholder?.localIdentifier ?? "" : "\\(String(describing: error))")
                    })
            }

            private func saveAndWait(_ image: UIImage) throws -> String? {
                var identifier: String?
                try PHPhotoLibrary.shared().performChangesAndWait {
                    identifier = PHAssetChangeRequest.creationRequestForAsset(from: image)
                        .placeholderForCreatedAsset?.localIdentifier
                }
                return identifier
            }

            private func saveAsynchronously(_ image: UIImage) async throws -> String? {
                var identifier: String?
                try await PHPhotoLibrary.shared().performChanges {
                    identifier = PHAssetChangeRequest.creationRequestForAsset(from: image)
                        .placeholderForCreatedAsset?.localIdentifier
                }
                return identifier
            }

            private func ask() async -> Bool {
                await withCheckedContinuation { continuation in
                    PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
                        continuation.resume(returning: status == .authorized)
                    }
                }
            }

            """)

    /// The same, marked so that they belong to no actor.
    static let sendableClosures = ClientSource(
        name: "SendableClosures", text: isolatedClosures.text.replacing("{ _", with: "{ @Sendable _"))

    /// Closures that aren't sendable, and are handed on.
    static let handlers = ClientSource(
        name: "Handlers",
        text: """
            import Photos

            private final class Saver {
                private var error: Error?

                func ask(_ completion: @escaping (Bool) -> Void) {
                    PHPhotoLibrary.requestAuthorization { status in
                        DispatchQueue.main.async { completion(status == .authorized) }
                    }
                }

                func delete(_ assets: [PHAsset], _ completion: ((Bool, Error?) -> Void)?) {
                    PHPhotoLibrary.shared().performChanges({
                        PHAssetChangeRequest.deleteAssets(assets as NSArray)
                    }) { [weak self] success, error in
                        self?.error = error
                        DispatchQueue.main.async { completion?(success, error) }
                    }
                }

                func perform(_ block: @escaping () -> Void, _ completion: ((Bool, Error?) -> Void)?) {
                    PHPhotoLibrary.shared().performChanges(block, completionHandler: completion)
                }
            }

            """)
}
