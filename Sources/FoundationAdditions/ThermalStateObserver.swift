import Dispatch
import Foundation
import Synchronization

/// Watches the kernel's thermal zones for the process.
final class ThermalStateObserver: Sendable {
    static let shared = ThermalStateObserver(zones: ThermalZones())

    private static let secondsBetweenReads = 10

    private let zones: ThermalZones
    private let lastState: Mutex<ProcessInfo.ThermalState>
    // Unsafe only by name: dispatch sources are safe on all threads.
    nonisolated(unsafe) private let timer: (any DispatchSourceTimer)?

    init(zones: ThermalZones) {
        self.zones = zones
        lastState = Mutex(zones.state())
        timer = zones.isEmpty ? nil : DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer?.setEventHandler { [weak self] in self?.postChange() }
        timer?.schedule(
            deadline: .now() + .seconds(Self.secondsBetweenReads), repeating: .seconds(Self.secondsBetweenReads),
            leeway: .seconds(1))
        timer?.resume()
    }

    deinit {
        timer?.cancel()
    }

    func currentState() -> ProcessInfo.ThermalState { zones.state() }

    /// Posts a notification if the state differs from the last one.
    func postChange(in center: NotificationCenter = .default) {
        let state = zones.state()
        let isNew = lastState.withLock { last in
            defer { last = state }
            return last != state
        }
        guard isNew else { return }
        center.post(name: ProcessInfo.thermalStateDidChangeNotification, object: ProcessInfo.processInfo)
    }
}
