import Albumen
import Dispatch
import Foundation
import Photos
import Synchronization
import UIKit

/// A client with its own library, which requests images like an app.
struct ImageAsking {
    let library: Library
    private let session: PhotoLibrarySession

    /// Opens the library, so no picture is in memory.
    init(libraryFolder: String) throws {
        let library = try Library(at: URL(fileURLWithPath: libraryFolder))
        self.library = library
        session = PhotoLibrarySession(
            environment: ["ALBUMEN_ACCESS": "authorized"], callbackQueue: DispatchQueue(label: "callbacks"),
            openLibrary: { library })
    }

    func assets() -> [PHAsset] {
        PhotoLibrarySession.$current.withValue(session) {
            let result = PHAsset.fetchAssets(with: nil)
            return result.objects(at: IndexSet(0..<result.count))
        }
    }

    /// Requests all images at once, at 256 pixels, and waits for the last call.
    func ask(for assets: ArraySlice<PHAsset>) throws {
        let count = assets.count
        let counts = Mutex((answered: 0, failed: 0))
        let finished = DispatchSemaphore(value: 0)
        PhotoLibrarySession.$current.withValue(session) {
            for asset in assets {
                request(asset, .opportunistic) { image, isDegraded in
                    guard !isDegraded else { return }
                    let isLast = counts.withLock { counts in
                        counts.answered += 1
                        counts.failed += image == nil ? 1 : 0
                        return counts.answered == count
                    }
                    if isLast { finished.signal() }
                }
            }
        }
        finished.wait()
        let failed = counts.withLock { $0.failed }
        guard failed == 0 else { throw ImageMedia.Failure(description: "\(failed) of \(count) images did not come.") }
    }

    /// Requests one image like an app's grid, and waits for the last call.
    ///
    /// - Returns: The seconds until the first call, if its image was degraded, and until the last call.
    func timesOfAnswers(for asset: PHAsset) throws -> (degraded: Double?, final: Double) {
        let times = Mutex<(degraded: Double?, final: Double?)>((nil, nil))
        let finished = DispatchSemaphore(value: 0)
        let start = ContinuousClock.now
        PhotoLibrarySession.$current.withValue(session) {
            request(asset, .opportunistic) { image, isDegraded in
                let seconds = Measurement.seconds(since: start)
                times.withLock { times in
                    guard image != nil else { return }
                    if isDegraded { times.degraded = times.degraded ?? seconds } else { times.final = seconds }
                }
                if !isDegraded { finished.signal() }
            }
        }
        finished.wait()
        let (degraded, final) = times.withLock { $0 }
        guard let final else { throw ImageMedia.Failure(description: "An image did not come.") }
        return (degraded, final)
    }

    /// Requests the full image of an asset whose original may be remote, and waits for it.
    ///
    /// - Parameter width: The image's width, which is checked.
    /// - Returns: The seconds until the call.
    func secondsOfFullImage(of asset: PHAsset, width: Int) throws -> Double {
        let found = Mutex<(seconds: Double, width: Int)?>(nil)
        let finished = DispatchSemaphore(value: 0)
        let start = ContinuousClock.now
        PhotoLibrarySession.$current.withValue(session) {
            let options = PHImageRequestOptions()
            options.deliveryMode = .highQualityFormat
            options.isNetworkAccessAllowed = true
            PHImageManager.default().requestImage(
                for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: options
            ) { image, _ in
                let seconds = Measurement.seconds(since: start)
                found.withLock { $0 = (seconds, Int(image?.size.width ?? 0)) }
                finished.signal()
            }
        }
        finished.wait()
        guard let found = found.withLock({ $0 }), found.width == width else {
            throw ImageMedia.Failure(description: "The full image did not come.")
        }
        return found.seconds
    }

    private func request(
        _ asset: PHAsset, _ mode: PHImageRequestOptionsDeliveryMode,
        _ answer: @escaping (_ image: UIImage?, _ isDegraded: Bool) -> Void
    ) {
        let options = PHImageRequestOptions()
        options.deliveryMode = mode
        PHImageManager.default().requestImage(
            for: asset, targetSize: CGSize(width: 256, height: 256), contentMode: .aspectFit, options: options
        ) { image, info in
            answer(image, (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue == true)
        }
    }
}
