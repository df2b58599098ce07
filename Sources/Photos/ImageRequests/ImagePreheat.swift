import Albumen
import Foundation
import Records
import Synchronization

/// One asset's image that is made before it is asked for.
final class ImagePreheat: Sendable {
    /// What was asked for, beside the asset.
    struct Wish: Sendable, Equatable {
        var targetSize: CGSize
        var contentMode: PHImageContentMode
        var settings: ImageRequestSettings

        /// When and how often an image is delivered makes no other image.
        static func == (left: Wish, right: Wish) -> Bool {
            left.targetSize == right.targetSize && left.contentMode == right.contentMode
                && left.settings.version == right.settings.version
                && left.settings.resizeMode == right.settings.resizeMode && left.settings.crop == right.settings.crop
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

    /// Asks the engine for the image. Blocks while the catalog is read. A failure is left for the request to tell.
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

    /// Withdraws the work, unless others want it too.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task.take()
        }
        task?.cancel()
    }
}
