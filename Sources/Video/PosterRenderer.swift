import CLibAV
package import MediaWork
import Pixels

/// Decodes the frame that stands for a video. Any thread; nothing is left behind.
///
/// It is the first keyframe at or after a tenth of the video, at most three seconds in; of a video under two seconds the
/// first one. A nearly black frame gives way to one later keyframe that is not. Apple's framework mostly shows the first frame,
/// which is often black or blurred.
package enum PosterRenderer {
    private static let shortDurationInSeconds = 2.0
    private static let latestInSeconds = 3.0
    private static let latestRetryInSeconds = 30.0

    /// Makes the pictures asked for, always upright, of `PixelSize.fitting(longSide:)` on the size that `VideoProber` tells,
    /// all of one frame.
    ///
    /// - Parameter descriptor: of a regular file; its position is left alone.
    /// - Returns: nil where the bytes bear no video's signature. A picture of a file that is cut short, or of which a part is
    ///   missing, has `damage`.
    /// - Throws: `unreadable`, `unsupported`, `limitExceeded`, each with a reason; `noPreview` where a preview is asked for.
    package static func render(descriptor: Int32, _ request: RenderRequest) throws(MediaError) -> Rendering? {
        guard let file = try OpenMovie(descriptor: descriptor) else { return nil }
        guard let stream = file.movie.videoStream else {
            throw MediaError(.unreadable, "the file has sound and no picture")
        }
        if request.source == .preview { throw MediaError(.noPreview, "a video has no picture that is sooner had") }
        let geometry = try DisplayGeometry(stream)
        let sizes = try sizes(request, of: geometry)
        if sizes.isEmpty { return Rendering(pictures: []) }
        let decoder = try KeyframeDecoder(file.movie, stream)
        guard let frame = try poster(decoder, duration: file.movie.duration) else {
            let name = String(cString: avcodec_get_name(stream.codecpar.pointee.codec_id))
            let reason = "none of the movie's \(name) frames can be decoded"
            throw MediaError(.unreadable, file.damage.map { "\($0): \(reason)" } ?? "\(reason); it may be damaged")
        }
        let pictures = try FrameConversion(frame: frame, geometry: geometry).bitmaps(sizes)
        return Rendering(
            pictures: pictures, damage: file.damage ?? (frame.isDamaged ? "the movie's frames are damaged" : nil))
    }

    private static func sizes(
        _ request: RenderRequest, of geometry: DisplayGeometry
    ) throws(MediaError) -> [PixelSize] {
        let upright = geometry.uprightSize
        guard upright.width * upright.height <= RenderLimits.wholeAreaInPixels else {
            throw MediaError(
                .limitExceeded,
                "a frame of \(upright.width) by \(upright.height) pixels takes more memory than albumen gives it")
        }
        return request.sizes.map { size in
            switch size {
            case .full: upright
            case .longSide(let limit): upright.fitting(longSide: max(1, limit))
            }
        }
    }

    private static func poster(_ decoder: KeyframeDecoder, duration: Double) throws(MediaError) -> VideoFrame? {
        guard let frame = try early(decoder, duration: duration) else { return nil }
        guard frame.isNearlyBlack else { return frame }
        let moment =
            duration < shortDurationInSeconds ? duration / 2 : min(duration / 3, latestRetryInSeconds)
        guard moment > 0, let later = try decoder.frame(at: moment), !later.isNearlyBlack else { return frame }
        return later
    }

    private static func early(_ decoder: KeyframeDecoder, duration: Double) throws(MediaError) -> VideoFrame? {
        if duration >= shortDurationInSeconds,
            let frame = try decoder.frame(at: min(duration / 10, latestInSeconds))
        {
            return frame
        }
        if let frame = try decoder.frame(at: nil) { return frame }
        if let frame = try decoder.frame(at: 0) { return frame }
        return try decoder.firstFrame()
    }
}
