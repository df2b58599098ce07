import MediaRequests
import Pixels

/// A request in the pipeline, from the first available image to the final one.
///
/// While it waits, it holds only the request, without pixels or bytes of a file.
final class ImageRun: ImageTask, @unchecked Sendable {
    /// The steps in order. The task ignores the cancel handler of an earlier step.
    private enum Step {
        case soon, better
        /// After a number of downloads.
        case picture(UInt8)
        /// The number of the download, from 0.
        case download(UInt8)

        var order: Int {
            switch self {
            case .soon: 0
            case .better: 1
            case .picture(let count): 2 + 2 * Int(count)
            case .download(let number): 3 + 2 * Int(number)
            }
        }
    }

    private let request: ImageRequest
    private var key: PictureKey { request.key }
    private let pipeline: ImagePipeline
    private let thread: WorkThread
    private let deliver: ImagePipeline.Deliver

    init(
        _ request: ImageRequest, in pipeline: ImagePipeline, on thread: WorkThread,
        deliver: @escaping ImagePipeline.Deliver
    ) {
        var request = pipeline.known(request)
        // A thread that waits for the final image gets no degraded ones.
        if case .caller = thread { request.delivery = .highQuality }
        self.request = request
        self.thread = thread
        self.pipeline = pipeline
        self.deliver = deliver
    }

    /// Starts the request. Delivers an image in memory before this method returns.
    func start() {
        let cache = pipeline.shared.cache
        if let bitmap = cache[key] {
            tell(bitmap)
        } else if request.delivery == .highQuality {
            makePicture()
        } else if request.delivery == .opportunistic, cache.covering(key) == nil,
            let smaller = cache.smaller(than: key)?.degraded(for: request)
        {
            tell(smaller, isDegraded: true, isLast: false)
            goOn(after: smaller)
        } else {
            showSoon()
        }
    }

    // MARK: Steps

    private func showSoon() {
        begin(
            .soon,
            pipeline.shared.soon.submit(SoonKey(request), .quick) { cancellation in
                try self.pipeline.makeSoon(self.request, cancellation)
            } deliver: { result in
                guard !self.isCancelled else { return }
                switch result {
                case .success(.finished(let bitmap)):
                    self.tell(bitmap)
                case .success(.degraded(let bitmap)):
                    let isLast = self.request.delivery == .fast
                    self.tell(bitmap, isDegraded: true, isLast: isLast)
                    if !isLast { self.goOn(after: bitmap) }
                case .success(.nothing) where self.request.delivery == .opportunistic:
                    self.showBetter(than: nil)
                case .success(.nothing):
                    self.makePicture()
                case .failure(let error):
                    self.deliver(.failed(error))
                }
            })
    }

    private func goOn(after degraded: Bitmap) {
        guard !isCancelled else { return }
        if request.allowsSecondaryDegraded { showBetter(than: degraded) } else { makePicture() }
    }

    /// Delivers one more degraded image, larger than the one before if there was one, and then the final image.
    ///
    /// The degraded image is a coarser form of the final image if both come from the same decode. Otherwise, it is a
    /// derivative, which is made and stored if it's missing.
    private func showBetter(than first: Bitmap?) {
        if pipeline.maker.step(for: request) != nil { return makePicture(showsCoarser: true, than: first) }
        begin(
            .better,
            pipeline.shared.ladders.submit(request.source.digest, .visible) { cancellation, lane in
                try self.pipeline.maker.storedLadder(self.request.source)
                    ?? self.pipeline.maker.ladder(self.request.source, lane, cancellation)
            } deliver: { result in
                guard !self.isCancelled else { return }
                switch result {
                case .success(let ladder):
                    if let better = self.better(than: first, in: ladder) {
                        self.tell(better, isDegraded: true, isLast: false)
                    }
                    self.makePicture()
                case .failure(let error as MediaError) where error.isLastWord:
                    self.deliver(.failed(error))
                case .failure:
                    self.makePicture()
                }
            })
    }

    private func makePicture(
        showsCoarser: Bool = false, than first: Bitmap? = nil, after retries: OriginalRetries = OriginalRetries()
    ) {
        guard !isCancelled else { return }
        begin(
            .picture(retries.count),
            pipeline.shared.pictures.perform(key, on: thread, urgency) {
                try self.pipeline.makePicture(self.request, $0, $1)
            } deliver: { result in
                guard !self.isCancelled else { return }
                switch result {
                case .success(let bitmap):
                    let coarser = showsCoarser ? bitmap.coarser(than: first) : nil
                    if let coarser { self.tell(coarser, isDegraded: true, isLast: false) }
                    self.tell(bitmap)
                case .failure(let error):
                    self.fetch(missedBy: error, after: retries)
                }
            })
    }

    /// Downloads the original, or only some bytes of a video, and makes the picture again.
    private func fetch(missedBy error: any Error, after retries: OriginalRetries) {
        let originals = pipeline.maker.library.originals
        begin(
            .download(retries.count),
            originals.fetch(
                missedBy: error, of: request.source, after: retries, request.network, on: thread, urgency
            ) { result in
                guard !self.isCancelled else { return }
                switch result {
                case .success(let retries): self.makePicture(after: retries)
                case .failure(let error): self.deliver(.failed(error))
                }
            })
    }

    // MARK: Parts

    private var urgency: WorkQueue.Urgency { request.priority == .visible ? .visible : .preheat }

    /// Returns the next degraded image. The first one is a thumbnail if the thumbnail is large enough.
    private func better(than first: Bitmap?, in ladder: Ladder) -> Bitmap? {
        let candidates = first == nil ? [ladder.thumbnail, ladder.preview] : [ladder.preview]
        return candidates.lazy.compactMap { $0?.degraded(for: self.request) }.first {
            $0.longSide > first?.longSide ?? 0 && $0.longSide < self.request.layout.size.longSide
        }
    }

    private func begin(_ step: Step, _ withdraw: @escaping @Sendable () -> Void) {
        begin(step: step.order, withdraw)
    }

    private func tell(_ bitmap: Bitmap, isDegraded: Bool = false, isLast: Bool = true) {
        guard !isCancelled else { return }
        let isInCloud = isDegraded && pipeline.maker.isInPlace(request.source)
        deliver(
            .image(DeliveredImage(bitmap: bitmap, isDegraded: isDegraded, isInCloud: isInCloud, isLast: isLast)))
    }
}

extension MediaError {
    /// Whether a retry with the same file would take as long and fail again.
    var isLastWord: Bool { concern == .worker || concern == .installation || code == .timedOut }
}
