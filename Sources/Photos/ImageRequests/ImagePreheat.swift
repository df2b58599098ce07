import Foundation
import PhotoLibrary
import Records
import Synchronization

/// An asset's image that is prepared before its request.
final class ImagePreheat: Sendable {
    /// The parameters of the image, except the asset.
    struct Wish: Sendable, Equatable {
        var targetSize: CGSize
        var contentMode: PHImageContentMode
        var settings: ImageRequestSettings

        /// Compares the parameters that determine the image. Delivery options have no effect on it.
        static func == (left: Wish, right: Wish) -> Bool {
            left.targetSize == right.targetSize && left.contentMode == right.contentMode
                && left.settings.version == right.settings.version
                && left.settings.resizeMode == right.settings.resizeMode && left.settings.crop == right.settings.crop
                && left.settings.range == right.settings.range
        }
    }

    private struct State {
        var isCancelled = false
        var task: ImageTask?
    }

    let wish: Wish
    private let state = Mutex(State())

    init(_ wish: Wish) {
        self.wish = wish
    }

    /// Requests the image from the engine. Blocks while the catalog is read. Ignores a failure, which the later request
    /// will report.
    func start(_ asset: PHAsset, _ session: PhotoLibrarySession) {
        guard !state.withLock({ $0.isCancelled }), let client = try? ImageClient(asset, session),
            let request = try? client.request(
                wish.targetSize, wish.contentMode, wish.settings, priority: .preheat,
                network: wish.settings.allowsNetwork ? .allowed() : .refused)
        else { return }
        let task = client.view.images.preheat(request)
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the work, unless another request needs it, too.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task.take()
        }
        task?.cancel()
    }
}
