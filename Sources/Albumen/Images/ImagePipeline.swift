import BlobStore
package import Foundation
package import Pixels
import Synchronization

/// Makes the pictures that a library is asked for: from memory, else a stored derivative, else, degraded, a preview in the
/// file, else the original. Equal requests share their work; visible ones go before those for later.
///
/// Any thread may ask. No caller waits unless it asks for a value.
package struct ImagePipeline: Sendable {
    package enum Event: Sendable {
        /// `isLast`: nothing follows.
        case image(Bitmap, isDegraded: Bool, isLast: Bool)
        /// Nothing follows.
        case failed(any Error)
    }

    package typealias Deliver = @Sendable (Event) -> Void

    /// What all requests of one library share.
    final class Shared: Sendable {
        static let cacheLimitInBytes = 128 << 20
        /// More do not help: each picture keeps a worker busy, and there are as many of those as cores.
        static let threadLimit = min(8, ProcessInfo.processInfo.activeProcessorCount)

        let cache = BitmapCache(limitInBytes: cacheLimitInBytes)
        let soon: CoalescedWork<PictureKey, SoonPicture>
        let pictures: CoalescedWork<PictureKey, Bitmap>
        let ladders: CoalescedWork<BlobDigest, Ladder>
        let files: CoalescedWork<BlobDigest, Data>
        private let queue: WorkQueue

        init() {
            queue = WorkQueue(name: "albumen.images", threadLimit: Self.threadLimit)
            soon = CoalescedWork(queue: queue)
            pictures = CoalescedWork(queue: queue)
            ladders = CoalescedWork(queue: queue)
            files = CoalescedWork(queue: queue)
        }

        /// Answers no further request; waits for those under way.
        func finish() { queue.finish() }
    }

    /// What can be shown without decoding the original.
    enum SoonPicture: Sendable {
        case finished(Bitmap)
        case degraded(Bitmap)
        case nothing
    }

    private let shared: Shared
    private let maker: PictureMaker

    init(library: Library, shared: Shared) {
        self.shared = shared
        self.maker = PictureMaker(library: library)
    }

    // MARK: Requests

    /// Asks for a picture. With opportunistic delivery at most one degraded picture comes first.
    ///
    /// `deliver` is called before this returns, on the calling thread, where the picture is in memory; else on a thread
    /// of the pipeline's, one call at a time.
    package func start(_ request: ImageRequest, deliver: @escaping Deliver) -> ImageTask {
        let task = ImageTask()
        if let bitmap = shared.cache[request.key] {
            deliver(.image(bitmap, isDegraded: false, isLast: true))
        } else if request.delivery == .highQuality {
            finish(request, task, deliver)
        } else {
            showSoon(request, task, deliver)
        }
        return task
    }

    /// The picture at its best. Blocks, and may do the work on the calling thread.
    package func image(_ request: ImageRequest) throws -> Bitmap {
        if let bitmap = shared.cache[request.key] { return bitmap }
        return try shared.pictures.value(request.key) { try self.makePicture(request) }
    }

    /// A picture in one of the stored sizes, as a JPEG or PNG, made now and stored. Blocks, and may do the work on the calling
    /// thread.
    package func makeBytes(_ step: Derivatives.Step, of source: PictureSource) throws -> Data {
        let ladder = try shared.ladders.value(source.digest) { try self.maker.ladder(source) }
        return try DerivativeCodec.encode(step == .thumbnail ? ladder.thumbnail : ladder.preview)
    }

    /// The picture at its best, as a JPEG, or as a PNG where something shows through. Blocks, and may do the work on the
    /// calling thread.
    package func bytes(_ request: ImageRequest) throws -> Data {
        try DerivativeCodec.encode(image(request))
    }

    /// Makes a picture and keeps it in memory, as long as there is room, for a later request. Nothing is made that is too large
    /// to be kept: 32 megabytes, some 8 million pixels.
    package func preheat(_ request: ImageRequest) -> ImageTask {
        let task = ImageTask()
        let size = request.layout.size
        guard shared.cache[request.key] == nil,
            shared.cache.takes(byteCount: size.width * size.height * Bitmap.bytesPerPixel)
        else { return task }
        task.begin(
            step: 0,
            shared.pictures.submit(request.key, .preheat, make: { try self.makePicture(request) }, deliver: { _ in }))
        return task
    }

    /// The bytes of the file, as they were imported.
    package func data(
        of source: PictureSource, deliver: @escaping @Sendable (Result<Data, any Error>) -> Void
    ) -> ImageTask {
        let task = ImageTask()
        let withdraw = shared.files.submit(source.digest, .visible) {
            try self.maker.data(of: source)
        } deliver: {
            if !task.isCancelled { deliver($0) }
        }
        task.begin(step: 0, withdraw)
        return task
    }

    /// The bytes of the file, as they were imported. Blocks.
    package func data(of source: PictureSource) throws -> Data {
        try shared.files.value(source.digest) { try self.maker.data(of: source) }
    }

    // MARK: Steps

    private func showSoon(_ request: ImageRequest, _ task: ImageTask, _ deliver: @escaping Deliver) {
        let withdraw = shared.soon.submit(request.key, .quick) {
            self.makeSoon(request)
        } deliver: { result in
            guard !task.isCancelled else { return }
            switch result {
            case .success(.finished(let bitmap)):
                deliver(.image(bitmap, isDegraded: false, isLast: true))
            case .success(.degraded(let bitmap)):
                let isLast = request.delivery == .fast
                deliver(.image(bitmap, isDegraded: true, isLast: isLast))
                if !isLast { self.finish(request, task, deliver) }
            case .success(.nothing) where request.delivery == .opportunistic:
                self.finishInTwo(request, task, deliver)
            case .success(.nothing), .failure:
                self.finish(request, task, deliver)
            }
        }
        task.begin(step: 0, withdraw)
    }

    private func finish(_ request: ImageRequest, _ task: ImageTask, _ deliver: @escaping Deliver) {
        let withdraw = submitPicture(request) { result in
            guard !task.isCancelled else { return }
            switch result {
            case .success(let bitmap): deliver(.image(bitmap, isDegraded: false, isLast: true))
            case .failure(let error): deliver(.failed(error))
            }
        }
        task.begin(step: 2, withdraw)
    }

    /// For a file without a preview: its thumbnail is the degraded picture, or a coarser form of the picture itself where
    /// both come from one decode.
    private func finishInTwo(_ request: ImageRequest, _ task: ImageTask, _ deliver: @escaping Deliver) {
        let source = request.source
        guard maker.step(for: request) == nil else {
            let withdraw = submitPicture(request) { result in
                guard !task.isCancelled else { return }
                switch result {
                case .success(let bitmap):
                    deliver(.image(bitmap.coarser(), isDegraded: true, isLast: false))
                    if !task.isCancelled { deliver(.image(bitmap, isDegraded: false, isLast: true)) }
                case .failure(let error): deliver(.failed(error))
                }
            }
            return task.begin(step: 1, withdraw)
        }
        let withdraw = shared.ladders.submit(source.digest, .visible) {
            try self.maker.ladder(source)
        } deliver: { result in
            guard !task.isCancelled else { return }
            if case .success(let ladder) = result,
                let degraded = ladder.thumbnail.degraded(for: request) ?? ladder.preview.degraded(for: request)
            {
                deliver(.image(degraded, isDegraded: true, isLast: false))
            }
            self.finish(request, task, deliver)
        }
        task.begin(step: 1, withdraw)
    }

    private func submitPicture(
        _ request: ImageRequest, deliver: @escaping CoalescedWork<PictureKey, Bitmap>.Deliver
    ) -> @Sendable () -> Void {
        let urgency: WorkQueue.Urgency = request.priority == .visible ? .visible : .preheat
        return shared.pictures.submit(
            request.key, urgency, make: { try self.makePicture(request) }, deliver: deliver)
    }

    // MARK: Making

    /// What goes wrong here goes wrong again with the picture itself, and is told then.
    private func makeSoon(_ request: ImageRequest) -> SoonPicture {
        if let bitmap = shared.cache[request.key] { return .finished(bitmap) }
        if case .success(let bitmap?) = Result(catching: { try maker.storedPicture(request) }) {
            shared.cache.insert(bitmap, for: request.key)
            return .finished(bitmap)
        }
        if case .success(let bitmap?) = Result(catching: { try maker.preview(request) }) { return .degraded(bitmap) }
        return .nothing
    }

    private func makePicture(_ request: ImageRequest) throws -> Bitmap {
        if let bitmap = shared.cache[request.key] { return bitmap }
        let bitmap: Bitmap
        // What is stored can be made again: nothing that is wrong with it keeps the picture back.
        if case .success(let stored?) = Result(catching: { try maker.storedPicture(request) }) {
            bitmap = stored
        } else if let step = maker.step(for: request) {
            let source = request.source
            let ladder = try shared.ladders.value(source.digest) { try self.maker.ladder(source) }
            bitmap = (step == .thumbnail ? ladder.thumbnail : ladder.preview).cut(for: request)
        } else {
            bitmap = try maker.decodedPicture(request)
        }
        shared.cache.insert(bitmap, for: request.key)
        return bitmap
    }
}
