import MediaRequests
import Pixels
import Records

/// The export that renders the video of an edit.
///
/// Packets are copied if the frames stay as they are and the video still starts with its first frame. Any other start
/// can be between two keyframes. Then whole groups of pictures are copied, and the frames before and after them are
/// encoded, so that the video starts and ends exactly. If all frames are encoded, HEVC stays HEVC, which keeps HDR, and
/// all other codecs become H.264.
///
/// The movie of a Live Photo gets the time of its key photo: the time in the recipe, or the one in the base.
struct AdjustmentExport {
    private static let audioBitRate = 192_000
    private static let contentIdentifierKey = "com.apple.quicktime.content.identifier"

    let export: VideoExport

    /// - Parameters:
    ///   - slowMotion: The slow motion with which the video plays. The rendering plays so everywhere.
    ///   - contentIdentifier: The identifier of a Live Photo, or `nil`.
    init(
        of recipe: AdjustmentRecipe, _ movie: AdjustedMovie, _ slowMotion: SlowMotion?, contentIdentifier: String?
    ) {
        let container = MovieContainer.mov
        let isCopy =
            !recipe.changesPixels && slowMotion == nil && (recipe.trim?.start ?? 0) == 0
            && container.holds(videoCodec: movie.videoTrack?.codec, audioCodec: movie.soundTrack?.codec)
        let sound = isCopy ? AudioEncoding.copy : .aac(bitsPerSecond: Self.audioBitRate)
        var export = VideoExport(
            video: isCopy ? .copy : Self.encoding(movie), audio: recipe.isMuted ? .none : sound, container: container)
        export.indexComesFirst = true
        export.copiesWholeGroups =
            !recipe.changesPixels && slowMotion == nil
            && container.holds(videoCodec: movie.videoTrack?.codec, audioCodec: nil)
        if let slowMotion {
            export.segments = Self.segments(slowMotion, recipe.trim, movie.duration)
        } else if let trim = recipe.trim {
            export.timeRange = MediaTimeRange(
                start: MediaTime(seconds: trim.start), duration: MediaTime(seconds: trim.end - trim.start))
        }
        if let contentIdentifier {
            export.addedMetadata = [.init(key: Self.contentIdentifierKey, value: contentIdentifier)]
            if let time = recipe.keyPhoto ?? movie.photoTime {
                export.stillImageTime = MediaTime(seconds: max(0, time - (recipe.trim?.start ?? 0)))
                export.indexComesFirst = false
            }
        }
        self.export = export
    }

    private static func encoding(_ movie: AdjustedMovie) -> VideoEncoding {
        movie.videoTrack?.codec == "hevc"
            ? .hevc(VideoLimits(quality: .high)) : .h264(VideoLimits(quality: .highest))
    }

    /// Returns the pieces of the slow motion that the trim keeps.
    private static func segments(
        _ slowMotion: SlowMotion, _ trim: AdjustmentRecipe.Trim?, _ duration: Double
    ) -> [VideoExport.Segment] {
        slowMotion.segments(ofVideoLasting: duration).compactMap { segment in
            let start = max(segment.source.start, trim?.start ?? 0)
            let end = min(segment.source.end, trim?.end ?? duration)
            guard start < end else { return nil }
            return VideoExport.Segment(
                SlowMotion.Segment(source: .init(start: start, duration: end - start), rate: segment.rate))
        }
    }
}

extension AdjustedMovie {
    /// The displayed size in whole pixels.
    var uprightSize: PixelSize {
        guard let track = videoTrack else { return PixelSize(width: 1, height: 1) }
        let (width, height) = (Double(track.naturalWidth), Double(track.naturalHeight))
        let turned = (
            abs(width * track.transform.a + height * track.transform.c),
            abs(width * track.transform.b + height * track.transform.d)
        )
        return PixelSize(width: max(1, Int(turned.0.rounded())), height: max(1, Int(turned.1.rounded())))
    }
}

extension MovieDescription.Track {
    /// Returns the time of the sample that the movie shows at a time, in seconds.
    func sampleTime(at time: Double) -> Double {
        var start = 0.0
        for edit in edits {
            let length = edit.duration.seconds
            if let source = edit.sourceStart, time < start + length || edit == edits.last {
                return source.seconds + max(0, time - start) * edit.rate
            }
            start += length
        }
        return time
    }
}
