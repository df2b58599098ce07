import BlobStore
import Dispatch
import Foundation
import MediaWork
import Synchronization

/// Downloads remote originals into the library, each once for all waiting requests.
///
/// Any thread can call it. Downloads have separate threads, so a slow network doesn't delay local images.
final class OriginalDownloads: Sendable {
    typealias Progress = @Sendable (Double) -> Void
    typealias Deliver = @Sendable (Result<Void, any Error>) -> Void

    private static let threadLimit = 4

    private struct Listeners {
        /// The fraction, or `nil` if the download hasn't started.
        var fraction: Double?
        var progress: [Int: Progress] = [:]
    }

    private struct State {
        var lastNumber = 0
        var listeners: [BlobDigest: Listeners] = [:]
    }

    let remote: any RemoteBlobStore
    private let blobs: LocalBlobStore
    private let queue: WorkQueue
    private let work: CoalescedWork<BlobDigest, Void>
    private let state = Mutex(State())

    init(from remote: any RemoteBlobStore, to blobs: LocalBlobStore) {
        self.remote = remote
        self.blobs = blobs
        queue = WorkQueue(name: "albumen.network", threadLimit: Self.threadLimit)
        work = CoalescedWork(queue: queue)
    }

    /// Downloads an original.
    ///
    /// - Parameters:
    ///   - urgency: The urgency. If there are too many downloads, urgent ones come first.
    ///   - progress: Called with the current fraction at once if the download is already in progress.
    ///   - deliver: Called once, on a thread of the download.
    /// - Returns: A closure that cancels the request. The download ends when its last request is cancelled.
    func fetch(
        _ digest: BlobDigest, _ urgency: WorkQueue.Urgency = .visible, progress: Progress?, deliver: @escaping Deliver
    ) -> @Sendable () -> Void {
        let stopListening = listen(to: digest, progress)
        let withdraw = work.submit(digest, urgency) { cancellation in
            try self.download(digest, cancellation)
        } deliver: { result in
            stopListening()
            deliver(result)
        }
        return {
            stopListening()
            withdraw()
        }
    }

    /// Downloads an original. Blocks.
    ///
    /// - Throws: `CancellationError` if the request was cancelled.
    func fetch(_ digest: BlobDigest, progress: Progress?, _ cancellation: WorkCancellation?) throws {
        let finished = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Void, any Error>>(.failure(CancellationError()))
        let withdraw = fetch(digest, progress: progress) { result in
            outcome.withLock { $0 = result }
            finished.signal()
        }
        if let cancellation {
            cancellation.whileWaking {
                withdraw()
                finished.signal()
            } while: {
                finished.wait()
            }
        } else {
            finished.wait()
        }
        try outcome.withLock { $0 }.get()
    }

    /// Starts no further downloads and cancels those in progress.
    func finish() {
        queue.stop()
        work.cancelAll()
        queue.finish()
    }

    // MARK: Parts

    /// Downloads a blob. Afterwards its bytes are durable under its name, or nothing of them remains.
    private func download(_ digest: BlobDigest, _ cancellation: WorkCancellation) throws {
        guard try !blobs.contains(digest) else { return }
        defer { forget(digest) }
        tell(digest, 0, cancellation)
        let intake = try blobs.makeIntake()
        defer { intake.finish() }
        let download = try remote.download(digest)
        // After a local failure, the remote store must stop sending.
        defer { download.cancel() }
        let staged = try cancellation.whileWaking {
            download.cancel()
        } while: {
            var count: Int64 = 0
            return try intake.stage {
                let piece = try download.next()
                if count == 0 { try blobs.requireRoom(for: download.size) }
                count += Int64(piece?.count ?? 0)
                guard count <= download.size else { throw Self.damaged(digest) }
                tell(digest, Double(count) / Double(max(1, download.size)), cancellation)
                return piece
            }
        }
        guard staged.digest == digest else {
            throw Self.damaged(digest)
        }
        try intake.commit([staged])
    }

    private static func damaged(_ digest: BlobDigest) -> RemoteBlobError {
        RemoteBlobError(
            .damaged,
            "The bytes that came are not those of the original \(digest). "
                + "Try again; if that does not help, import the file."
        )
    }

    private func listen(to digest: BlobDigest, _ progress: Progress?) -> @Sendable () -> Void {
        guard let progress else { return {} }
        let (number, fraction) = state.withLock { state in
            state.lastNumber += 1
            let fraction = state.listeners[digest]?.fraction
            state.listeners[digest, default: Listeners()].progress[state.lastNumber] = progress
            return (state.lastNumber, fraction)
        }
        if let fraction { progress(fraction) }
        return { [weak self] in
            self?.state.withLock { state in
                state.listeners[digest]?.progress[number] = nil
                let listeners = state.listeners[digest]
                if listeners?.progress.isEmpty == true, listeners?.fraction == nil { state.listeners[digest] = nil }
            }
        }
    }

    /// Reports progress. A cancelled download can still deliver its last piece after another download of the same
    /// original has started.
    private func tell(_ digest: BlobDigest, _ fraction: Double, _ cancellation: WorkCancellation) {
        guard !cancellation.isCancelled else { return }
        let progress = state.withLock { state in
            state.listeners[digest, default: Listeners()].fraction = fraction
            return state.listeners[digest]?.progress.values.map { $0 } ?? []
        }
        for progress in progress { progress(fraction) }
    }

    private func forget(_ digest: BlobDigest) {
        state.withLock { state in
            state.listeners[digest]?.fraction = nil
            if state.listeners[digest]?.progress.isEmpty == true { state.listeners[digest] = nil }
        }
    }
}
