import AlbumenGraphics
import CoreMedia
import Foundation
import MediaRequests

/// The properties of an asset, as values.
struct AssetFacts: Sendable {
    var duration = CMTime.zero
    var tracks: [TrackFacts] = []
    var metadata: [MetadataFacts] = []
    var creationDate: Date?
    /// Why the file is truncated, or `nil` if it's complete.
    var damage: String?
}

/// The properties of a track, as values.
struct TrackFacts: Sendable {
    var identifier: CMPersistentTrackID
    var mediaType: AVMediaType
    /// FFmpeg's name of the codec, such as `h264`.
    var codec: String?
    var format: CMFormatDescription?
    var isDecodable = false
    var isEnabled = true
    var timeRange = CMTimeRange.invalid
    var timescale: CMTimeScale = 0
    var dataRate: Float = 0
    var language: String?
    var naturalSize = CGSize.zero
    var transform = CGAffineTransform.identity
    var frameRate: Float = 0
    /// The parts of the track. The source is in the track's own times.
    var segments: [CMTimeMapping] = []
    var metadata: [MetadataFacts] = []
    /// The file of the track, or `nil` if it has none.
    var file: MovieFile?
}

extension AssetFacts {
    init(_ movie: MovieDescription, _ file: MovieFile) {
        duration = CMTime(movie.duration)
        metadata = movie.metadata.filter { $0.track == nil }.map(MetadataFacts.init)
        creationDate = movie.captureDate.map { Date(timeIntervalSinceReferenceDate: $0.secondsSinceReferenceDate) }
        damage = movie.damage
        tracks = movie.tracks.map { track in
            var facts = TrackFacts(track, file)
            facts.metadata = movie.metadata.filter { $0.track == track.identifier }.map(MetadataFacts.init)
            return facts
        }
    }
}

extension TrackFacts {
    init(_ track: MovieDescription.Track, _ file: MovieFile) {
        identifier = track.identifier
        mediaType =
            switch track.kind {
            case .video: .video
            case .audio: .audio
            case .subtitle: .subtitle
            case .metadata: .metadata
            case .timecode: .timecode
            case .other: AVMediaType("data")
            }
        format = CMFormatDescription(
            mediaType: mediaType.code, mediaSubType: track.codecTag,
            dimensions: CMVideoDimensions(
                width: Int32(clamping: track.storedWidth), height: Int32(clamping: track.storedHeight)),
            sampleRate: track.sampleRate, channelCount: track.channelCount)
        codec = track.codec
        isDecodable = track.isDecodable
        isEnabled = track.isEnabled
        timeRange = CMTimeRange(track.timeRange)
        timescale = track.timescale
        dataRate = Float(track.bitsPerSecond)
        language = track.language
        naturalSize = CGSize(width: track.naturalWidth, height: track.naturalHeight)
        let matrix = track.transform
        transform = CGAffineTransform(
            a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.tx, ty: matrix.ty)
        frameRate = Float(track.frameRate)
        segments = Self.segments(track)
        self.file = file
    }

    private static func segments(_ track: MovieDescription.Track) -> [CMTimeMapping] {
        let range = CMTimeRange(track.timeRange)
        guard !track.edits.isEmpty else { return [CMTimeMapping(source: range, target: range)] }
        var start = CMTime.zero
        return track.edits.map { edit in
            let target = CMTimeRange(start: start, duration: CMTime(edit.duration))
            start = target.end
            guard let source = edit.sourceStart.map(CMTime.init) else { return CMTimeMappingMakeEmpty(target: target) }
            let duration =
                edit.rate == 1 ? target.duration : CMTimeMultiplyByFloat64(target.duration, multiplier: edit.rate)
            return CMTimeMapping(source: CMTimeRange(start: source, duration: duration), target: target)
        }
    }
}

extension AVMediaType {
    /// The four-character code.
    fileprivate var code: CMMediaType { rawValue.utf8.prefix(4).reduce(0) { $0 << 8 | CMMediaType($1) } }
}
