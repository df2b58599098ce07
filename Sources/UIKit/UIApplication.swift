public import Foundation
import Synchronization

/// This program.
///
/// A program on Linux has no life cycle: it's active until it ends, and nothing suspends it in the background. The
/// names of the notifications exist so that model files compile. The notifications aren't posted.
@preconcurrency @MainActor
open class UIApplication: NSObject {
    /// The state of a program.
    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }

    /// An option for opening a URL. ``UIApplication`` ignores them.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// This program. All accesses return the same object.
    open class var shared: UIApplication { program }

    private static let program = UIApplication()

    public nonisolated override init() {}

    /// `active`.
    open var applicationState: State { .active }

    /// Whether the program asks that the screen stays on. Setting it has no other effect.
    open var isIdleTimerDisabled = false

    /// Whether protected files can be read: `true`.
    open var isProtectedDataAvailable: Bool { true }

    // MARK: Background tasks

    private nonisolated let tasks = Mutex(BackgroundTasks())

    /// The largest number, because nothing ends background tasks.
    open nonisolated var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

    /// Begins a background task. Any thread can call it.
    ///
    /// The program runs in any case, so the identifier has no effect.
    ///
    /// - Parameter handler: Never called, because no task expires.
    /// - Returns: A new identifier. It's never `invalid`.
    open nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Begins a background task with a name for debugging, as ``beginBackgroundTask(expirationHandler:)`` does.
    open nonisolated func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        tasks.withLock { $0.begin() }
    }

    /// Ends a background task. Ignores unknown identifiers.
    open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        tasks.withLock { $0.end(identifier) }
    }

    /// The tasks that have begun and not ended.
    nonisolated var backgroundTasks: Set<UIBackgroundTaskIdentifier> { tasks.withLock { $0.current } }

    // MARK: URLs

    /// Opens a URL in another program of the desktop, with `xdg-open`.
    ///
    /// A server must not start programs because of a client's text. Therefore it only does so if the environment
    /// variable `ALBUMEN_OPEN` is `xdg-open`. The program is found in `PATH` and started without a shell.
    ///
    /// - Parameters:
    ///   - options: Ignored.
    ///   - completion: Called on the main actor after `xdg-open` has ended, with whether it succeeded. Takes `true` if
    ///     `xdg-open` is still running after two seconds, and `false` if ``canOpenURL(_:)`` returns `false`.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        guard let opener = URLOpener.current, opener.accepts(url) else {
            Task { @MainActor in completion?(false) }
            return
        }
        opener.open(url) { isOpened in Task { @MainActor in completion?(isOpened) } }
    }

    /// Opens a URL, and returns whether that succeeded. See ``open(_:options:completionHandler:)``.
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        await withCheckedContinuation { continuation in
            open(url, options: options) { continuation.resume(returning: $0) }
        }
    }

    /// Returns whether ``open(_:options:completionHandler:)`` starts a program for the URL.
    ///
    /// - Returns: `false` unless `ALBUMEN_OPEN` is `xdg-open`, that program exists, and the URL has a scheme other than
    ///   that of ``openSettingsURLString``.
    open func canOpenURL(_ url: URL) -> Bool {
        URLOpener.current?.accepts(url) ?? false
    }

    /// The URL of the program's settings. It can't be opened. `albumen access` changes a program's access to photos.
    public nonisolated static let openSettingsURLString = "app-settings:"

    // MARK: Scenes and windows

    /// The only scene. It has the windows that the program made visible.
    open var connectedScenes: Set<UIScene> { [UIWindowScene.only] }

    /// The windows that the program made visible, from back to front.
    open var windows: [UIWindow] { UIWindowScene.only.windows }

    /// The window that the program made the key window.
    open var keyWindow: UIWindow? { UIWindowScene.only.keyWindow }
}
