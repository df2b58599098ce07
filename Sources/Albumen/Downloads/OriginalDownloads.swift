import BlobStore
import Dispatch
import Foundation
import MediaWork
import Synchronization

/// Brings originals that are elsewhere into the library, each once for all who wait for it.
///
/// Any thread may call. Downloads have threads of their own: a slow network keeps no picture waiting that is at hand.
final class OriginalDownloads: Sendable {
    typealias Progress = @Sendable (Double) -> Void
    typealias Deliver = @Sendable (Result<Void, any Error>) -> Void

    private static let threadLimit = 4

    private struct Listeners {
        /// Nil: not begun.
        var fraction: Double?
        var progress: [Int: Progress] = [:]
    }

    private struct State {
        var lastNumber = 0
        var listeners: [BlobDigest: Listeners] = [:]
    }

    private let remote: any RemoteBlobStore
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

    /// Fetches an original.
    ///
    /// - Parameters:
    ///   - urgency: where there are more than can be fetched at once, the urgent come first.
    ///   - progress: who joins a download under way is told at once how far it is.
    ///   - deliver: called once, on a thread of the download's.
    /// - Returns: withdraws the wish; the download ends with the last of them.
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

    /// Fetches an original. Blocks.
    ///
    /// - Throws: `CancellationError` where the wish was withdrawn.
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

    /// Begins no further download, and ends those under way.
    func finish() {
        queue.stop()
        work.cancelAll()
        queue.finish()
    }

    // MARK: Parts

    /// The blob's bytes are durable under its name, or nothing of them stays.
    private func download(_ digest: BlobDigest, _ cancellation: WorkCancellation) throws {
        guard try !blobs.contains(digest) else { return }
        defer { forget(digest) }
        tell(digest, 0, cancellation)
        let intake = try blobs.makeIntake()
        defer { intake.finish() }
        let download = try remote.download(digest)
        // What fails here has not failed there: nothing more need come.
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
            "The bytes that came are not those of the original \(digest). Try again; if that does not help, import the file."
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

    /// A download that nobody wants any more may still be at its last piece when another of the same original has begun.
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
