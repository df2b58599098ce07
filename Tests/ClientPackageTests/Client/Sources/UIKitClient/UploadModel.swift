import UIKit

/// Uploads photos, also while the app is in the background.
@MainActor
public final class UploadModel {
    public private(set) var uploaded: [String] = []
    private var task = UIBackgroundTaskIdentifier.invalid
    private var observers: [any NSObjectProtocol] = []

    public init() {
        for name in [
            UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
            UIApplication.didReceiveMemoryWarningNotification,
        ] {
            observers.append(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { [weak self] _ in
                    MainActor.assumeIsolated { self?.pause() }
                })
        }
    }

    public var userAgent: String {
        let device = UIDevice.current
        return "Gallery/1.0 (\(device.model); \(device.systemName) \(device.systemVersion))"
    }

    public var deviceIdentifier: String { UIDevice.current.identifierForVendor?.uuidString ?? "unknown" }

    public var thumbnailSide: CGFloat { UIDevice.current.userInterfaceIdiom == .pad ? 240 : 120 }

    public func upload(_ names: [String]) async {
        task = UIApplication.shared.beginBackgroundTask(withName: "Upload") { [weak self] in self?.endTask() }
        UIApplication.shared.isIdleTimerDisabled = true
        for name in names where UIApplication.shared.applicationState != .background {
            await Task.yield()
            uploaded.append(name)
        }
        UIApplication.shared.isIdleTimerDisabled = false
        endTask()
    }

    public func openSettings() async -> Bool {
        guard let url = URL(string: UIApplication.openSettingsURLString), UIApplication.shared.canOpenURL(url) else {
            return false
        }
        return await UIApplication.shared.open(url)
    }

    private func pause() {
        uploaded.removeAll()
    }

    private func endTask() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}
