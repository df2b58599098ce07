import Dispatch
public import Foundation
import PhotoLibrary
import Synchronization

/// An image manager that prepares images before you request them.
///
/// Cache the images of assets that will soon be visible, with the parameters of the later requests:
///
/// ```swift
/// let manager = PHCachingImageManager()
/// let photos = PHAsset.fetchAssets(with: .image, options: nil)
/// let next = photos.objects(at: IndexSet(integersIn: 0..<min(100, photos.count)))
/// let size = CGSize(width: 200, height: 200)
/// manager.startCachingImages(for: next, targetSize: size, contentMode: .aspectFill, options: nil)
/// // Later, when they are no longer needed:
/// manager.stopCachingImages(for: next, targetSize: size, contentMode: .aspectFill, options: nil)
/// ```
///
/// Requests of all image managers use the cached images. The memory for them is limited. If an image was removed
/// because others were used more recently, the next request makes it again. You can call the methods from any thread.
// Unchecked because the class is open. A lock guards its state.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    private struct State {
        var allowsHighQuality = true
        var preheats: [String: ImagePreheat] = [:]
    }

    private let state = Mutex(State())
    /// Reads the assets' files. The engine's threads make the images.
    let preparation = DispatchQueue(label: "albumen.photos.preheating", qos: .utility)

    public override init() {}

    deinit {
        for preheat in state.withLock({ $0.preheats.values }) { preheat.cancel() }
    }

    /// Has no effect, as on Apple's systems since iOS 26. The default is `true`.
    @available(*, deprecated, message: "It has no effect.")
    open var allowsCachingHighQualityImages: Bool {
        get { state.withLock { $0.allowsHighQuality } }
        set { state.withLock { $0.allowsHighQuality = newValue } }
    }

    /// Starts to prepare images of assets, for requests with the same size, content mode and options. Returns at
    /// once.
    ///
    /// An asset that is already being cached keeps its parameters until its caching stops. If an image can't be made,
    /// the later request for it reports the error.
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

    /// Stops caching images of assets with the same size, content mode and options.
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

    /// Stops caching all images.
    open func stopCachingImagesForAllAssets() {
        let preheats = state.withLock { state in
            defer { state.preheats = [:] }
            return state.preheats.values
        }
        for preheat in preheats { preheat.cancel() }
    }

    /// Returns the parameters with which an asset is being cached.
    func wish(for asset: PHAsset) -> ImagePreheat.Wish? {
        state.withLock { $0.preheats[asset.localIdentifier]?.wish }
    }
}
