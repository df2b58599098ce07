import AVFoundation
import AlbumenGraphics
import Cancellation
import CoreImage
import Foundation
import MediaRequests
import MediaWork
import Pixels
import SystemPackage

/// One rendering of an edited Live Photo. Blocks its thread.
struct LivePhotoRendering: Sendable {
    private static let photoQuality = 0.93

    let source: LivePhotoSource
    /// `nil` keeps the frames as they are.
    let processor: LivePhotoFrameProcessor?
    let audioVolume: Double
    /// The size of the result, divided by the size of the files.
    let scale: CGFloat
    /// The identifier that both files get.
    let contentIdentifier: String
    let cancellation: WorkCancellation

    /// An edited photo.
    struct Photo: Sendable {
        let file: Data
        let size: CGSize
        /// The size of the edited image, divided by the size of the image before the edit.
        let ratio: CGSize
    }

    /// Renders the photo.
    ///
    /// - Throws: The error of the frame processor, `MediaError` or `RequestFailure`.
    func photo(_ type: GraphRequest.FileType) throws -> Photo {
        let image = source.uprightImage.scaled(by: scale)
        let frame = EditedLivePhotoFrame(image: image, time: source.photoTime, type: .photo, renderScale: scale)
        let edited = try processor?.image(for: frame) ?? image
        try check()
        let metadata = GraphSourceFile(path: source.photo.path(percentEncoded: false)).map {
            GraphSource.openFile($0, filename: source.photo.lastPathComponent, appliesOrientation: false)
        }
        let file = try edited.photoFile(
            type, of: edited.extent, quality: Self.photoQuality, metadata: metadata, cancellation: cancellation)
        let marked = try WorkerPool.shared().markedPhoto(
            file, contentIdentifier: contentIdentifier, cancellation: cancellation)
        let size = edited.extent.integral.size
        return Photo(
            file: marked, size: size,
            ratio: CGSize(width: size.width / image.extent.width, height: size.height / image.extent.height))
    }

    /// Renders the video.
    ///
    /// - Parameters:
    ///   - output: An empty file, open for reading and writing.
    ///   - ratio: The size of an edited frame, divided by the size before the edit.
    /// - Throws: The error of the frame processor, `MediaError` or `RequestFailure`.
    @discardableResult
    func video(to output: Int32, ratio: CGSize) throws -> ExportedVideo {
        try check()
        let exporter = VideoExporter(workers: try WorkerPool.shared())
        let name = source.video.lastPathComponent
        let copies = processor == nil && scale == 1
        let export = source.export(
            copiesVideo: copies, audioVolume: audioVolume, contentIdentifier: contentIdentifier)
        return try FileDescriptor.withFile(source.video) { file in
            guard !copies else {
                return try exporter.run(
                    export, from: file, to: output, cancellation: cancellation, filename: name)
            }
            return try exporter.run(
                export, from: [file], to: output, frames: frames(ratio), cancellation: cancellation, filename: name)
        }
    }

    private func frames(_ ratio: CGSize) -> FrameEditing {
        let width = CGFloat(source.videoSize.width) * scale * ratio.width
        let height = CGFloat(source.videoSize.height) * scale * ratio.height
        // Encoders need even sides.
        let size = CGSize(width: max(2, (width / 2).rounded() * 2), height: max(2, (height / 2).rounded() * 2))
        let photoWidth = max(1, source.uprightImage.extent.width)
        return FrameEditing(renderSize: PixelSize(width: Int(size.width), height: Int(size.height))) { frame in
            let image = CIImage(frame)
            let scaled = image.scaled(by: scale)
            let edited = try processor?.image(
                for: EditedLivePhotoFrame(
                    image: scaled, time: CMTime(value: frame.time.value, timescale: frame.time.timescale),
                    type: .video, renderScale: scaled.extent.width / photoWidth))
            return try (edited ?? scaled).fitted(to: size).frameGraph(replacing: image)
        }
    }

    /// - Throws: `cancelled` after a cancellation.
    func check() throws(MediaError) {
        if cancellation.isCancelled { throw .cancelled }
    }
}
