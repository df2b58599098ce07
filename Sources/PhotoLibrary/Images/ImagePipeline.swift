import BlobStore
import Cancellation
package import Foundation
package import MediaRequests
package import Pixels
import Records
import Synchronization

/// Makes the images of a library.
///
/// The pipeline tries the cache in memory, a stored derivative, and the original, in this order. A degraded image can
/// come from a derivative or from the preview in the file. A remote original is downloaded first if the request
/// allows it.
///
/// Equal requests share their work. Visible requests come before preheating. Any thread can request images. Calls
/// return without waiting, except those that return a value or use `WorkThread.caller`.
package struct ImagePipeline: Sendable {
    package enum Event: Sendable {
        case image(DeliveredImage)
        /// The request failed, and no further event follows.
        case failed(any Error)
    }

    package typealias Deliver = @Sendable (Event) -> Void

    /// The state that all requests of a library share.
    final class Shared: Sendable {
        static let cacheLimitInBytes = 128 << 20
        /// More threads don't help. Each image occupies a worker, and there are at most as many workers as cores.
        static let threadLimit = min(8, Processors.usableCount)
        /// At most as many threads as there are workers of the slow lane.
        static let slowThreadLimit = max(1, threadLimit / 2)

        let cache = BitmapCache(limitInBytes: cacheLimitInBytes)
        let soon: CoalescedWork<SoonKey, SoonPicture>
        let pictures: CoalescedWork<PictureKey, Bitmap>
        let ladders: CoalescedWork<BlobDigest, Ladder>
        let files: CoalescedWork<BlobDigest, Data>
        let tilings: CoalescedWork<BlobDigest, TilePyramid>
        let pyramids = TilePyramids()
        let slowPictures = SlowPictures()
        let hdrPictures = HDRPictures()
        private let queue: WorkQueue
        private let slowQueue: WorkQueue

        init() {
            queue = WorkQueue(name: "albumen.images", threadLimit: Self.threadLimit)
            slowQueue = WorkQueue(name: "albumen.slow", threadLimit: Self.slowThreadLimit)
            soon = CoalescedWork(queue: queue)
            pictures = CoalescedWork(queue: queue, slowQueue: slowQueue)
            ladders = CoalescedWork(queue: queue, slowQueue: slowQueue)
            files = CoalescedWork(queue: queue)
            tilings = CoalescedWork(queue: queue, slowQueue: slowQueue)
        }

        /// Discards waiting and future requests, and cancels running ones.
        func finish() {
            queue.stop()
            slowQueue.stop()
            soon.cancelAll()
            pictures.cancelAll()
            ladders.cancelAll()
            tilings.cancelAll()
            queue.finish()
            slowQueue.finish()
        }
    }

    /// An image that can be shown without decoding the original.
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

    /// Requests an image. Opportunistic delivery first returns at most one degraded image, or two if the request
    /// allows a second one.
    ///
    /// - Parameters:
    ///   - thread: Where to do the work. On the calling thread, only the final image is delivered, whatever the
    ///     request's delivery mode.
    ///   - deliver: Called for each event, one call at a time. An image in memory is delivered on the calling thread
    ///     before this method returns.
    @discardableResult
    package func start(_ request: ImageRequest, on thread: WorkThread = .queue, deliver: @escaping Deliver) -> ImageTask
    {
        let run = ImageRun(request, in: self, on: thread, deliver: deliver)
        run.start()
        return run
    }

    /// Returns the final image. Blocks, and may do the work on the calling thread.
    ///
    /// - Parameter lane: The lane of the calling thread, or `nil` if the thread may wait for both lanes.
    /// - Throws: `takesLong` if the thread belongs to the quick lane and the image to the slow one.
    package func image(_ request: ImageRequest, lane: RenderLane? = nil) throws -> Bitmap {
        let awaited = AwaitedResult<Bitmap>()
        start(request, on: .caller(lane: lane)) { event in
            switch event {
            case .image(let image): awaited.deliver(.success(image.bitmap))
            case .failed(let error): awaited.deliver(.failure(error))
            }
        }
        return try awaited.value()
    }

    /// Makes and stores an image in one of the stored sizes, and returns it as a JPEG or PNG. Blocks, and may do the
    /// work on the calling thread.
    ///
    /// If the original serves as the preview, the preview isn't stored. Its bytes are never the original's: they
    /// contain no metadata, and no bytes that other programs wrote.
    ///
    /// - Parameter lane: The same as for `image`.
    package func makeBytes(
        _ step: Derivatives.Step, of source: PictureSource, lane: RenderLane? = nil
    ) throws -> Data {
        let picture = try maker.picture(step, source, lane) {
            try shared.ladders.value(source.digest, lane: lane) { try self.maker.ladder(source, $1, $0) }
        }
        return try DerivativeCodec.encode(picture)
    }

    /// Returns the final image as a JPEG, or as a PNG if it has transparency. Blocks, and may do the work on the
    /// calling thread.
    ///
    /// An image with all pixels of the original has a higher quality than a reduction.
    ///
    /// - Parameter lane: The same as for `image`.
    package func bytes(_ request: ImageRequest, lane: RenderLane? = nil) throws -> Data {
        let bitmap = try image(request, lane: lane)
        return request.layout.crop == nil && bitmap.size == request.source.size
            ? try DerivativeCodec.encodePixels(bitmap, isOpaque: bitmap.isOpaque) : try DerivativeCodec.encode(bitmap)
    }

    /// Makes an image and caches it in memory for later requests of its size or a smaller one.
    ///
    /// Ignores an image that is too large for the cache: 32 megabytes, or about 8 million pixels. With an HDR
    /// rendition, it's a third of them.
    package func preheat(_ request: ImageRequest) -> ImageTask {
        let request = known(request)
        let size = request.layout.size
        let bytesPerPixel = Bitmap.bytesPerPixel + (request.headroom == nil ? 0 : HDRBitmap.bytesPerPixel)
        guard shared.cache.covering(request.key) == nil,
            shared.cache.takes(byteCount: size.width * size.height * bytesPerPixel)
        else { return ImageTask() }
        var preheating = request
        preheating.priority = .preheat
        preheating.delivery = .highQuality
        return start(preheating) { _ in }
    }

    // MARK: Files

    /// Reads the original's bytes. A remote file is downloaded once if `network` allows it.
    @discardableResult
    package func data(
        of source: PictureSource, network: NetworkAccess = .refused, on thread: WorkThread = .queue,
        deliver: @escaping @Sendable (Result<Data, any Error>) -> Void
    ) -> ImageTask {
        let task = ImageTask()
        let originals = maker.library.originals
        @Sendable func read(after retries: OriginalRetries) {
            let withdraw = shared.files.perform(source.digest, on: thread, .visible) { _, _ in
                try self.maker.data(of: source)
            } deliver: { result in
                guard !task.isCancelled else { return }
                guard case .failure(let error) = result else { return deliver(result) }
                task.begin(
                    step: 2 * Int(retries.count) + 1,
                    originals.fetch(missedBy: error, of: source, after: retries, network, on: thread) { result in
                        guard !task.isCancelled else { return }
                        switch result {
                        case .success(let retries): read(after: retries)
                        case .failure(let error): deliver(.failure(error))
                        }
                    })
            }
            task.begin(step: 2 * Int(retries.count), withdraw)
        }
        read(after: OriginalRetries())
        return task
    }

    /// Returns the original's bytes. Blocks.
    package func data(of source: PictureSource, network: NetworkAccess = .refused) throws -> Data {
        let awaited = AwaitedResult<Data>()
        _ = data(of: source, network: network, on: .caller()) { awaited.deliver($0) }
        return try awaited.value()
    }

    // MARK: Making

    /// Makes an image without decoding the original. Ignores errors that don't rule out a retry, because the request
    /// for the final image reports them.
    func makeSoon(_ request: ImageRequest, _ cancellation: WorkCancellation) throws -> SoonPicture {
        let request = (try? resolved(request, cancellation)) ?? request
        if let bitmap = inMemory(request) { return .finished(bitmap) }
        let looksInStore: Bool
        switch stored(request.standard) {
        case .enough(let bitmap): return request.headroom == nil ? .finished(bitmap) : .degraded(bitmap)
        case .tooSmall: looksInStore = true
        case .nothing: looksInStore = false
        }
        do {
            return try maker.preview(request, looksInStore: looksInStore, cancellation).map { .degraded($0) }
                ?? .nothing
        } catch let error as MediaError where error.isLastWord {
            throw error
        } catch {
            return .nothing
        }
    }

    func makePicture(
        _ request: ImageRequest, _ cancellation: WorkCancellation, _ lane: RenderLane
    ) throws -> Bitmap {
        let request = try resolved(request, cancellation)
        if let bitmap = inMemory(request) { return bitmap }
        if request.headroom != nil {
            return try makeHDRPicture(request, cancellation, lane)
                ?? makePicture(request.standard, cancellation, lane)
        }
        if case .enough(let bitmap) = stored(request) { return bitmap }
        let bitmap: Bitmap
        if let step = maker.step(for: request) {
            let source = request.source
            let picture = try maker.picture(step, source, lane, cancellation) {
                try shared.ladders.value(source.digest, cancellation, lane: lane) {
                    try self.maker.ladder(source, $1, $0)
                }
            }
            bitmap = picture.cut(for: request)
        } else {
            bitmap = try maker.decodedPicture(request, lane, cancellation)
        }
        shared.cache.insert(bitmap, for: request.key)
        return bitmap
    }

    /// Returns the image from the cache, or a larger cached image of the same part, scaled down.
    private func inMemory(_ request: ImageRequest) -> Bitmap? {
        if let bitmap = shared.cache[request.key] { return bitmap }
        guard let larger = shared.cache.covering(request.key) else { return nil }
        let bitmap = larger.scaled(to: request.layout.size)
        shared.cache.insert(bitmap, for: request.key)
        return bitmap
    }

    /// Returns the stored image. Ignores errors, because derivatives can be made again.
    private func stored(_ request: ImageRequest) -> PictureMaker.Stored {
        guard case .success(let stored) = Result(catching: { try maker.stored(request) }) else { return .nothing }
        if case .enough(let bitmap) = stored { shared.cache.insert(bitmap, for: request.key) }
        return stored
    }
}
