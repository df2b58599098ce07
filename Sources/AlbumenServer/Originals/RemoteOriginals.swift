import Albumen
import BlobStore
import HTTPTypes
import MediaRequests
import Synchronization

/// Gets originals that are only in the library's place, for requests that need their bytes. A request that is cancelled,
/// because its browser has gone, cancels its download, unless others wait for the same original.
struct RemoteOriginals: Sendable {
    private let view: LibraryView

    init(in view: LibraryView) {
        self.view = view
    }

    /// Downloads the originals that aren't here.
    ///
    /// - Parameter progress: Called with the fraction from 0 to 1, on a thread of the download.
    func fetch(_ sources: [PictureSource], progress: (@Sendable (Double) -> Void)? = nil) async throws {
        try await withTask { deliver in
            view.originals.fetch(sources, network: .allowed(progress: progress), deliver: deliver)
        }
    }

    /// Returns a file in which some bytes of an original can be read.
    func file(with range: Range<Int64>, of source: PictureSource) async throws -> OpenFile {
        try await withTask { deliver in
            view.originals.open(source, with: range, network: .allowed(), deliver: deliver)
        }
    }

    /// Does work that needs an original. If its bytes aren't here, downloads them and does the work again: the whole
    /// original, or only the missed pieces of a video.
    func fetchingIfNeeded<Value: Sendable>(
        _ source: PictureSource, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        var retries = OriginalRetries()
        while true {
            do {
                return try await work()
            } catch {
                let done = retries
                retries = try await withTask { deliver in
                    let task = ImageTask.make()
                    task.begin(
                        step: 0,
                        view.originals.fetch(missedBy: error, of: source, after: done, .allowed(), deliver: deliver))
                    return task
                }
            }
        }
    }

    private func withTask<Value: Sendable>(
        _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> ImageTask
    ) async throws -> Value {
        let waiting = Mutex<(continuation: CheckedContinuation<Value, any Error>?, task: ImageTask?)>((nil, nil))
        @Sendable func finish(_ result: Result<Value, any Error>) {
            waiting.withLock { $0.continuation.take() }?.resume(with: result)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.withLock { $0.continuation = continuation }
                let task = start(finish)
                waiting.withLock { $0.task = task }
                // The cancellation may have come before there was a task to cancel.
                if Task.isCancelled {
                    task.cancel()
                    finish(.failure(CancellationError()))
                }
            }
        } onCancel: {
            waiting.withLock { $0.task }?.cancel()
            finish(.failure(CancellationError()))
        }
    }
}

extension Refusal {
    /// The answer if the library's place can't be used. The reason names the place, which is the owner's matter only.
    static let unfetched = Refusal(
        status: .serviceUnavailable, code: "unavailable",
        message: "The file can't be fetched from the library's place now. Try again later. The library's owner sees "
            + "why with: albumen cloud sync")
}
