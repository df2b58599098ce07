public import Foundation
public import Photos
public import UIKitCore

/// The model of a view that shows a Live Photo.
///
/// It has a clock and no screen or sound: it calls its delegate when playback starts and when the video would end. To
/// show the Live Photo, draw its `image` and play its `videoURL`.
///
/// ```swift
/// let view = PHLivePhotoView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
/// view.livePhoto = livePhoto
/// view.startPlayback(with: .full)
/// ```
@preconcurrency @MainActor
open class PHLivePhotoView: UIView {
    /// The duration of ``PHLivePhotoViewPlaybackStyle/hint`` in seconds, if the video isn't shorter.
    static let hintDuration = 0.5

    /// The playback in progress.
    private(set) var playback: (style: PHLivePhotoViewPlaybackStyle, clock: Task<Void, Never>)?

    /// Returns after a duration. A test can replace it.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// The object that receives the view's events.
    open weak var delegate: (any PHLivePhotoViewDelegate)?

    /// The Live Photo of the view. Setting another one stops playback.
    open var livePhoto: PHLivePhoto? {
        didSet { if livePhoto !== oldValue { stopPlayback() } }
    }

    /// The part of the Live Photo to show, in coordinates from 0 to 1 from its upper left corner. The default is all
    /// of it.
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// Whether playback has no sound. The default is `false`.
    open var isMuted = false

    /// The volume of the sound, from 0 to 1. The default is 1.
    open var audioVolume: Float = 1

    private var ownContentMode = ContentMode.scaleAspectFit

    /// The scaling of the Live Photo. The default is `scaleAspectFit`.
    open override var contentMode: ContentMode {
        get { ownContentMode }
        set { ownContentMode = newValue }
    }

    /// The size of the Live Photo's picture, one point per pixel.
    open override var intrinsicContentSize: CGSize {
        livePhoto.map(\.size) ?? super.intrinsicContentSize
    }

    /// Starts playback, unless the delegate prevents it. Has no effect without a Live Photo, with a degraded one, and
    /// for the style `undefined`. A playback in progress ends first.
    ///
    /// Calls the delegate's `willBeginPlaybackWith` before it returns, and `didEndPlaybackWith` when the video has
    /// played or ``stopPlayback()`` is called. If the video can't be read, playback ends at once.
    open func startPlayback(with playbackStyle: PHLivePhotoViewPlaybackStyle) {
        guard playbackStyle != .undefined, let livePhoto, livePhoto.videoURL != nil else { return }
        guard delegate?.livePhotoView(self, canBeginPlaybackWith: playbackStyle) ?? true else { return }
        stopPlayback()
        delegate?.livePhotoView(self, willBeginPlaybackWith: playbackStyle)
        let clock = Task { [weak self, sleep] in
            let duration = await livePhoto.videoDuration() ?? 0
            let played = playbackStyle == .hint ? min(duration, Self.hintDuration) : duration
            do {
                try await sleep(.seconds(played))
            } catch {
                // Whoever stopped the playback has told the delegate.
                return
            }
            self?.stopPlayback()
        }
        playback = (playbackStyle, clock)
    }

    /// Stops playback. Calls the delegate's `didEndPlaybackWith` if there was one.
    open func stopPlayback() {
        guard let (style, clock) = playback else { return }
        playback = nil
        clock.cancel()
        delegate?.livePhotoView(self, didEndPlaybackWith: style)
    }
}
