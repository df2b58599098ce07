import Dispatch
import Synchronization

/// A library's vocabulary, which is made again in the background after changes. Any thread can call the methods.
final class KeptVocabulary: Sendable {
    typealias Version = Int64
    typealias Kept = (version: Version, vocabulary: SearchVocabulary)
    typealias Make = @Sendable () throws -> Kept

    private struct State {
        var kept: Kept?
        var isBeingMade = false
        var isFinished = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "albumen.vocabulary", qos: .utility)

    /// Returns the vocabulary. Only the first call waits until it's made. After a change of the library, a call returns
    /// the former vocabulary and starts making the current one.
    ///
    /// - Parameter version: The number of the library's latest change.
    func current(_ version: Version, make: @escaping Make) throws -> SearchVocabulary {
        let (kept, isDue) = state.withLock { state in
            let isDue = state.kept.map { $0.version < version } ?? false && !state.isBeingMade && !state.isFinished
            if isDue { state.isBeingMade = true }
            return (state.kept?.vocabulary, isDue)
        }
        if isDue { queue.async { self.remake(make) } }
        return try kept ?? queue.sync { try first(make) }
    }

    /// Waits for the work in progress, and starts none any more.
    func finish() {
        state.withLock { $0.isFinished = true }
        queue.sync {}
    }

    private func first(_ make: Make) throws -> SearchVocabulary {
        // Another thread can have made it meanwhile.
        if let kept = state.withLock({ $0.kept }) { return kept.vocabulary }
        let made = try make()
        state.withLock { $0.kept = made }
        return made.vocabulary
    }

    private func remake(_ make: Make) {
        guard !state.withLock({ $0.isFinished }) else { return }
        // If it fails, the former vocabulary stays, and the next call tries again.
        let made = try? make()
        state.withLock { state in
            state.isBeingMade = false
            if let made { state.kept = made }
        }
    }
}
