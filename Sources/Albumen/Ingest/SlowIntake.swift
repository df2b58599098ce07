import BlobStore
import Catalog
import Dispatch
import MediaWork
import Synchronization

/// The pictures of one import that take long. They are decoded when all files are in the library, so that no file waits behind
/// them.
final class SlowIntake: Sendable {
    /// Any more are made when they are first seen.
    private static let limit = 10_000

    private let sources = Mutex<[BlobDigest: PictureSource]>([:])

    func add(_ source: PictureSource) {
        sources.withLock { sources in
            if sources.count < Self.limit { sources[source.digest] = source }
        }
    }

    /// Makes and stores the pictures that are missing. A picture that cannot be made now is made when it is first seen, or fails
    /// again then.
    ///
    /// - Parameter shouldStop: asked between pictures.
    func makeDerivatives(in library: Library, shouldStop: @escaping @Sendable () -> Bool) throws {
        let sources = Array(sources.withLock { $0.values })
        guard !sources.isEmpty else { return }
        let presence = try library.derivatives.presence(of: sources.map(\.digest))
        let missing = sources.filter { presence[$0.digest]?.hasThumbnail != true }
        let maker = PictureMaker(library: library)
        DispatchQueue.concurrentPerform(iterations: missing.count) { index in
            guard !shouldStop() else { return }
            _ = try? maker.ladder(missing[index], .slow)
        }
    }
}
