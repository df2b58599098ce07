import Cancellation
import Dispatch
import Foundation
import MediaRequests
import PhotoLibrary
import Synchronization

/// Calls a client's progress handler for one request: in order, one call at a time, and never after the end.
final class DownloadProgress: Sendable {
    private struct State {
        var fraction = 0.0
        /// Whether a call with the newest fraction is scheduled.
        var isScheduled = false
        var hasBegun = false
        var isFinished = false
    }

    /// Cancels the download of a blocking request.
    let cancellation = WorkCancellation()
    private let number: PHImageRequestID
    private let handler: UncheckedSendable<PHAssetImageProgressHandler>
    private let stop: @Sendable () -> Void
    private let queue = DispatchQueue(label: "albumen.photos.progress")
    private let state = Mutex(State())

    /// - Parameter stop: Cancels the request.
    init(
        _ handler: UncheckedSendable<PHAssetImageProgressHandler>, number: PHImageRequestID,
        stop: @escaping @Sendable () -> Void = {}
    ) {
        self.handler = handler
        self.number = number
        self.stop = stop
    }

    /// Reports a fraction. A slow handler only receives the newest one.
    func tell(_ fraction: Double) {
        let isToSchedule = state.withLock { state in
            guard !state.isFinished else { return false }
            state.hasBegun = true
            state.fraction = max(state.fraction, fraction)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isToSchedule { queue.async { self.call(nil) } }
    }

    /// Ends the reports, after reporting the error if the download failed, and then runs `then`.
    func finish(_ error: (any Error)?, then: @escaping @Sendable () -> Void) {
        guard hasBegunOrEnds() else { return then() }
        queue.async {
            self.end(error)
            then()
        }
    }

    /// Waits until the last report is done.
    func finish(_ error: (any Error)?) {
        guard hasBegunOrEnds() else { return }
        queue.sync { self.end(error) }
    }

    /// Prevents all reports if there has been none. Returns whether there has been one or the reports have ended.
    private func hasBegunOrEnds() -> Bool {
        state.withLock { state in
            if !state.hasBegun { state.isFinished = true }
            return state.hasBegun
        }
    }

    /// Only reports errors of the download.
    private func end(_ error: (any Error)?) {
        if let error = error as? LibraryError, [.networkFailed, .missingBytes].contains(error.code) { call(error) }
        state.withLock { $0.isFinished = true }
    }

    private func call(_ error: (any Error)?) {
        let fraction = state.withLock { state -> Double? in
            if error == nil { state.isScheduled = false }
            return state.isFinished ? nil : state.fraction
        }
        guard let fraction else { return }
        var isStopped = ObjCBool(false)
        let info: [AnyHashable: Any] = [
            PHImageResultRequestIDKey: NSNumber(value: number), PHImageResultIsInCloudKey: NSNumber(value: true),
        ]
        handler.value(fraction, error.map { NSError.photos($0) }, &isStopped, info)
        guard isStopped.boolValue, error == nil else { return }
        state.withLock { $0.isFinished = true }
        cancellation.cancel()
        stop()
    }
}

extension ImageRequestSettings {
    /// Returns whether a request with these settings may download, and the receiver of its progress.
    func network(_ progress: DownloadProgress?) -> NetworkAccess {
        guard allowsNetwork else { return .refused }
        guard let progress else { return .allowed() }
        return .allowed(progress: { progress.tell($0) }, cancellation: progress.cancellation)
    }
}
