import AlbumenGraphics
import BlobStore
import Cancellation
import Dispatch
import Foundation
import MediaRequests
import MediaWork
import PhotoLibrary
import Pixels
import Synchronization
import SystemCalls
import SystemPackage
import UIKitCore

/// A request for a Live Photo of two files. Calls the handler in order, and never after the last call.
final class LivePhotoFileRequest: CancellableRequest {
    let number = PendingRequests.makeNumber()
    private let urls: [URL]
    private let placeholder: UIImage?
    private let targetSize: CGSize
    private let contentMode: PHImageContentMode
    private let callbackQueue: DispatchQueue
    private let handler: UncheckedSendable<(PHLivePhoto?, [AnyHashable: Any]) -> Void>
    private let cancellation = WorkCancellation()
    private let isFinished = Mutex(false)

    init(
        _ urls: [URL], placeholder: UIImage?, _ targetSize: CGSize, _ contentMode: PHImageContentMode,
        on callbackQueue: DispatchQueue, handler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) {
        (self.urls, self.placeholder) = (urls, placeholder)
        (self.targetSize, self.contentMode) = (targetSize, contentMode)
        self.callbackQueue = callbackQueue
        self.handler = UncheckedSendable(handler)
    }

    func start() {
        PendingRequests.add(self)
        if let placeholder { deliverDegraded(placeholder) }
        // Workers do the work, and their number is limited.
        DispatchQueue(label: "albumen.photos.livephotos").async {
            do {
                try self.work()
            } catch {
                self.finish(nil, error)
            }
        }
    }

    func cancel() {
        cancellation.cancel()
        finish(nil, RequestFailure.cancelled)
    }

    // MARK: Work

    private struct ProbedFile {
        let url: URL
        let file: OpenFile
        let size: Int64
        let probe: MediaProbe

        var described: LivePhotoFile {
            LivePhotoFile(
                url: url, isPhoto: probe.kind == .image, uniformTypeIdentifier: probe.uniformTypeIdentifier,
                pixelWidth: probe.pixelWidth, pixelHeight: probe.pixelHeight, fileSize: size,
                contentIdentifier: probe.contentIdentifier ?? "", duration: probe.kind == .video ? probe.duration : 0)
        }
    }

    private func work() throws {
        let livePhoto = try read { photo, longSide, workers in
            if placeholder == nil, let preview = preview(of: photo, longSide, workers) { deliverDegraded(preview) }
        }
        finish(livePhoto, nil)
    }

    /// Reads a Live Photo of two files with all pixels, on this thread.
    static func livePhoto(of urls: [URL]) throws -> PHLivePhoto {
        let request = LivePhotoFileRequest(urls, placeholder: nil, .zero, .aspectFit, on: .main) { _, _ in }
        return try request.read { _, _, _ in }
    }

    private func read(_ showPreview: (ProbedFile, Int?, WorkerPool) -> Void) throws -> PHLivePhoto {
        let workers = try WorkerPool.shared()
        let files = try urls.map { try probe($0, workers) }
        let (photo, video) = try Self.pair(files)
        let longSide = try longSide(of: photo.probe)
        showPreview(photo, longSide, workers)
        let picture = try render(photo, .picture, longSide, workers)
        guard let picture else { throw RequestFailure.unreadable(photo.url.path, "it has no picture") }
        return PHLivePhoto(
            LivePhotoContent(image: picture, files: .urls(photo: photo.described, video: video.described)))
    }

    private func probe(_ url: URL, _ workers: WorkerPool) throws -> ProbedFile {
        guard url.isFileURL else { throw RequestFailure.noFile(url) }
        let path = url.path(percentEncoded: false)
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw RequestFailure.unreadable(path, "\(Errno.current)") }
        let file = OpenFile(takingOver: descriptor)
        return try file.withDescriptor { descriptor in
            let status = try FileDescriptor(rawValue: descriptor).status()
            guard status.isRegularFile else { throw RequestFailure.unreadable(path, "it isn't a regular file") }
            let probe = try workers.probe(descriptor: descriptor, filename: url.lastPathComponent)
            return ProbedFile(url: url, file: file, size: status.size, probe: probe)
        }
    }

    /// Returns the photo and the video.
    ///
    /// - Throws: An error with the reason if the files aren't those of one Live Photo.
    private static func pair(_ files: [ProbedFile]) throws -> (photo: ProbedFile, video: ProbedFile) {
        guard files.count == 2, let photo = files.first(where: { $0.probe.kind == .image }),
            let video = files.first(where: { $0.probe.kind == .video })
        else {
            let names = files.map { "\($0.url.lastPathComponent) (\($0.probe.kind))" }.joined(separator: ", ")
            throw RequestFailure(
                code: .invalidResource,
                message: "A Live Photo needs one photo and one video. These files were given: "
                    + "\(names.isEmpty ? "none" : names).")
        }
        let identifiers = [photo, video].map(\.probe.contentIdentifier)
        guard photo.probe.isPaired(with: video.probe) else {
            throw LibraryError(
                .mismatchedPair,
                "\(photo.url.lastPathComponent) and \(video.url.lastPathComponent) aren't a Live Photo: they do not "
                    + "carry one content identifier (\(identifiers[0] ?? "none") and \(identifiers[1] ?? "none")).")
        }
        return (photo, video)
    }

    /// Returns the long side of the picture to make, or `nil` for all pixels.
    private func longSide(of probe: MediaProbe) throws -> Int? {
        guard targetSize != .zero, targetSize != PHImageManagerMaximumSize else { return nil }
        let layout = ImageLayout(
            source: PixelSize(width: probe.pixelWidth, height: probe.pixelHeight), target: targetSize,
            contentMode: contentMode == .aspectFill ? .aspectFill : .aspectFit, resizeMode: .exact)
        guard let layout else { throw RequestFailure.targetSize(targetSize) }
        return max(layout.size.width, layout.size.height)
    }

    /// Returns the preview in the photo's file. The final result reports errors.
    private func preview(of photo: ProbedFile, _ longSide: Int?, _ workers: WorkerPool) -> UIImage? {
        (try? render(photo, .preview, longSide, workers)) ?? nil
    }

    private func render(
        _ photo: ProbedFile, _ source: RenderRequest.Source, _ longSide: Int?, _ workers: WorkerPool
    ) throws -> UIImage? {
        let request = RenderRequest(
            filename: photo.url.lastPathComponent, source: source, sizes: [longSide.map { .longSide($0) } ?? .full])
        let rendering = try photo.file.withDescriptor { descriptor in
            try workers.render(descriptor: descriptor, request, cancellation: cancellation)
        }
        return rendering.pictures.first.map { UIImage($0) }
    }

    // MARK: Delivery

    private func deliverDegraded(_ image: UIImage) {
        let livePhoto = PHLivePhoto(LivePhotoContent(image: image, files: .pending))
        callbackQueue.async {
            guard !self.isFinished.withLock({ $0 }) else { return }
            self.handler.value(livePhoto, [PHLivePhotoInfoIsDegradedKey: NSNumber(value: true)])
        }
    }

    private func finish(_ livePhoto: PHLivePhoto?, _ error: (any Error)?) {
        let isFirst = isEnding.withLock { isEnding in
            defer { isEnding = true }
            return !isEnding
        }
        guard isFirst else { return }
        PendingRequests.remove(number)
        var info: [AnyHashable: Any] = [PHLivePhotoInfoIsDegradedKey: NSNumber(value: false)]
        if let error {
            info[PHLivePhotoInfoErrorKey] = NSError.photos(error)
            if (error as? RequestFailure)?.code == .userCancelled {
                info[PHLivePhotoInfoCancelledKey] = NSNumber(value: true)
            }
        }
        let told = UncheckedSendable(info)
        callbackQueue.async {
            self.isFinished.withLock { $0 = true }
            self.handler.value(livePhoto, told.value)
        }
    }

    /// Whether the last call of the handler is scheduled.
    private let isEnding = Mutex(false)
}
