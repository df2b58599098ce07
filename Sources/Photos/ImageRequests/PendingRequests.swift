import Synchronization

/// The requests of this process that are under way, by number.
enum PendingRequests {
    private struct State {
        var lastNumber: PHImageRequestID = 0
        var requests: [PHImageRequestID: any CancellableRequest] = [:]
    }

    private static let state = Mutex(State())

    /// A number for a request. After two billion they begin again with 1, and pass over those still under way.
    static func makeNumber() -> PHImageRequestID {
        state.withLock { state in
            repeat {
                state.lastNumber = state.lastNumber == .max ? 1 : state.lastNumber + 1
            } while state.requests[state.lastNumber] != nil
            return state.lastNumber
        }
    }

    static func add(_ request: some CancellableRequest) {
        state.withLock { $0.requests[request.number] = request }
    }

    static func remove(_ number: PHImageRequestID) {
        _ = state.withLock { $0.requests.removeValue(forKey: number) }
    }

    /// Cancels a request. Nothing happens where it has ended or never was.
    static func cancel(_ number: PHImageRequestID) {
        state.withLock { $0.requests[number] }?.cancel()
    }

    static func isUnderWay(_ number: PHImageRequestID) -> Bool {
        state.withLock { $0.requests[number] != nil }
    }
}

/// A request that can be let go of by its number.
protocol CancellableRequest: AnyObject, Sendable {
    var number: PHImageRequestID { get }

    func cancel()
}
