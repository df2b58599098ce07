import BlobStore
import Catalog
import Dispatch
import MediaRequests
import PhotoLibrary
import Records
import Synchronization

/// The images of an import that take long to decode. They are decoded after all files are in the library, so that no
/// file waits for them.
final class SlowIntake: Sendable {
    /// The largest number of images. Others are made when they are first shown.
    private static let limit = 10_000

    private let sources = Mutex<[BlobDigest: PictureSource]>([:])

    func add(_ source: PictureSource) {
        sources.withLock { sources in
            if sources.count < Self.limit { sources[source.digest] = source }
        }
    }

    /// Makes and stores the missing images. If an image can't be made now, its first request tries again.
    ///
    /// - Parameters:
    ///   - shouldStop: Called between images.
    ///   - progress: Called after each image with the number of decoded images and the total, on any thread.
    func makeDerivatives(
        in library: Library, shouldStop: @escaping @Sendable () -> Bool,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) throws {
        let sources = Array(sources.withLock { $0.values })
        guard !sources.isEmpty else { return }
        let presence = try library.derivatives.presence(of: sources.map(\.digest))
        let missing = sources.filter { presence[$0.digest]?.hasThumbnail != true }
        guard !missing.isEmpty else { return }
        let maker = PictureMaker(library: library)
        let done = Mutex(0)
        progress(0, missing.count)
        DispatchQueue.concurrentPerform(iterations: missing.count) { index in
            guard !shouldStop() else { return }
            _ = try? maker.ladder(missing[index], .slow)
            let count = done.withLock { done in
                done += 1
                return done
            }
            progress(count, missing.count)
        }
    }
}
