import CLibAV
package import MediaRequests
import Pixels

/// Decodes the frame of a video at a time. Any thread can call it. It keeps no state.
package enum FrameRenderer {
    /// The largest number of units before or after a time, about 30 years of nanoseconds.
    private static let unitLimit = 1e18

    /// - Parameter descriptor: The descriptor of a regular file. Its position doesn't change.
    /// - Returns: The image, and the time of its frame. `nil` if the bytes don't have the signature of a video.
    /// - Throws: `unreadable`, `unsupported` or `limitExceeded`, each with a reason.
    package static func render(
        descriptor: Int32, _ request: FrameRequest
    ) throws(MediaError) -> (rendering: Rendering, time: MediaTime)? {
        guard let file = try OpenMovie(descriptor: descriptor) else { return nil }
        guard let stream = file.movie.videoStream else {
            throw MediaError(.unreadable, "the file has sound and no picture")
        }
        var geometry = try DisplayGeometry(stream)
        if !request.appliesTransform { geometry = DisplayGeometry(storedSize: geometry.storedSize, orientation: 1) }
        let size = try size(request.size, of: geometry)
        let decoder = try KeyframeDecoder(file.movie, stream)
        // QuickTime's samples have the track's times. Other containers can start at any time.
        let start = file.format.demuxer == "mov" ? 0 : file.movie.startInSeconds
        let unit = av_q2d(stream.time_base)
        guard unit > 0 else { throw MediaError(.unreadable, "the movie's clock is damaged") }
        func units(_ seconds: Double) -> Int64 {
            Int64(max(-unitLimit, min(unitLimit, (seconds / unit).rounded(.down))))
        }
        // Half a unit makes up for the division's rounding.
        let time = units(request.time.seconds + start + unit / 2)
        let found = try decoder.frame(
            showing: time, before: units(request.toleranceBefore.seconds), after: units(request.toleranceAfter.seconds))
        guard let found else {
            let name = String(cString: avcodec_get_name(stream.codecpar.pointee.codec_id))
            throw MediaError(
                .unreadable, file.damage ?? "no \(name) frame can be decoded there; the movie may be damaged")
        }
        let pictures = try FrameConversion(frame: found.frame, geometry: geometry).bitmaps([size])
        let rendering = Rendering(
            pictures: pictures, damage: file.damage ?? (found.frame.isDamaged ? "the movie's frames are damaged" : nil))
        return (rendering, mediaTime(found.time, stream, start))
    }

    private static func mediaTime(_ units: Int64, _ stream: AVStream, _ start: Double) -> MediaTime {
        let base = stream.time_base
        let (value, isPast) = units.multipliedReportingOverflow(by: Int64(base.num))
        guard start == 0, !isPast else {
            return MediaTime(seconds: Double(units) * av_q2d(base) - start, timescale: max(1, base.den))
        }
        return MediaTime(value: value, timescale: max(1, base.den))
    }

    private static func size(_ size: RenderRequest.Size, of geometry: DisplayGeometry) throws(MediaError) -> PixelSize {
        let upright = geometry.uprightSize
        guard upright.width * upright.height <= RenderLimits.wholeAreaInPixels else {
            throw MediaError(
                .limitExceeded,
                "a frame of \(upright.width) by \(upright.height) pixels takes more memory than albumen gives it")
        }
        return switch size {
        case .full: upright
        case .longSide(let limit): upright.fitting(longSide: max(1, limit))
        }
    }
}
