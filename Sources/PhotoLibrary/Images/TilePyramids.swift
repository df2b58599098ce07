import BlobStore
import Records
import Synchronization

/// The tiles of the images that were looked at last, so that each of them is decoded once.
///
/// Keeps at most `limitInBytes`, but always the newest image, whatever its size.
final class TilePyramids: Sendable {
    /// Enough for the tiles of about five photos with 48 megapixels.
    static let usualLimitInBytes = 128 << 20

    fileprivate struct State {
        var pyramids: [BlobDigest: TilePyramid] = [:]
        /// The newest last. There are only a few.
        var order: [BlobDigest] = []
        var byteCount = 0
    }

    private let limitInBytes: Int
    private let state = Mutex(State())

    init(limitInBytes: Int = TilePyramids.usualLimitInBytes) {
        self.limitInBytes = limitInBytes
    }

    var byteCount: Int { state.withLock { $0.byteCount } }

    subscript(digest: BlobDigest) -> TilePyramid? {
        state.withLock { state in
            guard let pyramid = state.pyramids[digest] else { return nil }
            state.order.removeAll { $0 == digest }
            state.order.append(digest)
            return pyramid
        }
    }

    func insert(_ pyramid: TilePyramid, for digest: BlobDigest) {
        let byteCount = pyramid.byteCount
        state.withLock { state in
            state.remove(digest)
            state.pyramids[digest] = pyramid
            state.order.append(digest)
            state.byteCount += byteCount
            while state.byteCount > limitInBytes, state.order.count > 1 { state.remove(state.order[0]) }
        }
    }
}

extension TilePyramids.State {
    fileprivate mutating func remove(_ digest: BlobDigest) {
        guard let pyramid = pyramids.removeValue(forKey: digest) else { return }
        order.removeAll { $0 == digest }
        byteCount -= pyramid.byteCount
    }
}
