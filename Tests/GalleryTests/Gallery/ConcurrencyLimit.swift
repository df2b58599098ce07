import Synchronization
import Testing

/// Limits the number of tests of a suite that run at the same time, including those of its suites.
///
/// It is a trait of tests, too, because Swift Testing gives a recursive trait to each test.
final class ConcurrencyLimit: SuiteTrait, TestTrait, TestScoping {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await begin()
        defer { end() }
        try await function()
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}

extension Trait where Self == ConcurrencyLimit {
    static func limited(to count: Int) -> ConcurrencyLimit { ConcurrencyLimit(count) }
}
