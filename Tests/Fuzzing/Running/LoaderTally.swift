import Synchronization

/// The results of a loader's mutants. Any thread can add to them.
final class LoaderTally: Sendable {
    private struct State {
        var outcomes: [String: Int] = [:]
        var peakMemoryInBytes = 0
    }

    private let state = Mutex(State())

    func count(_ outcome: String) {
        state.withLock { $0.outcomes[outcome, default: 0] += 1 }
    }

    /// Returns whether no worker used as much memory before.
    func raise(_ peakMemoryInBytes: Int) -> Bool {
        state.withLock { state in
            guard peakMemoryInBytes > state.peakMemoryInBytes else { return false }
            state.peakMemoryInBytes = peakMemoryInBytes
            return true
        }
    }

    var hasPictures: Bool {
        state.withLock { $0.outcomes.keys.contains { $0.hasPrefix("pictures") } }
    }

    /// The results, most frequent first.
    var description: String {
        state.withLock { state in
            let outcomes = state.outcomes.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
                .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            return "\(outcomes); worker at most \(state.peakMemoryInBytes >> 20) MB resident"
        }
    }
}
