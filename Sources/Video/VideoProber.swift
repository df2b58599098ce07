import CLibAV
package import MediaWork

/// Finds out what a video file is and says, without decoding a picture of it. One thread at a time for a descriptor.
package enum VideoProber {
    private static let sideInPixels = 100_000
    private static let areaInPixels = 2_000_000_000

    /// - Parameters:
    ///   - descriptor: of a regular file; its position is left alone.
    ///   - filename: hints at screen recordings.
    /// - Returns: nil where the bytes bear no video's signature, and for a file of sound alone.
    /// - Throws: `unreadable` for a video without a size, `limitExceeded` for one too large.
    package static func probe(descriptor: Int32, filename: String) throws(MediaError) -> MediaProbe? {
        guard let source = DescriptorSource(descriptor: descriptor) else {
            throw MediaError(.unreadable, "not a regular file")
        }
        let signature = source.bytes(at: 0, limit: VideoFormat.signatureLimitInBytes)
        guard let format = VideoFormat(signature: signature) else { return nil }
        let boxes = format.demuxer == "mov" ? MovieBoxes(source) : nil
        let isCutShort =
            (boxes?.declaredEnd ?? chunkEnd(signature, format)) > source.count || boxes?.hasMediaData == false
        let damage = isCutShort ? "the file ends before its movie does" : nil
        guard let movie = MovieFile(source, format), !movie.isEmpty else {
            throw MediaError(
                .unreadable, damage ?? "the file starts like a video, but holds no movie; it may be damaged")
        }
        guard let stream = movie.videoStream else { return nil }
        var probe = try probe(stream, format)
        probe.duration = movie.duration
        probe.damage = damage
        var tags = movie.tags
        if let date = boxes?.userDate { tags[MovieTags.userDateName] = date }
        describe(&probe, MovieTags(tags: tags), filename: filename)
        return probe
    }

    /// Where an AVI's one chunk ends; 0 for what has none.
    private static func chunkEnd(_ signature: [UInt8], _ format: VideoFormat) -> Int64 {
        guard format.demuxer == "avi", signature.count >= 8 else { return 0 }
        return 8 + signature[4..<8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }

    private static func probe(_ stream: AVStream, _ format: VideoFormat) throws(MediaError) -> MediaProbe {
        let parameters = stream.codecpar.pointee
        let (width, height) = (Int(parameters.width), Int(parameters.height))
        guard width > 0, height > 0 else {
            throw MediaError(.unreadable, "the file names no size for its movie; it may be damaged")
        }
        guard width <= sideInPixels, height <= sideInPixels, width * height <= areaInPixels else {
            throw MediaError(.limitExceeded, "a movie of \(width) by \(height) pixels is larger than albumen takes")
        }
        let isOnItsSide = isOnItsSide(stream)
        var probe = MediaProbe(
            kind: .video, uniformTypeIdentifier: format.uniformTypeIdentifier,
            pixelWidth: isOnItsSide ? height : width, pixelHeight: isOnItsSide ? width : height)
        probe.frameRate = frameRate(stream)
        if parameters.codec_id != AV_CODEC_ID_NONE, let name = avcodec_get_name(parameters.codec_id) {
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
        probe.contentIdentifier = tags.text("com.apple.quicktime.content.identifier")
        probe.title = tags.text("com.apple.quicktime.title", "com.apple.quicktime.displayname", "title")
        probe.caption = tags.text("com.apple.quicktime.description", "description")
        probe.keywords = tags.keywords
        probe.rating = tags.rating
        probe.isSelfPortrait = probe.lensModel?.lowercased().contains("front") ?? false
        probe.subtypes = VideoSubtypes.subtypes(tags, frameRate: probe.frameRate, filename: filename)
    }

    /// Whether the display matrix turns by a quarter.
    private static func isOnItsSide(_ stream: AVStream) -> Bool {
        var stream = stream
        var size = 0
        guard let data = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else {
            return false
        }
        let angle = data.withMemoryRebound(to: Int32.self, capacity: 9) { av_display_rotation_get($0) }
        guard angle.isFinite else { return false }
        return Int((angle / 90).rounded()) % 2 != 0
    }

    /// Frames a second over the whole stream where its length is known, else as the header says.
    private static func frameRate(_ stream: AVStream) -> Double? {
        for rate in [stream.avg_frame_rate, stream.r_frame_rate] where rate.num > 0 && rate.den > 0 {
            return av_q2d(rate)
        }
        return nil
    }
}
