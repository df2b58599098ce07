import CLibAV
package import MediaRequests
import Pixels

/// Reads the format and metadata of a video without decoding frames. Only one thread at a time can use a descriptor.
package enum VideoProber {
    /// - Parameters:
    ///   - descriptor: The descriptor of a regular file. Its position doesn't change.
    ///   - filename: The filename, which can identify screen recordings.
    /// - Returns: `nil` if the bytes don't have the signature of a video, or if the file contains only audio.
    /// - Throws: `unreadable` if the video has no size, `limitExceeded` if it's too large, `encrypted` if it's
    ///   encrypted.
    package static func probe(descriptor: Int32, filename: String) throws(MediaError) -> MediaProbe? {
        guard let file = try OpenMovie(descriptor: descriptor), let stream = file.movie.videoStream else { return nil }
        var probe = try probe(stream, file.format)
        probe.duration = file.movie.duration
        probe.damage = file.damage
        var tags = file.movie.tags
        if let date = file.userDate { tags[MovieTags.userDateName] = date }
        describe(&probe, MovieTags(tags: tags), filename: filename)
        return probe
    }

    private static func probe(_ stream: AVStream, _ format: VideoFormat) throws(MediaError) -> MediaProbe {
        let size = try DisplayGeometry(stream).uprightSize
        var probe = MediaProbe(
            kind: .video, uniformTypeIdentifier: format.uniformTypeIdentifier,
            pixelWidth: size.width, pixelHeight: size.height)
        probe.frameRate = frameRate(stream)
        let codec = stream.codecpar.pointee.codec_id
        if codec != AV_CODEC_ID_NONE, let name = avcodec_get_name(codec) {
            probe.videoCodec = String(cString: name)
        }
        return probe
    }

    private static func describe(_ probe: inout MediaProbe, _ tags: MovieTags, filename: String) {
        probe.captureDate = tags.captureDate
        probe.location = tags.location
        probe.cameraMake = tags.text("com.apple.quicktime.make", "make", "com.android.manufacturer")
        probe.cameraModel = tags.text("com.apple.quicktime.model", "model", "com.android.model")
        probe.lensModel = tags.text("com.apple.quicktime.camera.lens_model")
        probe.exposure.focalLengthIn35mmFilm = tags.text("com.apple.quicktime.camera.focal_length.35mm_equivalent")
            .flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded()) }
        probe.contentIdentifier = tags.text("com.apple.quicktime.content.identifier")
        probe.playbackVariation = tags.text("com.apple.photos.variation-identifier").flatMap { Int($0) }
            .flatMap { (1...3).contains($0) ? $0 : nil }
        probe.title = tags.text("com.apple.quicktime.title", "com.apple.quicktime.displayname", "title")
        probe.caption = tags.text("com.apple.quicktime.description", "description")
        probe.keywords = tags.keywords
        probe.rating = tags.rating
        probe.isSelfPortrait = probe.lensModel?.lowercased().contains("front") ?? false
        probe.subtypes = VideoSubtypes.subtypes(tags, frameRate: probe.frameRate, filename: filename)
    }

    /// Returns the frame rate of the entire stream if its duration is known, or else the frame rate in the header.
    private static func frameRate(_ stream: AVStream) -> Double? {
        for rate in [stream.avg_frame_rate, stream.r_frame_rate] where rate.num > 0 && rate.den > 0 {
            return av_q2d(rate)
        }
        return nil
    }
}
