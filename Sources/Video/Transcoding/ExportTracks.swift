import CLibAV
import MediaRequests
import Pixels

/// The tracks of an export, and the loop that gives them the sources' packets. Only one thread can use it.
final class ExportTracks {
    /// The time behind a run's end after which a stream without packets has ended.
    private static let overrunInSeconds = 10.0

    private let sources: ExportSources
    private let timeline: ExportTimeline
    private let writer: MovieWriter
    private var tracks: [any ExportTrack] = []
    /// The sources of which packets have been read.
    private var started: Set<Int> = []
    /// The stored size of the frames.
    private(set) var size: PixelSize
    /// A description of sound that the export lacks.
    private var missingSound: String?

    /// - Parameters:
    ///   - frames: Replaces the frames, with the settings of the host.
    ///   - report: Receives the share of the first source's bytes that have been read before the tracks start.
    init(
        _ export: VideoExport, _ sources: ExportSources, _ writer: MovieWriter,
        frames: (replacing: any FrameReplacing, settings: FrameSettings)?, _ report: (Double) -> Void
    ) throws(MediaError) {
        self.sources = sources
        timeline = try ExportTimeline(export)
        self.writer = writer
        let (start, file) = (timeline.runs[0].source.lowerBound, timeline.runs[0].file)
        let duration = sources.files[file].movie.duration
        guard start == 0 || duration == 0 || start < duration else {
            throw MediaError(.unsupported, "the export's time range is behind the movie's end")
        }
        let first = sources.pictures[0]
        let parameters = first.stream.codecpar.pointee
        size = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
        if export.video == .copy || export.audio == .copy {
            guard export.segments.isEmpty else {
                throw MediaError(.unsupported, "a copy can't be faster or slower; choose a preset that encodes")
            }
        }
        if let limit = export.fileLengthLimitInBytes { writer.byteLimit = limit }
        if export.video == .copy {
            guard frames == nil else {
                throw MediaError(
                    .unsupported, "the frames of a copy can't be edited; choose a preset that encodes")
            }
            try addCopy(first.streamIndex, first.stream)
        } else if frames != nil || !export.copiesWholeGroups {
            try addPicture(export, frames)
        } else if try !addSplice(export, report) {
            try addPicture(export, nil)
        }
        if export.audioVolume > 0 { try addSound(export.audio, volume: Float(export.audioVolume)) }
        for (file, reader) in sources.readers.enumerated() {
            reader.select(Set(tracks.flatMap { $0.streamIndices(in: file) }))
        }
    }

    var hasPicture: Bool { (tracks.first?.output.packetCount ?? 0) > 0 }

    /// The duration of the longest track, in seconds.
    var duration: Double { tracks.reduce(0) { max($0, $1.output.end) } }

    var damage: String? {
        sources.readers.contains(where: \.isDamaged) || tracks.contains { $0.rejectedCount > 0 }
            ? "parts of the movie are damaged, and the export lacks them" : missingSound
    }

    private func addCopy(_ index: Int, _ stream: AVStream) throws(MediaError) {
        let output = try writer.addCopy(of: stream)
        try output.describe(like: stream)
        let reader = sources.readers[0]
        tracks.append(CopiedTrack(index, stream, reader.clock(stream), output, isISO: reader.isISO))
    }

    /// Adds a track that copies whole groups of pictures. Returns `false` if the movie doesn't allow it.
    private func addSplice(_ export: VideoExport, _ report: (Double) -> Void) throws(MediaError) -> Bool {
        let source = sources.pictures[0]
        guard sources.files.count == 1, export.segments.isEmpty, export.fileLengthLimitInBytes == nil,
            sources.damage == nil, let range = timeline.runs.first?.source,
            let splice = Splice(
                source, sources.readers[0], export.video, range: range, timeBase: timeBase(nil), report)
        else { return false }
        let description: [UInt8]?
        do throws(MediaError) {
            description = try splice.description()
        } catch {
            // The encoder's frames don't fit. If there's no encoder, the other track fails with the same error.
            guard error.code == .unsupported else { throw error }
            return false
        }
        let output = try writer.addCopy(of: source.stream, timeBase: splice.timeBase, description: description)
        try output.describe(like: source.stream, keepsDolbyVision: !splice.encodes)
        tracks.append(try SplicedTrack(splice, output))
        return true
    }

    private func addPicture(
        _ export: VideoExport, _ frames: (replacing: any FrameReplacing, settings: FrameSettings)?
    ) throws(MediaError) {
        let first = sources.pictures[0]
        let isUpright = frames != nil || !sources.isUniform
        // Checks the size, too.
        var format = try PictureFormat(first.stream, for: export.video)
        let renderSize = (frames?.settings.renderSize ?? first.geometry.uprightSize).even
        if isUpright { format = PictureFormat(upright: renderSize, like: first.stream, for: export.video) }
        let frameDuration = frames?.settings.frameDuration
        let rate = frameDuration.flatMap(AVRational.init(frameDuration:)) ?? first.frameRate
        let encoder = try VideoEncoder.open(
            export.video, format, timeBase: timeBase(frameDuration), frameRate: rate,
            bitRate: SizeLimit(export, timeline, duration: sources.duration)?.videoBitRate)
        let output = try writer.addStream(encoder.context)
        try output.describe(like: first.stream, keepsHDR: !format.becomesSDR, isUpright: isUpright)
        let sink = try PictureSink(encoder, output)
        let stage: any PictureStage
        if isUpright {
            let pictures = try UprightPictures(format, size: first.geometry.uprightSize)
            if let frames {
                stage = try FrameStage(frames.replacing, pictures, renderSize: renderSize, sink)
            } else {
                stage = JoinedPictures(pictures, sink)
            }
        } else {
            stage = try ScaledPictures(format, sink)
        }
        let form = PictureTrack.Form(
            maximumFrameRate: export.video.limits?.maximumFrameRate, frameDuration: frameDuration?.seconds,
            start: export.timeRange?.start.seconds ?? 0)
        tracks.append(try PictureTrack(sources.pictures, stage, sink, output, form))
        size = format.size
    }

    /// Keeps the sources' unit if they have the same and it's exact enough.
    private func timeBase(_ frameDuration: MediaTime?) -> AVRational {
        if let frameDuration, frameDuration.timescale <= 1_000_000 {
            // A multiple of the scale, so that the times are exact.
            return AVRational(num: 1, den: frameDuration.timescale * max(1, 600 / frameDuration.timescale))
        }
        let unit = sources.pictures[0].stream.time_base
        let isUsable = unit.num == 1 && (600...1_000_000).contains(unit.den) && !timeline.isStretched
        let isShared = sources.pictures.allSatisfy {
            $0.stream.time_base.num == unit.num && $0.stream.time_base.den == unit.den
        }
        return isUsable && isShared ? unit : AVRational(num: 1, den: 90_000)
    }

    private func addSound(_ encoding: AudioEncoding, volume: Float) throws(MediaError) {
        switch encoding {
        case .none: return
        case .copy:
            for (number, (index, stream)) in sources.sounds(of: 0).enumerated() {
                do throws(MediaError) {
                    try addCopy(index, stream)
                } catch {
                    // Cameras add tracks of new formats behind the first one, which every player can play.
                    if number == 0 { throw error }
                    missingSound = "a further track of sound isn't exported, because \(error.message)"
                }
            }
        case .aac, .linearPCM: try addEncodedSound(encoding, volume: volume)
        }
    }

    /// Adds a track with the first sound of each movie that can be decoded.
    private func addEncodedSound(_ encoding: AudioEncoding, volume: Float) throws(MediaError) {
        var sounds: [SoundSource?] = []
        for (file, reader) in sources.readers.enumerated() {
            var found: SoundSource?
            var reason: MediaError?
            for (index, stream) in sources.sounds(of: file) where found == nil {
                do throws(MediaError) {
                    // Checks the decoder before the output has a stream for it.
                    _ = try SoundFormat(stream.codecpar.pointee, for: encoding)
                    _ = try StreamDecoder(stream)
                    found = SoundSource(streamIndex: index, stream: stream, clock: reader.clock(stream))
                } catch {
                    reason = error
                }
            }
            if found == nil, let reason { missingSound = "the sound isn't exported, because \(reason.message)" }
            sounds.append(found)
        }
        guard let first = sounds.lazy.compactMap({ $0 }).first else { return }
        let format = try SoundFormat(first.stream.codecpar.pointee, for: encoding)
        let encoder = try format.openEncoder(encoding)
        let output = try writer.addStream(encoder.context)
        try output.describe(like: first.stream)
        tracks.append(try SoundTrack(sounds, format, encoder, output, volume: volume))
    }

    /// Reads the sources and completes all tracks. Calls `report` with the position in the export, in seconds, and with
    /// the share of the current source's bytes.
    func run(_ report: (_ position: Double, _ share: Double) -> Void) throws(MediaError) {
        for run in timeline.runs {
            for track in tracks { try track.begin(run) }
            let reader = sources.readers[run.file]
            let isFirst = started.insert(run.file).inserted
            if !isFirst || run.source.lowerBound > 0 {
                reader.seek(to: run.source.lowerBound, index: sources.pictures[run.file].streamIndex)
            }
            try read(run, reader, report)
            if writer.isFull { return }
            for track in tracks { try track.endRun() }
        }
        for track in tracks { try track.finish() }
    }

    private func read(
        _ run: [ExportTimeline.Piece], _ reader: MovieReader, _ report: (Double, Double) -> Void
    ) throws(MediaError) {
        var byIndex: [Int: any ExportTrack] = [:]
        for track in tracks {
            if let index = track.streamIndex, byIndex[index] == nil { byIndex[index] = track }
        }
        let end = run.source.upperBound + Self.overrunInSeconds
        while let packet = reader.next(), !writer.isFull {
            guard let track = byIndex[Int(packet.pointee.stream_index)] else { continue }
            if let time = track.clock.seconds(packet.pointee.dts), time > end { break }
            try track.consume(packet)
            report(tracks.reduce(0) { max($0, $1.position) }, reader.share)
            if byIndex.values.allSatisfy(\.isPastEnd) { break }
        }
    }
}
