import Foundation
import Records
import Synchronization

/// The pictures that were read since the last write, so that reading one doesn't write.
final class PreviewUses: Sendable {
    /// The number of uses to write together.
    private static let limit = 16

    private let hashes = Mutex<Set<BlobDigest>>([])

    /// Records a use. Returns whether to write the uses now.
    func note(_ sha256: BlobDigest) -> Bool {
        hashes.withLock { hashes in
            hashes.insert(sha256).inserted && hashes.count >= Self.limit
        }
    }

    var isEmpty: Bool { hashes.withLock { $0.isEmpty } }

    func take() -> Set<BlobDigest> {
        hashes.withLock { hashes in
            defer { hashes = [] }
            return hashes
        }
    }
}
