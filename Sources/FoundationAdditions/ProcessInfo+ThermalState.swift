public import Foundation

extension ProcessInfo {
    /// The effect of heat on the speed of this computer.
    public enum ThermalState: Int, Sendable {
        /// No trip point of the kernel is reached, or the kernel has none.
        case nominal

        /// A fan runs (trip point `active`).
        case fair

        /// The kernel slows devices down (trip point `passive`).
        case serious

        /// A device reached the trip point `hot` or `critical`.
        case critical
    }

    /// The most severe state of this computer's thermal zones.
    ///
    /// Reads the temperatures and trip points in `/sys/class/thermal`. Returns `.nominal` if there are none, as in most
    /// virtual machines and containers. The first access starts to watch the state, if there are trip points.
    public var thermalState: ThermalState { ThermalStateObserver.shared.currentState() }

    /// Posted within ten seconds after a change of ``thermalState``, on an arbitrary thread.
    ///
    /// As on Apple's platforms, read ``thermalState`` once before you observe this notification.
    public static let thermalStateDidChangeNotification = NSNotification.Name(
        "NSProcessInfoThermalStateDidChangeNotification")
}
