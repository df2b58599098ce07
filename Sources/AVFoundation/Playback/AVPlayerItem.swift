public import CoreMedia
public import Foundation
import Synchronization

/// An asset to play, and its position. It's a model: a clock moves the position, and nothing shows pictures or plays
/// sound.
///
/// Any thread can use it.
open class AVPlayerItem: NSObject, NSCopying, @unchecked Sendable {
    public enum Status: Int, Sendable {
        case unknown = 0
        /// The asset's properties have been read.
        case readyToPlay = 1
        case failed = 2
    }

    private struct State {
        var status = Status.unknown
        var error: NSError?
        var isPreparing = false
        var waiting: [@Sendable () -> Void] = []
        var forwardEnd = CMTime.invalid
        var audioMix: AVAudioMix?
        var videoComposition: AVVideoComposition?
        /// The observations of the permissions to read the files.
        var watches: [any AnyObject & Sendable] = []
    }

    private let state = Mutex(State())
    private(set) var clock = PlayerClock()
    /// The player that moves the clock.
    let player = Mutex(WeakPlayer())

    public let asset: AVAsset

    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// Creates an item whose position moves with another time than the system's.
    convenience init(asset: AVAsset, time: PlayerTime) {
        self.init(asset: asset)
        clock = PlayerClock(time)
    }

    /// - Parameter automaticallyLoadedAssetKeys: The names of properties. It has no effect, because all properties load
    ///   together.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.init(asset: asset)
    }

    /// - Parameter URL: The URL of a file.
    public convenience init(url URL: URL) {
        self.init(asset: AVURLAsset(url: URL))
    }

    /// Returns an item of the same asset at its start.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVPlayerItem(asset: asset)
        copy.forwardPlaybackEndTime = forwardPlaybackEndTime
        copy.videoComposition = videoComposition
        return copy
    }

    // MARK: State

    /// It's `unknown` until the item belongs to a player and the asset has been read.
    open var status: Status { state.withLock { $0.status } }

    /// The reason why the status is `failed`, an ``AVError``.
    open var error: (any Error)? { state.withLock { $0.error } }

    /// The duration, or an indefinite time until the status is `readyToPlay`.
    open var duration: CMTime { status == .readyToPlay ? asset.duration : .indefinite }

    /// The upright size of the pictures, or zero until the status is `readyToPlay`. It's the render size of the
    /// ``videoComposition`` if there is one.
    open var presentationSize: CGSize {
        if status == .readyToPlay, let size = videoComposition?.renderSize, size != .zero { return size }
        guard status == .readyToPlay, let track = asset.tracks(withMediaType: .video).first else { return .zero }
        let size = track.naturalSize.applying(track.preferredTransform)
        return CGSize(width: abs(size.width), height: abs(size.height))
    }

    /// The times that can be played without waiting: all of them when the status is `readyToPlay`. Each is an `NSValue`
    /// of a ``CMTimeRange``.
    open var loadedTimeRanges: [NSValue] {
        status == .readyToPlay ? [NSValue(timeRange: CMTimeRange(start: .zero, duration: asset.duration))] : []
    }

    open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
    open var isPlaybackBufferFull: Bool { status == .readyToPlay }
    open var isPlaybackBufferEmpty: Bool { status != .readyToPlay }

    /// The volumes of the tracks. It has no effect.
    open var audioMix: AVAudioMix? {
        get { state.withLock { $0.audioMix } }
        set { state.withLock { $0.audioMix = newValue } }
    }

    /// The filter of the pictures. It decides the ``presentationSize``. Its handler isn't called, because nothing shows
    /// pictures. An ``AVAssetExportSession`` applies it.
    open var videoComposition: AVVideoComposition? {
        get { state.withLock { $0.videoComposition } }
        set {
            // A later change of a mutable composition has no effect, as on Apple's platforms.
            let copy = newValue.map(AVVideoComposition.unchanging)
            state.withLock { $0.videoComposition = copy }
        }
    }

    /// The time at which playback ends, if it's valid and before the end of the asset.
    open var forwardPlaybackEndTime: CMTime {
        get { state.withLock { $0.forwardEnd } }
        set {
            state.withLock { $0.forwardEnd = newValue }
            updateEnd()
            currentPlayer?.positionChanged()
        }
    }

    // MARK: Position

    open func currentTime() -> CMTime {
        clock.time
    }

    /// Moves to a time. The position is always exact.
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        clock.move(to: time)
        currentPlayer?.positionChanged()
        if let completionHandler { PlayerSchedule.queue.async { completionHandler(true) } }
    }

    /// Moves to a time. The position is always exact, so the tolerances have no effect.
    ///
    /// - Parameter completionHandler: The handler to call with `true`, on a thread of the system.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Moves to a time. The position is always exact.
    ///
    /// - Returns: `true`.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        clock.move(to: time)
        currentPlayer?.positionChanged()
        return true
    }

    /// Does nothing, because a seek is never pending.
    open func cancelPendingSeeks() {}

    // MARK: Preparing

    var currentPlayer: AVPlayer? { player.withLock { $0.player } }

    /// Reads the asset without blocking.
    ///
    /// - Parameter done: The handler to call once when the status isn't `unknown`.
    func prepare(_ done: @escaping @Sendable () -> Void) {
        let (isReady, isFirst) = state.withLock { state in
            if state.status != .unknown { return (true, false) }
            state.waiting.append(done)
            defer { state.isPreparing = true }
            return (false, !state.isPreparing)
        }
        if isReady { return done() }
        guard isFirst else { return }
        asset.loadValuesAsynchronously(forKeys: ["duration", "tracks"]) { self.finishPreparing() }
    }

    private func finishPreparing() {
        var reason: NSError?
        let isLoaded = asset.statusOfValue(forKey: "tracks", error: &reason) == .loaded
        let isPlayable = isLoaded && asset.isPlayable
        if isLoaded, !isPlayable {
            reason =
                AVError(
                    .decoderNotFound, "The asset can't be played: there is no decoder for its tracks.",
                    remedy: "Convert the file with another program."
                )._nsError
        }
        let watches = asset.permits.compactMap { $0.observe { [weak self] in _ = self?.checkPermission() } }
        let withdrawal = isPlayable ? permissionFailure() : nil
        let mayPlay = isPlayable && withdrawal == nil
        let failure = withdrawal ?? reason
        let waiting = state.withLock { state in
            state.status = mayPlay ? .readyToPlay : .failed
            state.error = mayPlay ? nil : failure
            if mayPlay { state.watches = watches }
            defer { state.waiting = [] }
            return state.waiting
        }
        updateEnd()
        for done in waiting { done() }
        // The permission may have changed before the status.
        if !watches.isEmpty { _ = checkPermission() }
    }

    // MARK: Permission

    /// Stops the item and sets its status to `failed` if its files may no longer be read.
    ///
    /// - Returns: `false` if they may not.
    func checkPermission() -> Bool {
        guard status == .readyToPlay, let failure = permissionFailure() else { return true }
        clock.rate = 0
        // The observations end outside of the lock.
        let watches: [any AnyObject & Sendable]? = state.withLock { state in
            guard state.status == .readyToPlay else { return nil }
            (state.status, state.error) = (.failed, failure)
            defer { state.watches = [] }
            return state.watches
        }
        guard let watches else { return false }
        withExtendedLifetime(watches) { currentPlayer?.itemFailed(self) }
        return false
    }

    private func permissionFailure() -> NSError? {
        do throws(AVError) {
            for permit in asset.permits { try permit.check() }
            return nil
        } catch {
            return error._nsError
        }
    }

    private func updateEnd() {
        guard status == .readyToPlay else { return }
        let limit = forwardPlaybackEndTime
        clock.end = limit.isNumeric ? CMTimeMinimum(limit, asset.duration) : asset.duration
    }
}

struct WeakPlayer: Sendable {
    weak var player: AVPlayer?
}

extension AVPlayerItem {
    /// The name of the notification that an item has played to its end. Its object is the item. It's posted on a thread
    /// of the system.
    public static let didPlayToEndTimeNotification = Notification.Name.AVPlayerItemDidPlayToEndTime
    /// The name of the notification that an item's asset can't be played. Its object is the item.
    public static let failedToPlayToEndTimeNotification = Notification.Name.AVPlayerItemFailedToPlayToEndTime
}

// swift-format-ignore: AlwaysUseLowerCamelCase
extension NSNotification.Name {
    /// An item has played to its end. The object is the item. The notification is posted on a thread of the system.
    public static let AVPlayerItemDidPlayToEndTime = Notification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// An item's asset can't be played. The object is the item, and the user information has the error.
    public static let AVPlayerItemFailedToPlayToEndTime = Notification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of the error in the user information of `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
