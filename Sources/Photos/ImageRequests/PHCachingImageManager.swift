import Albumen
import Dispatch
public import Foundation
import Synchronization

/// Makes images before they are asked for, so that they are in memory when they are.
///
/// A request for an image of the same size finds it, whichever manager it goes to. Memory is bounded: what was not used for
/// longest is made again when it is asked for. Any thread may call.
// Unchecked because open: its state is one lock's.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    private struct State {
        var allowsHighQuality = true
        var preheats: [String: ImagePreheat] = [:]
    }

    private let state = Mutex(State())
    /// Reads what images are made of; the images themselves are made by the engine's own threads.
    let preparation = DispatchQueue(label: "albumen.photos.preheating", qos: .utility)

    public override init() {}

    deinit {
        for preheat in state.withLock({ $0.preheats.values }) { preheat.cancel() }
    }

    /// At first `true`. Kept and without effect, as on Apple's systems from iOS 26 on.
    open var allowsCachingHighQualityImages: Bool {
        get { state.withLock { $0.allowsHighQuality } }
        set { state.withLock { $0.allowsHighQuality = newValue } }
    }

    /// Begins to make images of assets, for requests with the same size, content mode and options. Returns at once.
    ///
    /// An asset that is being cached already stays as it is until that is stopped. What cannot be made is told of by the
    /// request for it.
    open func startCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        let wish = ImagePreheat.Wish(
            targetSize: targetSize, contentMode: contentMode, settings: ImageRequestSettings(options))
        let session = PhotoLibrarySession.current
        for asset in assets where !asset.localIdentifier.isEmpty {
            let preheat = ImagePreheat(wish)
            let isNew = state.withLock { state in
                guard state.preheats[asset.localIdentifier] == nil else { return false }
                state.preheats[asset.localIdentifier] = preheat
                return true
            }
            if isNew { preparation.async { preheat.start(asset, session) } }
        }
    }

    /// Lets go of images of assets that are being cached with the same size, content mode and options.
    open func stopCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        let wish = ImagePreheat.Wish(
            targetSize: targetSize, contentMode: contentMode, settings: ImageRequestSettings(options))
        for asset in assets {
            let preheat = state.withLock { state -> ImagePreheat? in
                guard state.preheats[asset.localIdentifier]?.wish == wish else { return nil }
                return state.preheats.removeValue(forKey: asset.localIdentifier)
            }
            preheat?.cancel()
        }
    }

    /// Lets go of all that is being cached.
    open func stopCachingImagesForAllAssets() {
        let preheats = state.withLock { state in
            defer { state.preheats = [:] }
            return state.preheats.values
        }
        for preheat in preheats { preheat.cancel() }
    }

    /// What is being cached of an asset.
    func wish(for asset: PHAsset) -> ImagePreheat.Wish? {
        state.withLock { $0.preheats[asset.localIdentifier]?.wish }
    }
}
