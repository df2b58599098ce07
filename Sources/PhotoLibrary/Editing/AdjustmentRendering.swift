import BlobStore
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Records

/// Renders a recipe to the files of an edit. The methods block.
struct AdjustmentRendering {
    let library: Library
    let base: AdjustingBase
    let recipe: AdjustmentRecipe
    /// The folder for the files. Its owner removes it.
    let folder: URL
    let cancellation: WorkCancellation?
    /// Receives the finished share, from 0 to 1.
    let progress: @Sendable (Double) -> Void
    /// Makes sure that a file of the asset is in the library's folder.
    let local: (ResourceRecord) throws -> PictureSource

    /// Renders all files of the edit.
    ///
    /// - Parameters:
    ///   - size: The size of the upright photo before the edit.
    ///   - movie: The description of the movie, or `nil` for a photo.
    /// - Returns: The files, and the size of the edited picture.
    func files(
        size: PixelSize, movie: AdjustedMovie?, slowMotion: SlowMotion?
    ) throws -> (renderings: [EditRendering], size: PixelSize) {
        switch (base.kind, movie) {
        case (.photo, _), (.livePhoto, nil), (.video, nil):
            let photo = try photo(of: .file(base.picture), size)
            return ([photo.rendering], photo.size)
        case (.video, let movie?):
            let video = try video(.fullSizeVideo, movie, slowMotion)
            return ([video.rendering], video.size)
        case (.livePhoto, let movie?):
            let video = try video(.fullSizePairedVideo, movie, nil)
            // The original photo stays, if nothing changes it.
            if base.isOriginal, recipe.keyPhoto == nil, !recipe.changesPixels { return ([video.rendering], size) }
            let photo =
                if let time = recipe.keyPhoto {
                    try self.photo(of: .pixels(keyFrame(at: time, movie)), nil)
                } else {
                    try self.photo(of: .file(base.picture), size)
                }
            return ([photo.rendering, video.rendering], photo.size)
        }
    }

    // MARK: Photo

    private enum PhotoSource {
        case file(ResourceRecord)
        case pixels(Bitmap)
    }

    private struct Rendered {
        let rendering: EditRendering
        let size: PixelSize
    }

    /// Renders a JPEG in Display P3 with the original's metadata. Another app's rendering may lack them.
    private func photo(of content: PhotoSource, _ size: PixelSize?) throws -> Rendered {
        let original = try local(base.editing.files.picture(.unadjusted) ?? base.picture)
        let originalFile = try library.originals.open(original.digest)
        return try originalFile.withDescriptor { originalDescriptor in
            let metadata = GraphSource.file(
                descriptor: originalDescriptor, filename: original.filename, appliesOrientation: true)
            switch content {
            case .pixels(let bitmap):
                return try photo([.pixels(bitmap), metadata], bitmap.size)
            case .file(let resource):
                let source = try local(resource)
                guard source.digest != original.digest else { return try photo([metadata], size ?? source.size) }
                return try library.originals.open(source.digest).withDescriptor { descriptor in
                    let file = GraphSource.file(
                        descriptor: descriptor, filename: source.filename, appliesOrientation: true)
                    return try photo([file, metadata], size ?? source.size)
                }
            }
        }
    }

    private func photo(_ sources: [GraphSource], _ size: PixelSize) throws -> Rendered {
        let (graph, rectangle) = recipe.stillPart.graph(for: size)
        let request = GraphRequest(
            graph: graph, rectangle: rectangle, output: .file(.init(.jpeg, quality: 0.93, colourSpace: .displayP3)),
            carriesMetadataOfSource: sources.count - 1)
        let rendering = try library.workers().render(request, sources: sources, cancellation: cancellation)
        guard let bytes = rendering.file else {
            throw MediaError(.protocolViolation, "The media worker returned pixels instead of a file.")
        }
        let file = folder.appending(path: "rendering.jpg")
        try bytes.write(to: file)
        return Rendered(
            rendering: EditRendering(type: .fullSizePhoto, file: file, contentType: "public.jpeg"),
            size: PixelSize(width: Int(rectangle.width), height: Int(rectangle.height)))
    }

    /// Decodes the frame that the movie shows at a time.
    private func keyFrame(at time: Double, _ movie: AdjustedMovie) throws -> Bitmap {
        let source = try local(base.movie ?? base.picture)
        let sampleTime = movie.videoTrack?.sampleTime(at: time) ?? time
        let request = FrameRequest(
            time: MediaTime(seconds: sampleTime), toleranceBefore: .zero, toleranceAfter: .zero, size: .full,
            appliesTransform: true)
        let workers = try library.workers()
        let frame = try library.originals.open(source.digest).withDescriptor { descriptor throws(MediaError) in
            try workers.frame(descriptor: descriptor, request, cancellation: cancellation)
        }
        guard let picture = frame.rendering.pictures.first else {
            throw MediaError(.unreadable, "\(source.filename) has no frame at \(AdjustmentRecipe.text(time)) s.")
        }
        return picture
    }

    // MARK: Video

    private func video(
        _ type: ResourceType, _ movie: AdjustedMovie, _ slowMotion: SlowMotion?
    ) throws -> Rendered {
        let source = try local(base.movie ?? base.picture)
        let export = AdjustmentExport(of: recipe, movie, slowMotion, contentIdentifier: base.contentIdentifier).export
        let file = folder.appending(path: "rendering.mov")
        let output = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            throw MediaError(.unwritable, "The edited video can't be written to \(file.path).")
        }
        defer { close(output) }
        let exporter = VideoExporter(workers: try library.workers())
        let size = movie.uprightSize
        var frames: FrameEditing?
        var rendered = size
        if recipe.changesPixels {
            let part = recipe.stillPart
            let result = part.frameGraph(for: size)
            rendered = result.size
            frames = FrameEditing(renderSize: result.size) { frame in
                .graph(part.frameGraph(for: frame.size).graph, sources: [.frame(frame)])
            }
        }
        _ = try library.originals.open(source.digest).withDescriptor { descriptor in
            guard let frames else {
                return try exporter.run(
                    export, from: descriptor, to: output, cancellation: cancellation, filename: source.filename,
                    progress: progress)
            }
            return try exporter.run(
                export, from: [descriptor], to: output, frames: frames, cancellation: cancellation,
                filename: source.filename, progress: progress)
        }
        return Rendered(
            rendering: EditRendering(type: type, file: file, contentType: "com.apple.quicktime-movie"), size: rendered)
    }
}
