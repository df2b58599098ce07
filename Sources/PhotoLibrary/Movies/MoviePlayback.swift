import BlobStore
package import Cancellation
import Catalog
package import Foundation
package import MediaRequests
import MediaWork
import Pixels
import Records
import Synchronization

/// Makes parts of a library's videos for browsers that lack their codec or container, and pictures of their frames.
///
/// The workers make each part when it's first needed. `MoviePartStore` keeps parts by content, recipe, form and number.
/// Equal requests share their work. The methods block. Any thread can call them.
package struct MoviePlayback: Sendable {
    /// The number of the methods that make parts and frames. Increase it to change them.
    package static let recipe = 2
    /// The number of frames in a strip.
    package static let frameCount = 12
    /// The long side of a frame in a strip, in pixels.
    package static let frameSide = 192
    private static let frameQuality = 75

    /// The state that all requests of a library share.
    final class Shared: Sendable {
        /// More plans than are in use. Making one again costs little.
        private static let planLimit = 256

        let store: MoviePartStore
        fileprivate let work = CoalescedWork<MoviePartName, Data> { $0(false) }
        fileprivate let planning = CoalescedWork<BlobDigest, MoviePartPlan> { $0(false) }
        private let plans = Mutex<[BlobDigest: MoviePartPlan]>([:])

        init(_ store: MoviePartStore) {
            self.store = store
        }

        fileprivate subscript(digest: BlobDigest) -> MoviePartPlan? { plans.withLock { $0[digest] } }

        fileprivate func insert(_ plan: MoviePartPlan, for digest: BlobDigest) {
            plans.withLock { plans in
                if plans.count >= Self.planLimit { plans.removeAll() }
                plans[digest] = plan
            }
        }

        /// Cancels the work in progress.
        func finish() {
            work.cancelAll()
            planning.cancelAll()
        }
    }

    private let library: Library
    private var shared: Shared { library.sharedMovies }

    init(library: Library) {
        self.library = library
    }

    /// Finds out how to play a video in parts.
    ///
    /// - Parameter cancellation: Cancels the work if no other caller waits for it.
    /// - Throws: `MediaError` if the video can't be played, `LibraryError` if its original isn't in the library.
    package func plan(of source: MovieSource, _ cancellation: WorkCancellation? = nil) throws -> MoviePartPlan {
        if let plan = shared[source.digest] { return plan }
        return try shared.planning.value(source.digest, cancellation) { cancellation in
            let plan = try work(on: source, cancellation) { workers, descriptor, present throws(MediaError) in
                try workers.planParts(
                    descriptor: descriptor, present: present, filename: source.filename, cancellation: cancellation)
            }
            shared.insert(plan, for: source.digest)
            return plan
        }
    }

    /// Returns a part of a video as a fragmented MP4 file.
    ///
    /// - Parameters:
    ///   - number: The part's number, from 0.
    ///   - cancellation: Cancels the work if no other caller waits for it.
    /// - Throws: The same as `plan`.
    package func part(
        _ number: Int, _ form: MoviePartForm, of source: MovieSource, _ cancellation: WorkCancellation? = nil
    ) throws -> Data {
        try kept(MoviePartName(source.digest, .part(form, number: number)), cancellation) { cancellation in
            try work(on: source, cancellation) { workers, descriptor, present throws(MediaError) in
                try workers.part(
                    descriptor: descriptor, present: present,
                    MoviePartRequest(filename: source.filename, number: number, form: form),
                    cancellation: cancellation)
            }
        }
    }

    /// Returns a JPEG of `frameCount` frames side by side, evenly spread over the video.
    ///
    /// - Parameter cancellation: Cancels the work if no other caller waits for it.
    /// - Throws: The same as `plan`.
    package func frameStrip(of source: MovieSource, _ cancellation: WorkCancellation? = nil) throws -> Data {
        try kept(MoviePartName(source.digest, .frames(count: Self.frameCount)), cancellation) { cancellation in
            // Frames of the whole duration need nearly the whole file.
            let rendering = try work(on: source, nil) { workers, descriptor, present throws(MediaError) in
                try workers.frames(
                    descriptor: descriptor, present: present,
                    MovieFramesRequest(
                        filename: source.filename, count: Self.frameCount, longSide: Self.frameSide),
                    cancellation: cancellation)
            }
            return try JPEGCodec.encode(Bitmap(sideBySide: rendering.pictures), quality: Self.frameQuality)
        }
    }

    /// Returns the stored bytes, or makes and stores them.
    private func kept(
        _ name: MoviePartName, _ cancellation: WorkCancellation?,
        make: @escaping @Sendable (WorkCancellation) throws -> Data
    ) throws -> Data {
        // A part can be made again, so a failure to read or store it doesn't fail the request.
        if let stored = try? shared.store.read(name) { return stored }
        return try shared.work.value(name, cancellation) { cancellation in
            let bytes = try make(cancellation)
            _ = try? shared.store.store(bytes, as: name)
            // The original may have been deleted meanwhile, together with its parts.
            if (try? library.catalog.read { try $0.refers(toBytes: name.digest) }) == false {
                shared.store.remove(name.digest)
            }
            return bytes
        }
    }

    /// Calls a worker with the original, or with the pieces of a remote one that the worker needs. If a file crashes the
    /// worker, later requests fail at once. A part that takes too long may succeed with fewer lines.
    ///
    /// - Parameter cancellation: Cancels a download. `nil` allows none.
    private func work<Value>(
        on source: MovieSource, _ cancellation: WorkCancellation?,
        _ body: (WorkerPool, Int32, PresentBytes?) throws(MediaError) -> Value
    ) throws -> Value {
        switch try library.originals.location(of: source.digest) {
        case .here: break
        case .inPlace where cancellation != nil: break
        case .inPlace, .lost: throw library.originals.absence(of: source)
        }
        let workers = try library.workers()
        let memory = FaultMemory(of: source.digest, .moviePart, in: library, workers)
        if let fault = try memory.knownFault() { throw fault }
        let network = cancellation.map { NetworkAccess.allowed(cancellation: $0) } ?? .refused
        do {
            return try library.originals.reading(source, network) {
                descriptor, present throws(MediaError) in
                try body(workers, descriptor, present)
            }
        } catch let error as MediaError {
            if error.isFaultOfFile, error.code != .timedOut { memory.remember(error) }
            throw error
        }
    }
}

extension Bitmap {
    /// Creates an image of others of the same size, side by side from the left.
    fileprivate convenience init(sideBySide pictures: [Bitmap]) {
        let (width, height) = (pictures.first?.width ?? 0, pictures.first?.height ?? 0)
        let rowSize = width * Self.bytesPerPixel
        self.init(width: width * pictures.count, height: height, hasAlpha: false, isCleared: false) { target in
            for (column, picture) in pictures.enumerated() {
                picture.withBytes { source in
                    for row in 0..<height {
                        let start = (row * pictures.count + column) * rowSize
                        UnsafeMutableRawBufferPointer(rebasing: target[start..<start + rowSize]).copyMemory(
                            from: UnsafeRawBufferPointer(
                                rebasing: source[row * picture.bytesPerRow..<row * picture.bytesPerRow + rowSize]))
                    }
                }
            }
        }
    }
}
