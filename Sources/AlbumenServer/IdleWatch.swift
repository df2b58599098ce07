import Foundation
import ServiceLifecycle
import Synchronization

/// Ends a server that an app started, when nobody has used it for a while.
struct IdleWatch: Service {
    /// The time without use after which the server ends.
    static let patience = Duration.seconds(60)
    private static let interval = Duration.seconds(5)

    /// Returns whether nobody uses the server now.
    let isIdle: @Sendable () -> Bool
    var patience = Self.patience
    /// The time in which the app that started the server connects.
    var firstPatience = Self.patience
    var interval = Self.interval

    /// Returns when the server hasn't been used for the time of patience, or when it stops.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            var idleSince: ContinuousClock.Instant?
            var wasUsed = false
            while true {
                if isIdle() {
                    let start = idleSince ?? .now
                    idleSince = start
                    let patience = wasUsed ? patience : max(patience, firstPatience)
                    if start.duration(to: .now) >= patience { return }
                } else {
                    (idleSince, wasUsed) = (nil, true)
                }
                guard (try? await Task.sleep(for: min(interval, patience))) != nil else { return }
            }
        }
    }
}

/// Ends sessions of the picker whose time is over, while the server runs.
struct PickExpiry: Service {
    private static let interval = Duration.seconds(30)

    let picks: PickSessions

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.interval)) != nil { try picks.sweep() }
        }
    }
}
