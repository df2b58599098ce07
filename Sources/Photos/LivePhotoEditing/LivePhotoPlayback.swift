import AlbumenGraphics
import Cancellation
import Foundation
import MediaRequests
import PhotoLibrary
import Pixels
import UIKitCore

/// The rendering of an edited Live Photo for playback. Blocks its thread.
struct LivePhotoPlayback: Sendable {
    private let rendering: LivePhotoRendering
    private let files = RenderingFiles()

    /// - Parameter targetSize: The size into which the photo is fitted.
    /// - Throws: `RequestFailure` if the target size isn't positive.
    init(
        source: LivePhotoSource, processor: LivePhotoFrameProcessor?, audioVolume: Double, targetSize: CGSize,
        cancellation: WorkCancellation
    ) throws {
        rendering = LivePhotoRendering(
            source: source, processor: processor, audioVolume: audioVolume,
            scale: try Self.scale(of: source.uprightImage.extent.size, fittedIn: targetSize),
            contentIdentifier: UUID().uuidString, cancellation: cancellation)
    }

    private static func scale(of size: CGSize, fittedIn target: CGSize) throws -> CGFloat {
        guard target != .zero, target != PHImageManagerMaximumSize else { return 1 }
        let layout = ImageLayout(
            source: PixelSize(width: Int(size.width), height: Int(size.height)), target: target,
            contentMode: .aspectFit, resizeMode: .exact)
        guard let layout else { throw RequestFailure.targetSize(target) }
        return min(1, CGFloat(layout.size.width) / size.width)
    }

    /// Renders the photo, and the video at once or when it's first used.
    func livePhoto(isVideoLazy: Bool) throws -> PHLivePhoto {
        let photo = try rendering.photo(.jpeg)
        let photoURL = try files.url(for: .jpeg)
        try photo.file.write(to: photoURL)
        guard let image = UIImage(data: photo.file) else {
            throw RequestFailure.unreadable(photoURL.path, "the rendered photo isn't a picture")
        }
        let (rendering, files) = (rendering, files)
        let rendered = RenderedLivePhoto(
            photo: LivePhotoFile(
                url: photoURL, isPhoto: true, uniformTypeIdentifier: "public.jpeg", pixelWidth: Int(photo.size.width),
                pixelHeight: Int(photo.size.height), fileSize: Int64(photo.file.count),
                contentIdentifier: rendering.contentIdentifier, duration: 0),
            in: files
        ) {
            try Self.video(
                isVideoLazy ? rendering.uncancelled : rendering, ratio: photo.ratio,
                to: files.url(for: .pairedVideo))
        }
        if !isVideoLazy { _ = try rendered.video() }
        try rendering.check()
        return PHLivePhoto(LivePhotoContent(image: image, files: .rendered(rendered)))
    }

    private static func video(_ rendering: LivePhotoRendering, ratio: CGSize, to url: URL) throws -> LivePhotoFile {
        let exported = try NewFile.write(url) { try rendering.video(to: $0, ratio: ratio) }
        return LivePhotoFile(
            url: url, isPhoto: false, uniformTypeIdentifier: "com.apple.quicktime-movie",
            pixelWidth: exported.storedSize?.width ?? 0, pixelHeight: exported.storedSize?.height ?? 0,
            fileSize: exported.byteCount, contentIdentifier: rendering.contentIdentifier,
            duration: exported.duration.seconds)
    }
}

extension LivePhotoRendering {
    /// The same rendering, which outlives the request.
    fileprivate var uncancelled: LivePhotoRendering {
        LivePhotoRendering(
            source: source, processor: processor, audioVolume: audioVolume, scale: scale,
            contentIdentifier: contentIdentifier, cancellation: WorkCancellation())
    }
}
