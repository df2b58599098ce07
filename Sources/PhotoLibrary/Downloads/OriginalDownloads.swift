import BlobStore
package import Cancellation
import Dispatch
import Foundation
import MediaRequests
package import Records
import Synchronization

/// Downloads remote originals into the library, each once for all waiting requests, also of other processes.
///
/// Any thread can call it. Downloads have separate threads, so a slow network doesn't delay local images. Large originals
/// have threads of their own, so that small ones don't wait behind them.
package final class OriginalDownloads: Sendable {
    package typealias Progress = @Sendable (Double) -> Void
    typealias Deliver = @Sendable (Result<Void, any Error>) -> Void
    /// Returns what the catalog knows of a blob in the place.
    typealias Describe = @Sendable (BlobDigest) throws -> StoredPieces?

    private static let threadLimit = 4
    private static let largeThreadLimit = 2
    /// Originals of more bytes are large.
    private static let largeSize: Int64 = 32 << 20

    private struct Listeners {
        /// The fraction, or `nil` if the download hasn't started.
        var fraction: Double?
        var progress: [Int: Progress] = [:]
    }

    private struct State {
        var lastNumber = 0
        var listeners: [BlobDigest: Listeners] = [:]
    }

    /// What a download brings.
    private enum Wanted: Hashable {
        case whole(BlobDigest)
        case pieces(BlobDigest, Range<Int64>)
        /// Nothing, but all pieces become the original.
        case completion(BlobDigest)
    }

    let remote: any RemoteBlobStore
    private let blobs: LocalBlobStore
    private let describe: Describe
    private let queue: WorkQueue
    private let largeQueue: WorkQueue
    private let work: CoalescedWork<Wanted, Void>
    private let state = Mutex(State())

    init(
        from remote: any RemoteBlobStore, to blobs: LocalBlobStore, describe: @escaping Describe = { _ in nil }
    ) {
        (self.remote, self.blobs, self.describe) = (remote, blobs, describe)
        queue = WorkQueue(name: "albumen.network", threadLimit: Self.threadLimit)
        largeQueue = WorkQueue(name: "albumen.large", threadLimit: Self.largeThreadLimit)
        work = CoalescedWork(queue: queue, slowQueue: largeQueue)
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
        let withdraw = work.submit(.whole(digest), urgency) { cancellation, lane in
            try self.download(digest, lane, cancellation)
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
    package func fetch(_ digest: BlobDigest, progress: Progress?, _ cancellation: WorkCancellation?) throws {
        try Self.wait(for: cancellation) { deliver in fetch(digest, progress: progress, deliver: deliver) }
    }

    /// Downloads the pieces with some bytes of an original.
    ///
    /// After the last piece, the original is completed.
    ///
    /// - Parameter deliver: Called once, on a thread of the download. If the original has come in the meantime, nothing
    ///   is downloaded.
    /// - Returns: A closure that cancels the request.
    func fetch(
        _ range: Range<Int64>, of digest: BlobDigest, deliver: @escaping Deliver
    ) -> @Sendable () -> Void {
        work.submit(.pieces(digest, range), .quick) { cancellation in
            guard try !self.blobs.contains(digest), let partial = try self.partial(digest) else { return }
            for missing in try partial.missingRanges(in: range) {
                try self.blobs.requireRoom(for: Int64(missing.count))
                try PieceTransfer(of: missing, from: self.remote, to: partial).run(cancellation) { _ in }
            }
            if try partial.missingRanges().isEmpty { self.completeSoon(digest) }
        } deliver: {
            deliver($0)
        }
    }

    /// Downloads the pieces with some bytes of an original. Blocks.
    ///
    /// - Throws: `CancellationError` if the request was cancelled.
    func fetch(_ range: Range<Int64>, of digest: BlobDigest, _ cancellation: WorkCancellation?) throws {
        try Self.wait(for: cancellation) { deliver in fetch(range, of: digest, deliver: deliver) }
    }

    /// Opens the pieces of an original, or returns `nil` if the digests of its pieces aren't known.
    func partial(_ digest: BlobDigest) throws -> PartialBlob? {
        guard let stored = try describe(digest), stored.size > 0 else { return nil }
        return try blobs.partial(digest, size: stored.size, pieces: stored.digests)
    }

    /// Starts no further downloads and cancels those in progress.
    func finish() {
        queue.stop()
        largeQueue.stop()
        work.cancelAll()
        queue.finish()
        largeQueue.finish()
    }

    // MARK: Parts

    /// Completes an original whose pieces are all here. If that fails, the next request for it tries again.
    private func completeSoon(_ digest: BlobDigest) {
        _ = work.submit(.completion(digest), .preheat) { _, lane in
            guard try !self.blobs.contains(digest), let partial = try self.partial(digest) else { return }
            // Its bytes are hashed once more.
            if lane == .quick, partial.size > Self.largeSize { throw MediaError.takesLong }
            guard try partial.missingRanges().isEmpty, let turn = try partial.takeTurn() else { return }
            try withExtendedLifetime(turn) {
                if try turn.isCurrent() { _ = try partial.complete() }
            }
        } deliver: { _ in
        }
    }

    /// Downloads a blob. Afterwards its bytes are durable under its name, or only checked pieces of them remain.
    private func download(_ digest: BlobDigest, _ lane: RenderLane, _ cancellation: WorkCancellation) throws {
        guard try !blobs.contains(digest) else { return }
        if lane == .quick, let stored = try describe(digest), stored.size > Self.largeSize {
            throw MediaError.takesLong
        }
        defer { forget(digest) }
        tell(digest, 0, cancellation)
        if try partial(digest) != nil {
            try complete(digest, cancellation)
        } else {
            try stage(digest, cancellation)
        }
    }

    /// Downloads the missing pieces of a blob, unless another process does. Then waits for it.
    private func complete(_ digest: BlobDigest, _ cancellation: WorkCancellation) throws {
        let pause = DispatchSemaphore(value: 0)
        while try !blobs.contains(digest), let partial = try partial(digest) {
            if cancellation.isCancelled { throw RemoteBlobError.cancelled(remote.address) }
            guard let turn = try partial.takeTurn() else {
                tell(digest, Double(try partial.arrivedByteCount()) / Double(partial.size), cancellation)
                cancellation.whileWaking {
                    pause.signal()
                } while: {
                    _ = pause.wait(timeout: .now() + .milliseconds(50))
                }
                continue
            }
            defer { withExtendedLifetime(turn) {} }
            // The one before may have completed it.
            guard try turn.isCurrent() else { continue }
            let missing = try partial.missingRanges()
            let needed = missing.reduce(0) { $0 + Int64($1.count) }
            try blobs.requireRoom(for: needed)
            var arrived = partial.size - needed
            for range in missing {
                let start = arrived
                try PieceTransfer(of: range, from: remote, to: partial).run(cancellation) { count in
                    try turn.note(arrivedByteCount: start + count)
                    tell(digest, Double(start + count) / Double(partial.size), cancellation)
                }
                arrived += Int64(range.count)
            }
            guard try partial.complete() else { throw RemoteBlobError.damaged(digest) }
            return
        }
        // Its pieces may have become unknown in the meantime.
        if try !blobs.contains(digest) { try stage(digest, cancellation) }
    }

    /// Downloads a blob whose pieces aren't known, such as an empty one.
    private func stage(_ digest: BlobDigest, _ cancellation: WorkCancellation) throws {
        let intake = try blobs.makeIntake()
        defer { intake.finish() }
        let download = try remote.download(digest)
        // After a local failure, the remote store must stop sending.
        defer { download.cancel() }
        let staged = try cancellation.whileWaking {
            download.cancel()
        } while: {
            try intake.stage { append in
                var count: Int64 = 0
                func tellProgress() { tell(digest, Double(count) / Double(max(1, download.size)), cancellation) }
                while let piece = try download.next() {
                    if count == 0 { try blobs.requireRoom(for: download.size) }
                    count += Int64(piece.count)
                    guard count <= download.size else { throw RemoteBlobError.damaged(digest) }
                    tellProgress()
                    try piece.withUnsafeBytes { try append($0) }
                }
                tellProgress()
            }
        }
        guard staged.digest == digest else { throw RemoteBlobError.damaged(digest) }
        try intake.commit([staged])
    }

    /// Starts a request, and waits for its result.
    private static func wait(
        for cancellation: WorkCancellation?, _ start: (@escaping Deliver) -> @Sendable () -> Void
    ) throws {
        let awaited = AwaitedResult<Void>()
        let withdraw = start { awaited.deliver($0) }
        try awaited.wait(cancellation, withdraw: withdraw)
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
        let (told, progress) = state.withLock { state -> (Double, [Progress]) in
            // Another process may begin again with fewer pieces.
            let told = max(fraction, state.listeners[digest]?.fraction ?? 0)
            state.listeners[digest, default: Listeners()].fraction = told
            return (told, state.listeners[digest]?.progress.values.map { $0 } ?? [])
        }
        for progress in progress { progress(told) }
    }

    private func forget(_ digest: BlobDigest) {
        state.withLock { state in
            state.listeners[digest]?.fraction = nil
            if state.listeners[digest]?.progress.isEmpty == true { state.listeners[digest] = nil }
        }
    }
}
