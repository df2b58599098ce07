import Foundation
import Synchronization

/// The pictures that were read since it was last written down, so that reading one writes nothing.
final class PreviewUses: Sendable {
    /// So many are written down together.
    private static let limit = 16

    private let hashes = Mutex<Set<Data>>([])

    /// Answers whether it is time to write them down.
    func note(_ sha256: Data) -> Bool {
        hashes.withLock { hashes in
            hashes.insert(sha256).inserted && hashes.count >= Self.limit
        }
    }

    var isEmpty: Bool { hashes.withLock { $0.isEmpty } }

    func take() -> Set<Data> {
        hashes.withLock { hashes in
            defer { hashes = [] }
            return hashes
        }
    }
}
