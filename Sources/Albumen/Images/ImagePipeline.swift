import BlobStore
package import Foundation
package import MediaWork
package import Pixels
import Synchronization

/// Makes the pictures that a library is asked for: from memory, else a stored derivative, else, degraded, a preview in the
/// file, else the original, which is fetched first where it is elsewhere and the request allows that. Equal requests share
/// their work; visible ones go before those for later.
///
/// Any thread may ask. No caller waits unless it asks for a value.
package struct ImagePipeline: Sendable {
    package enum Event: Sendable {
        case image(DeliveredImage)
        /// Nothing follows.
        case failed(any Error)
    }

    package typealias Deliver = @Sendable (Event) -> Void

    /// What all requests of one library share.
    final class Shared: Sendable {
        static let cacheLimitInBytes = 128 << 20
        /// More do not help: each picture keeps a worker busy, and there are as many of those as cores.
        static let threadLimit = min(8, Processors.usableCount)
        /// As many as there are workers for pictures that take long.
        static let slowThreadLimit = max(1, threadLimit / 2)

        let cache = BitmapCache(limitInBytes: cacheLimitInBytes)
        let soon: CoalescedWork<SoonKey, SoonPicture>
        let pictures: CoalescedWork<PictureKey, Bitmap>
        let ladders: CoalescedWork<BlobDigest, Ladder>
        let files: CoalescedWork<BlobDigest, Data>
        let slowPictures = SlowPictures()
        private let queue: WorkQueue
        private let slowQueue: WorkQueue

        init() {
            queue = WorkQueue(name: "albumen.images", threadLimit: Self.threadLimit)
            slowQueue = WorkQueue(name: "albumen.slow", threadLimit: Self.slowThreadLimit)
            soon = CoalescedWork(queue: queue)
            pictures = CoalescedWork(queue: queue, slowQueue: slowQueue)
            ladders = CoalescedWork(queue: queue, slowQueue: slowQueue)
            files = CoalescedWork(queue: queue)
        }

        /// Answers no further request; ends those under way.
        func finish() {
            queue.stop()
            slowQueue.stop()
            soon.cancelAll()
            pictures.cancelAll()
            ladders.cancelAll()
            queue.finish()
            slowQueue.finish()
        }
    }

    /// What can be shown without decoding the original.
    enum SoonPicture: Sendable {
        case finished(Bitmap)
        case degraded(Bitmap)
        case nothing
    }

    let shared: Shared
    let maker: PictureMaker

    init(library: Library, shared: Shared) {
        self.shared = shared
        self.maker = PictureMaker(library: library)
    }

    // MARK: Pictures

    /// Asks for a picture. With opportunistic delivery at most one degraded picture comes first, or two if the request allows
    /// that.
    ///
    /// - Parameters:
    ///   - place: on the calling thread, the picture comes at its best alone, whatever delivery the request names.
    ///   - deliver: called one call at a time. Pictures in memory come before this returns, on the calling thread.
    @discardableResult
    package func start(_ request: ImageRequest, at place: WorkPlace = .queue, deliver: @escaping Deliver) -> ImageTask {
        let run = ImageRun(request, in: self, at: place, deliver: deliver)
        run.start()
        return run
    }

    /// Returns the picture at its best. Blocks, and may do the work on the calling thread.
    ///
    /// - Parameter lane: the lane of the calling thread; `nil` for a thread that may wait for either.
    /// - Throws: `takesLong` if the thread belongs to the quick lane and the picture to the slow one.
    package func image(_ request: ImageRequest, lane: RenderLane? = nil) throws -> Bitmap {
        try Self.delivered { deliver in
            start(request, at: .caller(lane: lane)) { event in
                switch event {
                case .image(let image): deliver(.success(image.bitmap))
                case .failed(let error): deliver(.failure(error))
                }
            }
        }
    }

    /// A picture in one of the stored sizes, as a JPEG or PNG, made now and stored. Blocks, and may do the work on the calling
    /// thread. `lane` is as for `image`.
    package func makeBytes(
        _ step: Derivatives.Step, of source: PictureSource, lane: RenderLane? = nil
    ) throws -> Data {
        let ladder = try shared.ladders.value(source.digest, lane: lane) { try self.maker.ladder(source, $1, $0) }
        return try DerivativeCodec.encode(step == .thumbnail ? ladder.thumbnail : ladder.preview)
    }

    /// The picture at its best, as a JPEG, or as a PNG where something shows through. Blocks, and may do the work on the
    /// calling thread. `lane` is as for `image`.
    package func bytes(_ request: ImageRequest, lane: RenderLane? = nil) throws -> Data {
        try DerivativeCodec.encode(image(request, lane: lane))
    }

    /// Makes a picture and keeps it in memory, as long as there is room, for later requests of its size or a smaller one. Nothing is
    /// made that is too large to be kept: 32 megabytes, some 8 million pixels.
    package func preheat(_ request: ImageRequest) -> ImageTask {
        let size = request.layout.size
        guard shared.cache.covering(request.key) == nil,
            shared.cache.takes(byteCount: size.width * size.height * Bitmap.bytesPerPixel)
        else { return ImageTask() }
        var preheating = request
        preheating.priority = .preheat
        preheating.delivery = .highQuality
        return start(preheating) { _ in }
    }

    // MARK: Files

    /// Reads the bytes of the file, as they were imported. A remote file is downloaded once if `network` allows it.
    @discardableResult
    package func data(
        of source: PictureSource, network: NetworkAccess = .refused, at place: WorkPlace = .queue,
        deliver: @escaping @Sendable (Result<Data, any Error>) -> Void
    ) -> ImageTask {
        let task = ImageTask()
        @Sendable func read(step: Int) {
            let withdraw = shared.files.perform(source.digest, at: place, .visible) { _, _ in
                try self.maker.data(of: source)
            } deliver: { result in
                guard !task.isCancelled else { return }
                guard case .failure(let error as LibraryError) = result, error.code == .networkAccessRequired
                else { return deliver(result) }
                guard step == 0 else { return deliver(.failure(Library.isMissing(source))) }
                task.begin(
                    step: 1,
                    maker.library.download(source, network, at: place) { result in
                        guard !task.isCancelled else { return }
                        switch result {
                        case .success: read(step: 2)
                        case .failure(let error): deliver(.failure(error))
                        }
                    })
            }
            task.begin(step: step, withdraw)
        }
        read(step: 0)
        return task
    }

    /// Returns the bytes of the file, as they were imported. Blocks.
    package func data(of source: PictureSource, network: NetworkAccess = .refused) throws -> Data {
        try Self.delivered { data(of: source, network: network, at: .caller(), deliver: $0) }
    }

    /// The result of a path on the calling thread, which delivers before it returns.
    private static func delivered<Value: Sendable>(
        _ path: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> ImageTask
    ) throws -> Value {
        let outcome = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
        _ = path { result in outcome.withLock { $0 = result } }
        return try outcome.withLock { $0 }.get()
    }

    // MARK: Making

    /// What goes wrong here goes wrong again with the picture itself, and is told then.
    func makeSoon(_ request: ImageRequest, _ cancellation: WorkCancellation) throws -> SoonPicture {
        if let bitmap = inMemory(request) { return .finished(bitmap) }
        let looksInStore: Bool
        switch stored(request) {
        case .enough(let bitmap): return .finished(bitmap)
        case .tooSmall: looksInStore = true
        case .nothing: looksInStore = false
        }
        do {
            return try maker.preview(request, looksInStore: looksInStore, cancellation).map { .degraded($0) }
                ?? .nothing
        } catch let error as MediaError where error.code.isLastWord {
            throw error
        } catch {
            return .nothing
        }
    }

    func makePicture(
        _ request: ImageRequest, _ cancellation: WorkCancellation, _ lane: RenderLane
    ) throws -> Bitmap {
        if let bitmap = inMemory(request) { return bitmap }
        if case .enough(let bitmap) = stored(request) { return bitmap }
        let bitmap: Bitmap
        if let step = maker.step(for: request) {
            let source = request.source
            let ladder = try shared.ladders.value(source.digest, cancellation, lane: lane) {
                try self.maker.ladder(source, $1, $0)
            }
            bitmap = (step == .thumbnail ? ladder.thumbnail : ladder.preview).cut(for: request)
        } else {
            bitmap = try maker.decodedPicture(request, lane, cancellation)
        }
        shared.cache.insert(bitmap, for: request.key)
        return bitmap
    }

    /// The picture, or a larger one of the same part made smaller.
    private func inMemory(_ request: ImageRequest) -> Bitmap? {
        if let bitmap = shared.cache[request.key] { return bitmap }
        guard let larger = shared.cache.covering(request.key) else { return nil }
        let bitmap = larger.scaled(to: request.layout.size)
        shared.cache.insert(bitmap, for: request.key)
        return bitmap
    }

    /// What is stored can be made again: nothing that is wrong with it keeps the picture back.
    private func stored(_ request: ImageRequest) -> PictureMaker.Stored {
        guard case .success(let stored) = Result(catching: { try maker.stored(request) }) else { return .nothing }
        if case .enough(let bitmap) = stored { shared.cache.insert(bitmap, for: request.key) }
        return stored
    }
}
