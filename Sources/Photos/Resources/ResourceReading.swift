import Dispatch
import Foundation
import MediaRequests
import MediaWork
import PhotoLibrary
import Synchronization

/// A request that opens a resource and then works on its bytes, on a queue of its own. Ends exactly once.
final class ResourceReading: Sendable {
    typealias Bytes = ResourceOrigin.OpenBytes

    private struct State {
        var isCancelled = false
        var hasEnded = false
        var task: ImageTask?
        var progress: DownloadProgress?
    }

    let number = PendingRequests.makeNumber()
    private let origin: ResourceOrigin
    private let session: PhotoLibrarySession
    private let allowsNetwork: Bool
    private let progressHandler: UncheckedSendable<PHAssetResourceProgressHandler>?
    private let queue = DispatchQueue(label: "albumen.photos.resources")
    private let completion: @Sendable ((any Error)?) -> Void
    private let state = Mutex(State())

    /// - Parameter completion: Called once, on the request's queue, after everything else.
    init(
        _ origin: ResourceOrigin, _ options: PHAssetResourceRequestOptions?, _ session: PhotoLibrarySession,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.origin = origin
        self.session = session
        allowsNetwork = options?.isNetworkAccessAllowed ?? false
        progressHandler = allowsNetwork ? options?.progressHandler.map { UncheckedSendable($0) } : nil
        self.completion = completion
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Checks that the app may still read the resource.
    ///
    /// - Throws: The same errors as a new request for the resource.
    func checkAccess() throws {
        try origin.checkAccess(of: session)
    }

    /// Opens the resource, and then calls `work` on the request's queue.
    ///
    /// - Parameter work: Calls `end(_:)` at its end.
    func start(_ work: @escaping @Sendable (Bytes) -> Void) {
        queue.async {
            guard !self.isCancelled else { return }
            let progress = self.makeProgress()
            let task = self.origin.open(for: self.session, network: self.network(progress)) { result in
                let then: @Sendable () -> Void = { self.queue.async { self.continueWith(result, work) } }
                var failure: (any Error)?
                if case .failure(let error) = result { failure = error }
                if let progress { progress.finish(failure, then: then) } else { then() }
            }
            let isCancelled = self.state.withLock { state in
                if !state.hasEnded { (state.task, state.progress) = (task, progress) }
                return state.isCancelled
            }
            if isCancelled { task?.cancel() }
        }
    }

    private func continueWith(_ result: Result<Bytes, any Error>, _ work: @Sendable (Bytes) -> Void) {
        state.withLock { ($0.task, $0.progress) = (nil, nil) }
        guard !isCancelled else { return }
        switch result {
        case .success(let bytes): work(bytes)
        case .failure(let error): end(error)
        }
    }

    /// Runs a step after the current one.
    func perform(_ step: @escaping @Sendable () -> Void) {
        queue.async { if !self.isCancelled { step() } }
    }

    /// Ends the request. Has no effect if it has ended.
    func end(_ error: (any Error)?) {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        if isFirst { completion(error) }
    }

    /// Cancels the request, whose completion receives the error `userCancelled` (3072). Has no effect if it has ended.
    func cancel() {
        let (isFirst, task, progress) = state.withLock { state in
            defer { state.isCancelled = true }
            return (!state.isCancelled && !state.hasEnded, state.task.take(), state.progress.take())
        }
        guard isFirst else { return }
        task?.cancel()
        let end: @Sendable () -> Void = { self.queue.async { self.end(RequestFailure.cancelled) } }
        if let progress { progress.finish(nil, then: end) } else { end() }
    }

    // MARK: Network

    private func makeProgress() -> DownloadProgress? {
        progressHandler.map { handler in
            let report: PHAssetImageProgressHandler = { fraction, error, _, _ in
                // The completion receives the error.
                if error == nil { handler.value(fraction) }
            }
            return DownloadProgress(UncheckedSendable(report), number: number)
        }
    }

    private func network(_ progress: DownloadProgress?) -> NetworkAccess {
        guard allowsNetwork else { return .refused }
        return .allowed(progress: progress.map { progress in { @Sendable in progress.tell($0) } })
    }
}
