public import Foundation

/// The orientation of a device in space.
public enum UIDeviceOrientation: Int, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeLeft = 3
    case landscapeRight = 4
    case faceUp = 5
    case faceDown = 6

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// This machine.
///
/// Linux tells programs little of what a phone tells them. The orientation, the battery and the proximity are unknown.
@preconcurrency @MainActor
open class UIDevice: NSObject {
    /// The state of a battery.
    public enum BatteryState: Int, Sendable {
        case unknown = 0
        case unplugged = 1
        case charging = 2
        case full = 3
    }

    /// This machine. All accesses return the same object.
    open class var current: UIDevice { shared }

    private static let shared = UIDevice()

    public nonisolated override init() {}

    /// The host's name.
    open var name: String { ProcessInfo.processInfo.hostName }

    /// `Linux`.
    open var model: String { "Linux" }

    /// The same as ``model``.
    open var localizedModel: String { model }

    /// `Linux`.
    open var systemName: String { "Linux" }

    /// The version of the kernel, such as `6.12.5`.
    open var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    /// The kind of the device: `unspecified`.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .unspecified }

    /// An identifier of this user's programs with the process's name. Returns `nil` if the system has no machine
    /// identifier.
    ///
    /// It's the same in each run. It's derived from `/etc/machine-id`, the user and the process's name, and doesn't
    /// reveal them.
    open var identifierForVendor: UUID? { VendorIdentifier.current }

    /// `unknown`.
    open var orientation: UIDeviceOrientation { .unknown }

    /// `unknown`.
    open var batteryState: BatteryState { .unknown }

    /// -1, which means unknown.
    open var batteryLevel: Float { -1 }

    /// Whether the program wants notifications of the battery. Setting it has no other effect.
    open var isBatteryMonitoringEnabled = false

    /// Whether the program wants notifications of the proximity sensor. It stays `false`, because there is no sensor.
    open var isProximityMonitoringEnabled: Bool {
        get { false }
        set {}
    }

    /// Whether something is close to the sensor: `false`.
    open var proximityState: Bool { false }

    /// Whether the system runs several programs: `true`.
    open var isMultitaskingSupported: Bool { true }

    /// Whether notifications of the orientation are on.
    open private(set) var isGeneratingDeviceOrientationNotifications = false

    /// Sets ``isGeneratingDeviceOrientationNotifications``. The notifications aren't posted.
    open func beginGeneratingDeviceOrientationNotifications() {
        isGeneratingDeviceOrientationNotifications = true
    }

    /// Clears ``isGeneratingDeviceOrientationNotifications``.
    open func endGeneratingDeviceOrientationNotifications() {
        isGeneratingDeviceOrientationNotifications = false
    }

    /// Not posted.
    public nonisolated static let orientationDidChangeNotification =
        Notification.Name("UIDeviceOrientationDidChangeNotification")
    /// Not posted.
    public nonisolated static let batteryStateDidChangeNotification =
        Notification.Name("UIDeviceBatteryStateDidChangeNotification")
    /// Not posted.
    public nonisolated static let batteryLevelDidChangeNotification =
        Notification.Name("UIDeviceBatteryLevelDidChangeNotification")
}
