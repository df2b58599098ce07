public import CoreMedia
public import Dispatch
public import Foundation
import Synchronization

/// Plays an item. It's a model: a clock moves the item's position at the rate, and nothing shows pictures or plays
/// sound.
///
/// Observers and notifications work as on Apple's platforms, except key-value observing, which Linux lacks. Any thread
/// can use a player. An item belongs to one player; a second player takes it over.
open class AVPlayer: NSObject, @unchecked Sendable {
    public enum Status: Int, Sendable {
        case unknown = 0
        case readyToPlay = 1
        case failed = 2
    }

    public enum TimeControlStatus: Int, Sendable {
        case paused = 0
        /// The asset's properties are being read.
        case waitingToPlayAtSpecifiedRate = 1
        case playing = 2
    }

    /// The action when an item has played to its end.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Continue with the next item. A player without a queue pauses.
        case advance = 0
        case pause = 1
        /// Keep the rate. The position stays at the end.
        case none = 2
    }

    private struct State {
        var item: AVPlayerItem?
        var rate: Float = 0
        var defaultRate: Float = 1
        var action = ActionAtItemEnd.pause
        var volume: Float = 1
        var isMuted = false
        var waits = true
    }

    private let state = Mutex(State())
    private let schedule = PlayerSchedule()

    /// Creates a player without an item.
    public override init() {
        super.init()
    }

    public convenience init(playerItem item: AVPlayerItem?) {
        self.init()
        replaceCurrentItem(with: item)
    }

    /// - Parameter URL: The URL of a file.
    public convenience init(url URL: URL) {
        self.init(playerItem: AVPlayerItem(url: URL))
    }

    // MARK: Item

    open var currentItem: AVPlayerItem? { state.withLock { $0.item } }

    /// Stops the current item and takes another one. The rate stays.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        let former = state.withLock { state in
            defer { state.item = item }
            return state.item
        }
        if former !== item { former?.clock.rate = 0 }
        guard let item else { return positionChanged() }
        let owner = item.player.withLock { weak in
            defer { weak.player = self }
            return weak.player
        }
        if let owner, owner !== self { owner.lose(item) }
        item.prepare { [weak self, weak item] in
            guard let self, let item else { return }
            itemIsPrepared(item)
        }
    }

    /// The status of the current item.
    open var status: Status { currentItem.flatMap { Status(rawValue: $0.status.rawValue) } ?? .unknown }

    /// The reason why the status is `failed`, an ``AVError``.
    open var error: (any Error)? { currentItem?.error }

    // MARK: Rate

    /// The number of seconds of the item per second. 0 is a pause, and a negative rate plays backwards.
    open var rate: Float {
        get { state.withLock { $0.rate } }
        set {
            state.withLock { $0.rate = newValue.isFinite ? newValue : 0 }
            applyRate()
        }
    }

    /// The rate of `play()`. The default is 1.
    open var defaultRate: Float {
        get { state.withLock { $0.defaultRate } }
        set { state.withLock { $0.defaultRate = newValue } }
    }

    /// Plays at the default rate, as soon as the item is ready.
    open func play() {
        rate = defaultRate
    }

    open func pause() {
        rate = 0
    }

    /// Plays at a rate, as soon as the item is ready.
    open func playImmediately(atRate rate: Float) {
        self.rate = rate
    }

    open var timeControlStatus: TimeControlStatus {
        guard rate != 0 else { return .paused }
        return currentItem?.status == .readyToPlay ? .playing : .waitingToPlayAtSpecifiedRate
    }

    open var actionAtItemEnd: ActionAtItemEnd {
        get { state.withLock { $0.action } }
        set { state.withLock { $0.action = newValue } }
    }

    /// The volume, from 0 to 1. It has no effect.
    open var volume: Float {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = min(1, max(0, newValue)) } }
    }

    /// Whether the player is silent. It has no effect.
    open var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set { state.withLock { $0.isMuted = newValue } }
    }

    /// Whether playback waits for data over the network. It has no effect, because assets are files.
    open var automaticallyWaitsToMinimizeStalling: Bool {
        get { state.withLock { $0.waits } }
        set { state.withLock { $0.waits = newValue } }
    }

    // MARK: Position

    /// The position of the item, or zero if there is none.
    open func currentTime() -> CMTime {
        currentItem?.currentTime() ?? .zero
    }

    /// Moves to a time. The position is always exact.
    ///
    /// - Parameter completionHandler: The handler to call on a thread of the system: with `false` if there is no item.
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return PlayerSchedule.queue.async { completionHandler(false) } }
        item.seek(to: time, completionHandler: completionHandler)
    }

    /// Moves to a time. The position is always exact.
    open func seek(to time: CMTime) {
        currentItem?.seek(to: time, completionHandler: nil)
    }

    /// Moves to a time. The position is always exact, so the tolerances have no effect.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time)
    }

    /// Moves to a time. The position is always exact, so the tolerances have no effect.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Moves to a time.
    ///
    /// - Returns: `false` if there is no item.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        await currentItem?.seek(to: time) ?? false
    }

    // MARK: Observers

    /// Calls a closure at each multiple of an interval while the item plays, and whenever playback starts, stops or
    /// jumps.
    ///
    /// - Parameters:
    ///   - interval: The interval in the item's time.
    ///   - queue: The queue for the calls, or `nil` for the main queue.
    /// - Returns: A token for ``removeTimeObserver(_:)``.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        defer { planNext(isContinuing: true) }
        return schedule.add(every: interval, queue, block)
    }

    /// Calls a closure when playback passes one of the times.
    ///
    /// - Parameters:
    ///   - times: Times as objects of `NSValue(time:)`.
    ///   - queue: The queue for the calls, or `nil` for the main queue.
    /// - Returns: A token for ``removeTimeObserver(_:)``.
    open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any {
        defer { planNext(isContinuing: true) }
        return schedule.add(at: times.map(\.timeValue), queue) { _ in block() }
    }

    /// Removes an observer. Calls that are already in its queue still happen.
    open func removeTimeObserver(_ observer: Any) {
        if let number = observer as? Int { schedule.remove(number) }
    }

    // MARK: Clock

    /// Tells observers that the position has jumped.
    func positionChanged() {
        schedule.announce(currentTime())
        planNext()
    }

    private func lose(_ item: AVPlayerItem) {
        let hasItem = state.withLock { state in
            guard state.item === item else { return false }
            state.item = nil
            return true
        }
        if hasItem { planNext() }
    }

    private func itemIsPrepared(_ item: AVPlayerItem) {
        guard currentItem === item else { return }
        if item.status == .failed { return itemFailed(item) }
        // The position may be after the end, which wasn't known.
        item.clock.move(to: item.clock.time)
        applyRate()
    }

    /// Reports that an item can't be played, or no longer.
    func itemFailed(_ item: AVPlayerItem) {
        guard currentItem === item else { return }
        planNext()
        NotificationCenter.default.post(
            name: .AVPlayerItemFailedToPlayToEndTime, object: item,
            userInfo: item.error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] })
    }

    private func applyRate() {
        guard let item = currentItem else { return }
        if rate != 0, !item.checkPermission() { return }
        item.clock.rate = item.status == .readyToPlay ? Double(rate) : 0
        positionChanged()
    }

    private func planNext(isContinuing: Bool = false) {
        guard let item = currentItem else { return }
        schedule.plan(
            item.clock, isContinuing: isContinuing,
            reached: { [weak self, weak item] in
                guard let self, let item else { return }
                reachedEnd(of: item)
            },
            again: { [weak self] in self?.planNext(isContinuing: true) })
    }

    private func reachedEnd(of item: AVPlayerItem) {
        // The end was planned before the player lost the item.
        guard currentItem === item else { return }
        let isForward = item.clock.rate > 0
        item.clock.rate = 0
        item.clock.move(to: isForward ? item.clock.end : .zero)
        let keepsRate = state.withLock { state in
            if state.action != .none || !isForward { state.rate = 0 }
            return state.rate != 0
        }
        schedule.announce(item.currentTime())
        if isForward { NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: item) }
        // The handler may have moved the item, which then plays on.
        if keepsRate, currentItem === item, item.currentTime() < item.clock.end {
            item.clock.rate = Double(rate)
            planNext()
        }
    }
}
