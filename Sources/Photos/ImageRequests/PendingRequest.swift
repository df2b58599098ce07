import Albumen
import Dispatch
import Foundation
import Synchronization

/// A request under way, and the client's handler for it: called in order, never after the last time, and once more where
/// the request is cancelled.
final class PendingRequest<Value: Sendable>: CancellableRequest {
    typealias Handler = (Value?, ImageResultInfo) -> Void

    private struct State {
        var isFinished = false
        var task: ImageTask?
        /// The caller's thread, while it may be called back before its call returns.
        var eagerThread: pthread_t?
    }

    let number = PendingRequests.makeNumber()
    private let queue: DispatchQueue
    private let handler: UncheckedSendable<Handler>
    private let state = Mutex(State())

    /// - Parameter queue: where the handler is called.
    init(queue: DispatchQueue, handler: @escaping Handler) {
        self.queue = queue
        self.handler = UncheckedSendable(handler)
        PendingRequests.add(self)
    }

    /// Starts the work, to be let go of when the request is cancelled.
    ///
    /// - Parameter callsBackAtOnce: what is delivered on this thread before this returns goes to the handler without the
    ///   detour of the queue.
    func start(callsBackAtOnce: Bool = false, _ work: () -> ImageTask) {
        if callsBackAtOnce { state.withLock { $0.eagerThread = pthread_self() } }
        let task = work()
        let isFinished = state.withLock { state in
            state.eagerThread = nil
            if !state.isFinished { state.task = task }
            return state.isFinished
        }
        if isFinished { task.cancel() }
    }

    func deliver(_ value: Value?, _ info: ImageResultInfo, isLast: Bool) {
        if state.withLock({ $0.eagerThread == pthread_self() }) {
            call(value, info, isLast: isLast)
        } else {
            queue.async { self.call(value, info, isLast: isLast) }
        }
    }

    func fail(_ error: any Error) {
        deliver(nil, ImageResultInfo(requestID: number, error: error), isLast: true)
    }

    func cancel() {
        let (isFirst, task) = state.withLock { state in
            defer { state.isFinished = true }
            return (!state.isFinished, state.task.take())
        }
        guard isFirst else { return }
        PendingRequests.remove(number)
        task?.cancel()
        let info = ImageResultInfo(requestID: number, isCancelled: true, error: RequestFailure.cancelled)
        queue.async { self.handler.value(nil, info) }
    }

    private func call(_ value: Value?, _ info: ImageResultInfo, isLast: Bool) {
        let isWanted = state.withLock { state in
            guard !state.isFinished else { return false }
            state.isFinished = isLast
            if isLast { state.task = nil }
            return true
        }
        guard isWanted else { return }
        if isLast { PendingRequests.remove(number) }
        handler.value(value, info)
    }
}
