import BlobStore
import MediaWork
import Pixels
import Synchronization

/// The pictures that were found to take long, so that each costs the quick lane its time only once.
final class SlowPictures: Sendable {
    /// A forgotten one costs a moment.
    private static let limit = 4096

    private let digests = Mutex<Set<BlobDigest>>([])

    func contains(_ digest: BlobDigest) -> Bool { digests.withLock { $0.contains(digest) } }

    func insert(_ digest: BlobDigest) {
        digests.withLock { digests in
            if digests.count >= Self.limit { digests.removeAll() }
            digests.insert(digest)
        }
    }
}

extension PictureSource {
    /// Which lane the picture belongs to, as far as its type and size tell.
    var estimatedLane: RenderLane {
        DecodingCost.lane(
            uniformTypeIdentifier: uniformTypeIdentifier, width: size.width, height: size.height)
    }
}
