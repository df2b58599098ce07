import BlobStore
import Records
import Synchronization

/// Whether pictures have light that's brighter than white, as far as that was read.
final class HDRPictures: Sendable {
    /// The number of pictures to remember. Reading a file's header again takes a few milliseconds.
    private static let limit = 4096

    private let ranges = Mutex<[BlobDigest: Bool]>([:])

    subscript(digest: BlobDigest) -> Bool? {
        get { ranges.withLock { $0[digest] } }
        set {
            ranges.withLock { ranges in
                if ranges.count >= Self.limit { ranges.removeAll() }
                ranges[digest] = newValue
            }
        }
    }
}
