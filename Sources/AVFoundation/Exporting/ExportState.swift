import Cancellation
import Foundation
import MediaRequests
import Synchronization

/// The state of a session. Any thread can use it.
final class ExportState: Sendable {
    typealias Status = AVAssetExportSession.Status

    /// The threads that wait for exports: as many as exports can run.
    static let queue = MediaQueue.make("albumen.exports", count: Processors.usableCount / 2)

    private struct State {
        var status = Status.unknown
        /// Whether the running export is to be cancelled, even if it's complete by now.
        var isCancelled = false
        var progress = 0.0
        var error: NSError?
        var handlers: [@Sendable () -> Void] = []
        var hasEnded: Bool { [.completed, .failed, .cancelled].contains(status) }
    }

    private let state = Mutex(State())
    /// Ends the running export.
    let cancellation = WorkCancellation()

    var status: Status { state.withLock { $0.status } }
    var progress: Double { state.withLock { $0.progress } }
    var error: (any Error)? { state.withLock { $0.error } }

    /// Takes a handler to call at the end. If the export has ended, calls the handler on a thread of the system.
    ///
    /// - Returns: Whether the export must be started.
    func start(_ handler: @escaping @Sendable () -> Void) -> Bool {
        let (isFirst, hasEnded) = state.withLock { state in
            if state.hasEnded { return (false, true) }
            state.handlers.append(handler)
            guard state.status == .unknown else { return (false, false) }
            state.status = .waiting
            return (true, false)
        }
        if hasEnded { MediaQueue.loading.addOperation(handler) }
        return isFirst
    }

    /// - Returns: `false` if the export was cancelled while it waited.
    func begin() -> Bool {
        state.withLock { state in
            guard state.status == .waiting else { return false }
            state.status = .exporting
            return true
        }
    }

    func advance(to progress: Double) {
        state.withLock { state in
            if state.status == .exporting { state.progress = max(state.progress, min(progress, 1)) }
        }
    }

    /// Cancels a waiting export at once, and a running one as soon as its process has ended.
    func cancel() {
        let (isWaiting, isRunning) = state.withLock { state in
            if state.status == .exporting { state.isCancelled = true }
            return (state.status == .waiting, state.status == .exporting)
        }
        guard isWaiting || isRunning else { return }
        cancellation.cancel()
        if isWaiting {
            MediaQueue.loading.addOperation { self.end(AVError.cancelled._nsError, ifStatus: .waiting) }
        }
    }

    /// - Parameter error: The reason of a failure.
    func fail(_ error: any Error) {
        end((error as? AVError)?._nsError ?? error as NSError, ifStatus: .exporting)
    }

    /// Ends an export whose file is complete.
    ///
    /// - Parameter withdraw: Removes the file. Called if the export was cancelled meanwhile.
    func complete(withdraw: () -> Void) {
        if !end(nil, ifStatus: .exporting) {
            withdraw()
            end(AVError.cancelled._nsError, ifStatus: .exporting)
        }
    }

    /// - Returns: `false` for a complete file of an export that was cancelled.
    @discardableResult
    private func end(_ error: NSError?, ifStatus expected: Status) -> Bool {
        let handlers: [@Sendable () -> Void]? = state.withLock { state in
            guard state.status == expected else { return [] }
            if error == nil, state.isCancelled { return nil }
            state.error = error
            switch error {
            case nil:
                state.status = .completed
                state.progress = 1
            case let error?
            where error.domain == AVFoundationErrorDomain
                && error.code == AVError.operationCancelled.rawValue:
                state.status = .cancelled
            default: state.status = .failed
            }
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers ?? [] { handler() }
        return handlers != nil
    }
}

extension AVError {
    fileprivate static let cancelled = AVError(.operationCancelled, "The export was cancelled.")
}
