import Photos
import PhotosUI

extension PHLivePhoto {
    var aspectRatio: CGFloat { size.height > 0 ? size.width / size.height : 1 }
}

extension PHLivePhotoView {
    func play() {
        isMuted = false
        startPlayback(with: .full)
    }
}

extension PHImageManager {
    /// A Live Photo as a value. What some apps add.
    func requestLivePhoto(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHLivePhotoRequestOptions?
    ) async -> PHLivePhoto? {
        let options = options?.copy() as? PHLivePhotoRequestOptions ?? PHLivePhotoRequestOptions()
        options.deliveryMode = .highQualityFormat
        return await withCheckedContinuation { continuation in
            _ = requestLivePhoto(for: asset, targetSize: targetSize, contentMode: contentMode, options: options) {
                livePhoto, _ in
                continuation.resume(returning: livePhoto)
            }
        }
    }
}

/// A cell that plays a Live Photo when it's pressed.
@MainActor
final class LivePhotoCell: NSObject, PHLivePhotoViewDelegate {
    let view: PHLivePhotoView = PHLivePhotoView()
    private var request: PHLivePhotoRequestID = PHLivePhotoRequestID()
    private var played: [PHLivePhotoViewPlaybackStyle] = []

    func show(_ asset: PHAsset, size: CGSize) {
        view.delegate = self
        view.contentMode = .scaleAspectFill
        let options = PHLivePhotoRequestOptions()
        options.version = .current
        options.isNetworkAccessAllowed = true
        PHImageManager.default().requestLivePhoto(
            for: asset, targetSize: size, contentMode: .aspectFill, options: options
        ) { [weak self] livePhoto, _ in
            Task { @MainActor in
                self?.view.livePhoto = livePhoto
                self?.view.startPlayback(with: PHLivePhotoViewPlaybackStyle.hint)
            }
        }
    }

    func show(_ asset: PHAsset) async {
        view.livePhoto = await PHImageManager.default()
            .requestLivePhoto(for: asset, targetSize: view.bounds.size, contentMode: .aspectFit, options: nil)
    }

    func show(_ files: [URL], placeholder: UIImage?) {
        if request != PHLivePhotoRequestIDInvalid { PHLivePhoto.cancelRequest(withRequestID: request) }
        request = PHLivePhoto.request(
            withResourceFileURLs: files, placeholderImage: placeholder, targetSize: .zero, contentMode: .aspectFit
        ) { livePhoto, info in
            if let isCancelled = info[PHLivePhotoInfoCancelledKey] as? Bool, isCancelled { return }
            if let error = info[PHLivePhotoInfoErrorKey] as? NSError { return print(error.localizedDescription) }
            let isDegraded = info[PHLivePhotoInfoIsDegradedKey] as? Bool ?? false
            Task { @MainActor in
                self.view.livePhoto = livePhoto
                if !isDegraded { self.view.startPlayback(with: PHLivePhotoViewPlaybackStyle.full) }
            }
        }
    }

    func end() {
        view.stopPlayback()
        view.isMuted = true
    }

    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) {
        played.append(playbackStyle)
    }
}
