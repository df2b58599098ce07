package import BlobStore
package import Foundation
import Synchronization

/// A remote store whose bytes arrive in pieces. A test decides whether they arrive, break off, are wrong or missing.
package final class StandInBlobStore: RemoteBlobStore {
    package enum Behaviour: Sendable {
        /// Delivers all bytes.
        case delivers
        /// Delivers each piece after the first only when the gate is open.
        case waits(Gate)
        /// Can't be reached.
        case isUnreachable
        /// Breaks the connection after the first piece.
        case breaksOff
        /// Delivers the right number of wrong bytes.
        case deliversOthers
        /// Reports a wrong size and then delivers all bytes.
        case tellsSize(Int64)
    }

    private struct State {
        var blobs: [BlobDigest: Data] = [:]
        var behaviour = Behaviour.delivers
        var downloads: [BlobDigest] = []
        var cancelled: [BlobDigest] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var behaviour: Behaviour {
        get { state.withLock { $0.behaviour } }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// The started downloads, in order.
    package var downloads: [BlobDigest] { state.withLock { $0.downloads } }
    /// The cancelled downloads, in order.
    package var cancelled: [BlobDigest] { state.withLock { $0.cancelled } }

    package func keep(_ data: Data) throws {
        let digest = try BlobDigest(hashing: data)
        state.withLock { $0.blobs[digest] = data }
    }

    package func download(_ digest: BlobDigest) throws -> any BlobDownload {
        let (data, behaviour) = state.withLock { state in
            state.downloads.append(digest)
            return (state.blobs[digest], state.behaviour)
        }
        if case .isUnreachable = behaviour { throw RemoteBlobError(.unreachable, "There is no network.") }
        guard let data else { throw RemoteBlobError(.notFound, "The place has no such blob.") }
        return StandInDownload(data, behaviour) { self.state.withLock { $0.cancelled.append(digest) } }
    }
}

private final class StandInDownload: BlobDownload {
    private static let pieceCount = 4

    private struct State {
        var offset = 0
        var isCancelled = false
        /// Whether all bytes have arrived, or no more will.
        var hasEnded = false
    }

    private let data: Data
    private let behaviour: StandInBlobStore.Behaviour
    private let noteCancelled: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ data: Data, _ behaviour: StandInBlobStore.Behaviour, noteCancelled: @escaping @Sendable () -> Void) {
        self.data = data
        self.behaviour = behaviour
        self.noteCancelled = noteCancelled
    }

    var size: Int64 {
        if case .tellsSize(let size) = behaviour { return size }
        return Int64(data.count)
    }

    func next() throws -> Data? {
        let offset = state.withLock { $0.offset }
        if offset > 0 {
            switch behaviour {
            case .breaksOff:
                state.withLock { $0.hasEnded = true }
                throw RemoteBlobError(.unreachable, "The connection was lost.")
            case .waits(let gate): while !gate.isOpen, !state.withLock({ $0.isCancelled }) { sched_yield() }
            case .delivers, .isUnreachable, .deliversOthers, .tellsSize: break
            }
        }
        guard !state.withLock({ $0.isCancelled }) else { throw RemoteBlobError(.cancelled, "Cancelled.") }
        guard offset < data.count else {
            state.withLock { $0.hasEnded = true }
            return nil
        }
        let end = min(data.count, offset + max(1, data.count / Self.pieceCount))
        state.withLock { $0.offset = end }
        if case .deliversOthers = behaviour { return Data(repeating: 7, count: end - offset) }
        return data.subdata(in: offset..<end)
    }

    func cancel() {
        let isFirst = state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled && !state.hasEnded
        }
        if isFirst { noteCancelled() }
    }
}
