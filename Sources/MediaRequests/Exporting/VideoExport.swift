/// A request to export a movie: the codecs, the container, and the part of the source.
package struct VideoExport: Codable, Hashable, Sendable {
    /// A part of the source, and the time that it takes in the export. If the two durations differ, the picture and the
    /// sound are faster or slower.
    package struct Segment: Codable, Hashable, Sendable {
        /// The index of the file in the list of the export's sources.
        package var file: Int
        package var source: MediaTimeRange
        package var targetDuration: MediaTime
        /// Whether the segment plays without its sound.
        package var isSilent = false

        package init(file: Int = 0, source: MediaTimeRange, targetDuration: MediaTime) {
            self.file = file
            self.source = source
            self.targetDuration = targetDuration
        }
    }

    package var video: VideoEncoding
    package var audio: AudioEncoding
    package var container: MovieContainer
    /// The part to export, in the time of the segments, or of the source if there are none. `nil` exports everything.
    ///
    /// A re-encoded video has exactly this duration. A copied one starts with a keyframe at or before the start, which
    /// players don't show, and can end a few frames late.
    package var timeRange: MediaTimeRange?
    /// The segments, one after another. If there are none, the export plays as its source does. A copy can't have any.
    package var segments: [Segment] = []
    /// Whether the index precedes the samples, so that playback starts before the end has been downloaded.
    package var indexComesFirst = false
    /// The size limit. Encoders get a bit rate that keeps the limit. If it's too low for that, and in copies and in
    /// ProRes, the export ends early.
    package var fileLengthLimitInBytes: Int64?
    package var metadata: ExportedMetadata = .all
    /// Entries that the movie gets in addition to `metadata`, whose entries of the same keys they replace.
    package var addedMetadata: [ExportedMetadata.Entry] = []
    /// The factor of the sound's amplitude, from 0 to 8. With 0, the movie has no sound. A copy of sound allows 0 and 1.
    package var audioVolume = 1.0

    /// Whether packets of the picture are copied where a whole group of pictures lies in the time range. Only the frames
    /// before the first and after the last copied one are encoded. If the codec or the structure of the movie doesn't
    /// allow that, all frames are encoded.
    package var copiesWholeGroups = false

    /// The time of a Live Photo's photo in the export, which the movie gets as a track of metadata. Its index can't come
    /// first then.
    package var stillImageTime: MediaTime?

    /// The largest number of files that an export reads.
    package static let sourceLimit = 64
    private static let volumeRange = 0.0...8.0

    package init(video: VideoEncoding, audio: AudioEncoding, container: MovieContainer) {
        self.video = video
        self.audio = audio
        self.container = container
    }

    /// Checks the numbers of the export.
    ///
    /// - Throws: `unsupported` or `limitExceeded`, with the reason.
    package func check(sourceCount: Int) throws(MediaError) {
        guard (1...Self.sourceLimit).contains(sourceCount) else {
            throw MediaError(
                .limitExceeded,
                "The export has \(sourceCount) movies. It can join up to \(Self.sourceLimit). Export the first of them to "
                    + "a file, and join the others with it.")
        }
        guard segments.allSatisfy({ (0..<sourceCount).contains($0.file) }), sourceCount == 1 || !segments.isEmpty else {
            throw MediaError(.unsupported, "A segment of the export refers to a movie that isn't in its list.")
        }
        guard Self.volumeRange.contains(audioVolume) else {
            throw MediaError(.unsupported, "The volume of the export's sound has to be between 0 and 8.")
        }
        guard audio != .copy || audioVolume == 0 || audioVolume == 1 else {
            throw MediaError(
                .unsupported, "Copied sound keeps its volume. Choose a preset that encodes the sound.")
        }
    }
}
