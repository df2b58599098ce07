import PhotosUI

@MainActor
func usePHLivePhotoView(_ livePhoto: PHLivePhoto, _ delegate: PHLivePhotoViewDelegate) {
    let view: PHLivePhotoView = PHLivePhotoView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    let _: UIView = view
    let _: PHLivePhotoView = PHLivePhotoView()
    view.delegate = delegate
    let _: PHLivePhotoViewDelegate? = view.delegate
    view.livePhoto = livePhoto
    let _: PHLivePhoto? = view.livePhoto
    view.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 0.5)
    let _: CGRect = view.contentsRect
    view.isMuted = true
    let _: Bool = view.isMuted
    view.audioVolume = 0.5
    view.contentMode = .scaleAspectFill
    view.startPlayback(with: .full)
    view.stopPlayback()
    let _: CGSize = view.intrinsicContentSize
}

/// A view of an app's own.
class BadgedLivePhotoView: PHLivePhotoView {
    override func startPlayback(with playbackStyle: PHLivePhotoViewPlaybackStyle) {
        if playbackStyle == .full { super.startPlayback(with: playbackStyle) }
    }
}

@MainActor
final class LivePhotoController: NSObject, PHLivePhotoViewDelegate {
    var isPlaying = false

    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, canBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) -> Bool { playbackStyle != .undefined }

    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, willBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) { isPlaying = true }

    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) { isPlaying = false }
}

/// All methods are optional.
@MainActor
final class IdleLivePhotoController: NSObject, PHLivePhotoViewDelegate {}
