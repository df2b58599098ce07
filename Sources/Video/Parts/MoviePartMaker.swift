import CLibAV
package import MediaRequests
import Pixels

/// Makes parts of a movie for browsers that lack its codec or container. Any thread can call it. It keeps no state.
///
/// Each part is a fragmented MP4 file with its own description of the tracks. Its times are seconds since the movie's
/// start, and all frames that begin in the part's span belong to it.
package enum MoviePartMaker {
    private static let noMovie = MediaError(.notMedia, "not a video of a kind that albumen knows")

    /// Finds out how to play a movie in parts. The descriptor is that of a regular file. Its position doesn't change.
    ///
    /// - Throws: `notMedia`, `unreadable`, `unsupported` or `limitExceeded`.
    package static func plan(descriptor: Int32) throws(MediaError) -> MoviePartPlan {
        guard let movie = try PartMovie(descriptor: descriptor) else { throw noMovie }
        let copied = try CopiedPart.codec(of: movie)
        let size = movie.geometry.uprightSize
        let identifier = movie.videoStream.codecpar.pointee.codec_id
        guard copied != nil || avcodec_find_decoder(identifier) != nil else {
            throw MediaError(
                .unsupported,
                "the FFmpeg on this machine has no decoder for \(String(cString: avcodec_get_name(identifier)))")
        }
        return MoviePartPlan(
            duration: min(movie.duration, 1_000_000_000), isCopied: copied != nil, pixelWidth: size.width,
            pixelHeight: size.height, hasSound: movie.soundIndex != nil,
            videoCodec: copied ?? MoviePartPlan.encodedCodec)
    }

    /// Makes a part and calls `body` with its bytes.
    ///
    /// - Throws: The same as for `plan`, or `unsupported` if the packets can't be copied.
    package static func make<Answer>(
        descriptor: Int32, _ request: MoviePartRequest,
        _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Answer
    ) throws(MediaError) -> Answer {
        guard let movie = try PartMovie(descriptor: descriptor) else { throw noMovie }
        guard let span = movie.span(of: request.number, request.form) else {
            throw MediaError(.unreadable, "the movie has no part \(request.number)")
        }
        let sound = try sound(of: movie, span)
        let muxer = try PartMuxer()
        switch request.form {
        case .copied: try CopiedPart(movie, span).write(to: muxer, sound)
        case .lines(let lines): try EncodedPart(movie, span, lines: lines).write(to: muxer, sound)
        }
        return try muxer.finish(body)
    }

    /// Returns the decoded sound of a span, or `nil` if the movie has none.
    private static func sound(of movie: PartMovie, _ span: PartSpan) throws(MediaError) -> PartSound? {
        guard let index = movie.soundIndex else { return nil }
        let decoder = try SpanDecoder(movie.reader(of: index), threadCount: 1)
        let sound = try PartSound(decoder, start: span.start, end: movie.soundEnd(of: span))
        try sound.read()
        return sound
    }

    /// Opens the encoders once, so that they load what they need.
    package static func warmUp() throws(MediaError) {
        try PartEncoder.warmUp()
    }
}

extension PartSound {
    /// Adds the sound's track. Call it after the video's track was added and before `begin`.
    func addTrack(to muxer: PartMuxer) throws(MediaError) -> PartSoundTrack {
        let encoder = try PartEncoder.sound(format)
        let number = try muxer.addTrack(timescale: sampleRate) { avcodec_parameters_from_context($0, encoder.context) }
        return PartSoundTrack(sound: self, encoder: encoder, number: number)
    }
}

/// The sound of a part as a track of its file.
struct PartSoundTrack {
    let sound: PartSound
    let encoder: StreamEncoder
    let number: Int32

    func write(to muxer: PartMuxer) throws(MediaError) {
        try sound.encode(with: encoder) { (packet) throws(MediaError) in
            try muxer.write(packet, track: number, timeBase: AVRational(num: 1, den: sound.sampleRate))
        }
    }
}
