public import Foundation

// The names are Apple's. The notifications aren't posted.
extension UIApplication {
    public nonisolated static let didFinishLaunchingNotification = name("DidFinishLaunching")
    public nonisolated static let didBecomeActiveNotification = name("DidBecomeActive")
    public nonisolated static let willResignActiveNotification = name("WillResignActive")
    public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")
    public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
    public nonisolated static let willTerminateNotification = name("WillTerminate")
    public nonisolated static let didReceiveMemoryWarningNotification = name("DidReceiveMemoryWarning")
    public nonisolated static let significantTimeChangeNotification = name("SignificantTimeChange")
    public nonisolated static let userDidTakeScreenshotNotification = name("UserDidTakeScreenshot")
    public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")
    public nonisolated static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable")

    private nonisolated static func name(_ event: String) -> Notification.Name {
        Notification.Name("UIApplication\(event)Notification")
    }
}
