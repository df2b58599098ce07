import Foundation
import MediaRequests
import Synchronization

/// The properties of an asset, read once. Any thread can call it.
final class AssetContent: Sendable {
    private enum State {
        case unread
        case read(Result<AssetFacts, AVError>)
    }

    private let read: @Sendable () -> Result<AssetFacts, AVError>
    private let state: Mutex<State>
    /// Held while a thread reads, so that other threads wait for its result.
    private let reading = Mutex(())

    init(_ facts: AssetFacts) {
        read = { .success(facts) }
        state = Mutex(.read(.success(facts)))
    }

    init(reading read: @escaping @Sendable () -> Result<AssetFacts, AVError>) {
        self.read = read
        state = Mutex(.unread)
    }

    /// The result, if the properties have been read.
    var current: Result<AssetFacts, AVError>? {
        state.withLock { state in
            if case .read(let result) = state { result } else { nil }
        }
    }

    /// Returns the result, and reads the properties if necessary. Blocks. A failure that isn't the file's fault doesn't
    /// last: the next call reads again.
    func load() -> Result<AssetFacts, AVError> {
        reading.withLock { _ in
            if let current, !current.mayChange { return current }
            let result = read()
            state.withLock { $0 = .read(result) }
            return result
        }
    }
}

extension Result where Failure == AVError {
    fileprivate var mayChange: Bool {
        guard case .failure(let error) = self else { return false }
        return [.outOfMemory, .unknown, .contentIsNotAuthorized].contains(error.code)
    }
}
