import CLibAV
package import MediaRequests
import Pixels

/// Decodes a video's poster frame. Any thread can call it. It keeps no state.
///
/// The poster frame is the first keyframe at or after a tenth of the video, but not later than three seconds. For a
/// video of less than two seconds, it's the first keyframe. If it's nearly black, one later keyframe replaces it
/// unless that is nearly black, too. Apple's framework mostly shows the first frame, which is often black or blurred.
package enum PosterRenderer {
    private static let shortDurationInSeconds = 2.0
    private static let latestInSeconds = 3.0
    private static let latestRetryInSeconds = 30.0

    /// Makes the requested images of one frame, always upright, with sizes of `PixelSize.fitting(longSide:)` on the
    /// size that `VideoProber` returns.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of a regular file. Its position doesn't change.
    ///   - request: The requested sizes.
    /// - Returns: `nil` if the bytes don't have the signature of a video. If the file is truncated or a part is
    ///   missing, the images have a `damage`.
    /// - Throws: `unreadable`, `unsupported` or `limitExceeded`, each with a reason. `noPreview` if the request is
    ///   for a preview.
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
