import Dispatch
import Foundation
import PhotoLibrary
import Records
import Synchronization

/// A request in progress, with the client's handler. Calls the handler in order, and never after the last call. If
/// the request is cancelled, calls it once more.
final class PendingRequest<Value: Sendable>: CancellableRequest {
    typealias Handler = (Value?, ImageResultInfo) -> Void

    private struct State {
        var isFinished = false
        var task: ImageTask?
        var progress: DownloadProgress?
        /// The asset and the app's session. The permission to deliver results is checked before each one. These
        /// references are smaller than the permission.
        var asset: PHAsset?
        var session: PhotoLibrarySession?
        /// The caller's thread, on which the handler can be called before the request method returns.
        var eagerThread: pthread_t = 0

        var permit: DeliveryPermit? {
            guard let asset, let session, let library = asset.library, let record = asset.record else { return nil }
            return DeliveryPermit(library, asset: record.id, uuid: record.uuid, session)
        }
    }

    let number = PendingRequests.makeNumber()
    let settings: ImageRequestSettings
    private let queue: DispatchQueue
    // The client's handler. The documentation says on which queue it is called.
    nonisolated(unsafe) private let handler: Handler
    private let state = Mutex(State())

    /// - Parameter queue: The queue on which the handler is called, unless the request is synchronous.
    init(_ settings: ImageRequestSettings, on queue: DispatchQueue, handler: @escaping Handler) {
        self.settings = settings
        self.queue = queue
        self.handler = handler
        // A synchronous request can't be cancelled by its number.
        if !settings.isSynchronous { PendingRequests.add(self) }
    }

    /// The thread on which the engine works on the request.
    var thread: WorkThread { settings.isSynchronous ? .caller() : .queue }

    /// Reports to the client's progress handler. Returns `nil` if there is no handler.
    func makeProgress() -> DownloadProgress? {
        guard let progressHandler = settings.progressHandler else { return nil }
        let progress = DownloadProgress(progressHandler, number: number) { [weak self] in
            // A synchronous request ends when its download is cancelled.
            if let self, !settings.isSynchronous { cancel() }
        }
        state.withLock { $0.progress = progress }
        return progress
    }

    /// Returns the app's current access to the asset. From now on, results are delivered only while the app has it.
    ///
    /// - Throws: `RequestFailure` for an empty asset, or without access.
    func client(for asset: PHAsset, _ session: PhotoLibrarySession) throws -> ImageClient {
        let client = try ImageClient(asset, session)
        state.withLock { ($0.asset, $0.session) = (asset, session) }
        return client
    }

    /// Starts the work. Cancelling the request cancels the work.
    ///
    /// - Parameter callsBackAtOnce: Whether a result that arrives on this thread before this method returns goes
    ///   directly to the handler instead of through the queue.
    func start(callsBackAtOnce: Bool = false, _ work: () throws -> ImageTask) {
        if callsBackAtOnce { state.withLock { $0.eagerThread = pthread_self() } }
        let task: ImageTask
        do {
            task = try work()
        } catch {
            state.withLock { $0.eagerThread = 0 }
            return fail(error)
        }
        let isFinished = state.withLock { state in
            state.eagerThread = 0
            if !state.isFinished { state.task = task }
            return state.isFinished
        }
        if isFinished { task.cancel() }
    }

    /// Calls a client's closure on the queue of its handler.
    func callBack(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
        if queue.isMain { MainQueueWatch.shared.check() }
    }

    func deliver(_ value: Value?, _ info: ImageResultInfo, isLast: Bool) {
        var info = info
        info.isLast = isLast
        let told = info
        let (isEager, progress) = state.withLock { ($0.eagerThread == pthread_self(), isLast ? $0.progress : nil) }
        if settings.isSynchronous {
            progress?.finish(told.error)
            call(value, told)
        } else if isEager {
            // The access was read on this thread just now.
            call(value, told, isPermitted: true)
        } else if let progress {
            progress.finish(told.error) { self.callBack { self.call(value, told) } }
        } else {
            callBack { self.call(value, told) }
        }
    }

    func fail(_ error: any Error) {
        deliver(nil, ImageResultInfo(requestID: number, failure: error), isLast: true)
    }

    func cancel() {
        let (isFirst, task, progress) = state.withLock { state in
            defer { state.isFinished = true }
            return (!state.isFinished, state.task.take(), state.progress.take())
        }
        guard isFirst else { return }
        PendingRequests.remove(number)
        task?.cancel()
        let info = ImageResultInfo(requestID: number, failure: RequestFailure.cancelled)
        let call: @Sendable () -> Void = { self.callBack { self.handler(nil, info) } }
        if let progress { progress.finish(nil, then: call) } else { call() }
    }

    /// - Parameter isPermitted: Whether the app's access was checked just before.
    private func call(_ value: Value?, _ info: ImageResultInfo, isPermitted: Bool = false) {
        let (isFinished, permit) = state.withLock { ($0.isFinished, $0.permit) }
        guard !isFinished else { return }
        var (value, info) = (value, info)
        if value != nil, !isPermitted, let permit {
            do {
                try permit.check()
            } catch {
                value = nil
                info = ImageResultInfo(requestID: number, failure: error)
                info.isLast = true
            }
        }
        let (isWanted, task) = state.withLock { state -> (Bool, ImageTask?) in
            guard !state.isFinished else { return (false, nil) }
            state.isFinished = info.isLast
            guard info.isLast else { return (true, nil) }
            state.progress = nil
            return (true, state.task.take())
        }
        guard isWanted else { return }
        if info.isLast { PendingRequests.remove(number) }
        // Only a request that failed here still has work.
        if value == nil { task?.cancel() }
        handler(value, info)
    }
}
