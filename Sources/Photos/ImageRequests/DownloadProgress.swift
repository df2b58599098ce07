import Albumen
import Dispatch
import Foundation
import MediaWork
import Synchronization

/// What a client's progress handler is told of one request's download: in order, one call at a time, none after its end.
final class DownloadProgress: Sendable {
    private struct State {
        var fraction = 0.0
        /// A call with the newest fraction is on its way.
        var isScheduled = false
        var hasBegun = false
        var isFinished = false
    }

    /// Ends the download of a request that blocks.
    let cancellation = WorkCancellation()
    private let number: PHImageRequestID
    private let handler: UncheckedSendable<PHAssetImageProgressHandler>
    private let stop: @Sendable () -> Void
    private let queue = DispatchQueue(label: "albumen.photos.progress")
    private let state = Mutex(State())

    /// - Parameter stop: cancels the request.
    init(
        _ handler: UncheckedSendable<PHAssetImageProgressHandler>, number: PHImageRequestID,
        stop: @escaping @Sendable () -> Void = {}
    ) {
        self.handler = handler
        self.number = number
        self.stop = stop
    }

    /// A handler that is slow hears of the newest state, and of no other.
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

    /// Nothing is told any more when `then` runs. Where the download failed that is told last.
    func finish(_ error: (any Error)?, then: @escaping @Sendable () -> Void) {
        guard hasBegunOrEnds() else { return then() }
        queue.async {
            self.end(error)
            then()
        }
    }

    /// Waits until nothing is told any more.
    func finish(_ error: (any Error)?) {
        guard hasBegunOrEnds() else { return }
        queue.sync { self.end(error) }
    }

    /// Nothing is told from now on where nothing was told before.
    private func hasBegunOrEnds() -> Bool {
        state.withLock { state in
            if !state.hasBegun { state.isFinished = true }
            return state.hasBegun
        }
    }

    /// What fails when the bytes are there is not told here.
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
    /// Whether a request with these settings may download, and who hears of it.
    func network(_ progress: DownloadProgress?) -> NetworkAccess {
        guard allowsNetwork else { return .refused }
        guard let progress else { return .allowed() }
        return .allowed(progress: { progress.tell($0) }, cancellation: progress.cancellation)
    }
}
