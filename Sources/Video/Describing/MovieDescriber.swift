import CLibAV
import MediaContainers
package import MediaRequests
import Pixels

/// Reads the tracks and the metadata of a movie or of sound without decoding samples. Any thread can call it. It keeps
/// no state.
package enum MovieDescriber {
    /// - Parameter descriptor: The descriptor of a regular file. Its position doesn't change.
    /// - Returns: `nil` if the bytes don't have the signature of a movie.
    /// - Throws: `unreadable` if a track has no size, `limitExceeded` if it's too large, `encrypted` if it's encrypted.
    package static func describe(descriptor: Int32) throws(MediaError) -> MovieDescription? {
        guard let file = try OpenMovie(descriptor: descriptor), let source = DescriptorSource(descriptor: descriptor)
        else { return nil }
        let boxes = file.format.demuxer == "mov" ? BoxSequence(source).inside("moov") : nil
        let header = boxes.flatMap(MovieHeader.init)
        let duration = header?.duration ?? MediaTime(seconds: file.movie.duration, timescale: 1_000_000)
        var movie = MovieDescription(
            uniformTypeIdentifier: file.format.uniformTypeIdentifier, duration: duration)
        movie.damage = file.damage
        movie.stillImageTime = header?.stillImageTime
        for (index, stream) in file.movie.streams.enumerated() {
            guard movie.tracks.count < MovieDescription.trackLimit else { break }
            guard stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else { continue }
            let taken = Set(movie.tracks.map(\.identifier))
            let description = TrackDescription(stream: stream, index: index, file: file, header: header)
            movie.tracks.append(try description.track(of: movie, otherThan: taken))
        }
        guard movie.tracks.contains(where: { [.video, .audio].contains($0.kind) }) else {
            throw MediaError(.unreadable, "the file has no pictures and no sound; it may be damaged")
        }
        estimateBitRate(of: &movie, byteCount: source.count)
        var tags = file.movie.tags
        if let date = file.userDate { tags[MovieTags.userDateName] = date }
        movie.captureDate = MovieTags(tags: tags).captureDate
        movie.metadata = boxes.map { MovieMetadata($0).entries } ?? ContainerTags.entries(tags, file.format)
        return movie
    }
    /// Gives the first video track the bits that no other track takes, if the container doesn't state its bit rate.
    private static func estimateBitRate(of movie: inout MovieDescription, byteCount: Int) {
        guard let index = movie.tracks.firstIndex(where: { $0.kind == .video }), movie.duration.seconds > 0,
            movie.tracks[index].bitsPerSecond == 0
        else { return }
        let known = movie.tracks.reduce(0) { $0 + $1.bitsPerSecond }
        movie.tracks[index].bitsPerSecond = min(1e12, max(0, Double(byteCount) * 8 / movie.duration.seconds - known))
    }
}

/// Describes a stream of libavformat.
struct TrackDescription {
    let stream: AVStream
    let index: Int
    let file: OpenMovie
    let header: MovieHeader?

    func track(of movie: MovieDescription, otherThan taken: Set<Int32>) throws(MediaError) -> MovieDescription.Track {
        let own = header?.tracks[stream.id]
        let identifier = Self.identifier(of: stream, at: index, otherThan: taken)
        var track = MovieDescription.Track(
            identifier: identifier, kind: kind(own?.handler), timeRange: timeRange(own, of: movie))
        let parameters = stream.codecpar.pointee
        track.codecTag = CodecTag.tag(parameters)
        if parameters.codec_id != AV_CODEC_ID_NONE, let name = avcodec_get_name(parameters.codec_id) {
            track.codec = String(cString: name)
        }
        track.isDecodable =
            parameters.codec_id != AV_CODEC_ID_NONE && avcodec_find_decoder(parameters.codec_id) != nil
        track.isEnabled = own?.isEnabled ?? true
        track.timescale = own?.timescale ?? max(1, stream.time_base.den)
        track.language = own?.language ?? language
        track.bitsPerSecond = Double(max(0, parameters.bit_rate))
        track.edits = own?.edits ?? []
        if track.kind == .video { try describeVideo(&track, own) }
        if track.kind == .audio {
            track.sampleRate = Double(max(0, parameters.sample_rate))
            track.channelCount = min(max(0, Int(parameters.ch_layout.nb_channels)), 1024)
        }
        return track
    }

    /// Returns the number of a stream in the file, or another one if it's taken.
    private static func identifier(of stream: AVStream, at index: Int, otherThan taken: Set<Int32>) -> Int32 {
        let fallback = Int32(index + 1)
        let isFree = stream.id > 0 && !taken.contains(stream.id)
        return isFree ? stream.id : (fallback...Int32.max).first { !taken.contains($0) } ?? fallback
    }

    /// Returns the index of the stream that a description of the movie gave a number.
    static func index(of identifier: Int32, in streams: [AVStream]) -> Int? {
        var taken: Set<Int32> = []
        for (index, stream) in streams.enumerated() {
            guard taken.count < MovieDescription.trackLimit else { return nil }
            guard stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else { continue }
            let own = Self.identifier(of: stream, at: index, otherThan: taken)
            if own == identifier { return index }
            taken.insert(own)
        }
        return nil
    }

    private func describeVideo(
        _ track: inout MovieDescription.Track, _ own: MovieHeader.Track?
    ) throws(MediaError) {
        let geometry = try DisplayGeometry(stream)
        let parameters = stream.codecpar.pointee
        (track.storedWidth, track.storedHeight) = (Int(parameters.width), Int(parameters.height))
        (track.naturalWidth, track.naturalHeight) = (geometry.storedSize.width, geometry.storedSize.height)
        track.transform = own?.transform ?? geometry.transform
        for rate in [stream.avg_frame_rate, stream.r_frame_rate] where rate.num > 0 && rate.den > 0 {
            track.frameRate = av_q2d(rate)
            break
        }
    }

    private func kind(_ handler: FourCharacterCode?) -> MovieDescription.Track.Kind {
        switch handler {
        case "tmcd": return .timecode
        case "meta": return .metadata
        default: break
        }
        return switch stream.codecpar.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        case AVMEDIA_TYPE_SUBTITLE: .subtitle
        default: .other
        }
    }

    private func timeRange(_ own: MovieHeader.Track?, of movie: MovieDescription) -> MediaTimeRange {
        guard let own else { return streamRange(of: movie) }
        guard !own.edits.isEmpty else {
            let duration = MediaTime(value: Int64(own.duration), timescale: own.timescale)
            return MediaTimeRange(start: .zero, duration: own.duration > 0 ? duration : movie.duration)
        }
        // All durations of edits have the movie's timescale.
        let scale = own.edits[0].duration.timescale
        let pause = own.edits.prefix { $0.sourceStart == nil }.reduce(0) { $0 + $1.duration.value }
        let played = own.edits.drop { $0.sourceStart == nil }.reduce(0) { $0 + $1.duration.value }
        return MediaTimeRange(
            start: MediaTime(value: pause, timescale: scale), duration: MediaTime(value: played, timescale: scale))
    }

    private func streamRange(of movie: MovieDescription) -> MediaTimeRange {
        let unit = av_q2d(stream.time_base)
        let scale = max(1, stream.time_base.den)
        var start = 0.0
        if stream.start_time != albumen_av_no_time {
            start = max(0, Double(stream.start_time) * unit - file.movie.startInSeconds)
        }
        let length = stream.duration > 0 ? Double(stream.duration) * unit : movie.duration.seconds - start
        let isPlausible = start.isFinite && length.isFinite && length > 0 && start < 1e9 && length < 1e9
        guard isPlausible else { return MediaTimeRange(start: .zero, duration: movie.duration) }
        return MediaTimeRange(
            start: MediaTime(seconds: start, timescale: scale), duration: MediaTime(seconds: length, timescale: scale))
    }

    private var language: String? {
        guard let entry = av_dict_get(stream.metadata, "language", nil, 0) else { return nil }
        let text = MovieTags.clean(entry.pointee.value)
        return text == "und" || (text?.utf8.count ?? 0) > 16 ? nil : text
    }
}
