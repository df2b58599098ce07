public import Foundation

/// The kind of a Live Photo's playback.
public enum PHLivePhotoViewPlaybackStyle: Int, Sendable {
    /// No playback.
    case undefined = 0
    /// The whole video, with its sound.
    case full = 1
    /// A short part of the video, without sound.
    case hint = 2
}

/// Receives the events of a ``PHLivePhotoView``. All methods are optional.
@preconcurrency @MainActor
public protocol PHLivePhotoViewDelegate: NSObjectProtocol {
    /// Returns whether playback may start. The default implementation returns `true`.
    @discardableResult
    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, canBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) -> Bool

    /// Reports that playback starts. The default implementation does nothing.
    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, willBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle)

    /// Reports that playback has ended. The default implementation does nothing.
    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle)
}

extension PHLivePhotoViewDelegate {
    @discardableResult
    public func livePhotoView(
        _ livePhotoView: PHLivePhotoView, canBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) -> Bool {
        true
    }

    public func livePhotoView(
        _ livePhotoView: PHLivePhotoView, willBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) {}

    public func livePhotoView(
        _ livePhotoView: PHLivePhotoView, didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) {}
}
