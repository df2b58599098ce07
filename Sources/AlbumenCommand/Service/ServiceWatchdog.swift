import Foundation

/// Tells the supervisor at intervals that the service works, after a check.
struct ServiceWatchdog: Sendable {
    let supervisor: ServiceSupervisor
    /// The time within which the supervisor expects the next notice.
    let time: Duration
    /// Returns when the service has done a small piece of work. If it doesn't return, no notice is sent, and the
    /// supervisor restarts the service.
    let check: @Sendable () async throws -> Void

    /// Runs until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await check()
                try supervisor.notify([.alive])
            } catch {
                guard !Task.isCancelled else { return }
                StandardError.write(line: "albumen: The watchdog isn't notified: \(error)")
            }
            // Ends the loop when the task is cancelled.
            try? await Task.sleep(for: time / 3)
        }
    }
}
