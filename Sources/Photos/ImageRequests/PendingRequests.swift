import Synchronization

/// The requests in progress of this process, by identifier.
enum PendingRequests {
    private struct State {
        var lastNumber: PHImageRequestID = 0
        var requests: [PHImageRequestID: any CancellableRequest] = [:]
    }

    private static let state = Mutex(State())

    /// Returns an identifier for a request. After two billion, the identifiers start at 1 again and skip those in
    /// use.
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

    /// Cancels a request. Has no effect if the request has ended or never existed.
    static func cancel(_ number: PHImageRequestID) {
        state.withLock { $0.requests[number] }?.cancel()
    }

    static func isUnderWay(_ number: PHImageRequestID) -> Bool {
        state.withLock { $0.requests[number] != nil }
    }
}

/// A request that can be cancelled by its identifier.
protocol CancellableRequest: AnyObject, Sendable {
    var number: PHImageRequestID { get }

    func cancel()
}
