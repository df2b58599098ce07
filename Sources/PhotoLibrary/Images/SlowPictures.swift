import BlobStore
package import MediaRequests
import Pixels
import Records
import Synchronization

/// The images that took long to decode, so that each of them delays the quick lane only once.
final class SlowPictures: Sendable {
    /// The number of images to remember. Forgetting one costs little.
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
    /// The lane of the image, estimated from its type and size.
    package var estimatedLane: RenderLane {
        DecodingCost.lane(
            uniformTypeIdentifier: uniformTypeIdentifier, width: size.width, height: size.height)
    }
}
