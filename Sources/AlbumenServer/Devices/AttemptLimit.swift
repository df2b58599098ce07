import HTTPTypes
import Synchronization

/// Limits the failed attempts of others to pair a device or to guess a password, for each address and in all.
///
/// Keys have 256 random bits, so nobody guesses one. The limit keeps a machine from being busy with attempts.
final class AttemptLimit: Sendable {
    private struct State {
        var start: ContinuousClock.Instant
        var counts: [String: Int] = [:]
        var total = 0
    }

    static let time = Duration.seconds(60)
    /// The largest number of attempts of one address within a minute.
    static let addressLimit = 10
    /// The largest number of attempts of all addresses within a minute.
    static let limit = 60

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        state = Mutex(State(start: now()))
    }

    /// Counts an attempt, unless it's too many.
    ///
    /// - Throws: `Refusal` (429).
    func take(from address: String) throws {
        let network = Self.network(of: address)
        try state.withLock { state in
            if now() - state.start >= Self.time { state = State(start: now()) }
            guard state.total < Self.limit, state.counts[network, default: 0] < Self.addressLimit else {
                throw Refusal.tooManyAttempts
            }
            state.counts[network, default: 0] += 1
            state.total += 1
        }
    }

    /// Returns the part of an address that one machine can't choose: the first half of version 6.
    static func network(of address: String) -> String {
        guard address.contains(":") else { return address }
        let groups = address.split(separator: ":", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        return groups.prefix(4).joined(separator: ":")
    }
}

extension Refusal {
    fileprivate static let tooManyAttempts = Refusal(
        status: .tooManyRequests, code: "tooManyAttempts",
        message: "Too many attempts have failed. Wait a minute, and try again.",
        headers: [.retryAfter: "60"])
}
