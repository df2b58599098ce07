import MediaContainers
import MediaRequests

/// The exact times of an ISO or QuickTime movie, which libavformat rounds or ignores.
struct MovieHeader {
    struct Track {
        var isEnabled = true
        /// The number of units per second of the track's own times.
        var timescale: Int32 = 1
        /// In units of the track.
        var duration = 0
        var language: String?
        /// The type of the handler, such as `vide`.
        var handler: FourCharacterCode?
        var transform = MovieDescription.Transform()
        var edits: [MovieDescription.Edit] = []
        /// Whether the track's first sample is at the time of a Live Photo's photo.
        var hasStillImageTime = false
    }

    /// The largest numbers of tracks, and of boxes on each level of a track. Cameras write fewer.
    private static let trackLimit = 256
    private static let trackBoxLimit = 256
    private static let formatLimitInBytes = 4096

    /// The number of units per second of the movie's times.
    let timescale: Int32
    /// `nil` if the header has no duration, as in movies that are sent while they're recorded.
    let duration: MediaTime?
    /// The tracks by their numbers.
    private(set) var tracks: [Int32: Track] = [:]

    /// Returns `nil` if there is no readable header.
    init?(_ movie: BoxSequence<DescriptorSource>) {
        guard let box = movie.first("mvhd") else { return nil }
        let header = movie.content(of: box, limit: 32)
        guard let scale = header.uint32(header.isLong ? 20 : 12), let timescale = Int32(exactly: scale), timescale > 0
        else { return nil }
        self.timescale = timescale
        let units = header.isLong ? header.uint64(24) : header.uint32(16)
        duration = units.flatMap { units in
            units > 0 && units != 0xFFFF_FFFF ? MediaTime(value: Int64(units), timescale: timescale) : nil
        }
        for box in movie.lazy.filter({ $0.type == "trak" }).prefix(Self.trackLimit) {
            guard let (identifier, track) = Self.track(movie.inside(box, limit: Self.trackBoxLimit), timescale) else {
                continue
            }
            tracks[identifier] = track
        }
    }

    private static func track(
        _ boxes: BoxSequence<DescriptorSource>, _ movieScale: Int32
    ) -> (identifier: Int32, track: Track)? {
        guard let box = boxes.first("tkhd"), let media = boxes.inside("mdia", limit: trackBoxLimit),
            let mediaBox = media.first("mdhd")
        else { return nil }
        let header = boxes.content(of: box, limit: 96)
        let mediaHeader = media.content(of: mediaBox, limit: 36)
        let scaleOffset = mediaHeader.isLong ? 20 : 12
        guard let identifier = header.uint32(header.isLong ? 20 : 12).flatMap(Int32.init(exactly:)), identifier > 0,
            let timescale = mediaHeader.uint32(scaleOffset).flatMap(Int32.init(exactly:)), timescale > 0
        else { return nil }
        var track = Track()
        track.isEnabled = (header.uint32(0) ?? 0) & 1 != 0
        track.timescale = timescale
        let units = mediaHeader.isLong ? mediaHeader.uint64(24) : mediaHeader.uint32(16)
        track.duration = units == 0xFFFF_FFFF ? 0 : units ?? 0
        track.language = mediaHeader.uint16(mediaHeader.isLong ? 32 : 20).flatMap(PackedLanguage.letters)
        track.handler = media.first("hdlr").flatMap { media.content(of: $0, limit: 16).code(8) }
        track.transform = transform(header, at: header.isLong ? 52 : 40)
        track.hasStillImageTime = track.handler == "meta" && hasStillImageTime(media)
        if let edits = boxes.inside("edts", limit: trackBoxLimit), let list = edits.first("elst") {
            track.edits = Self.edits(
                edits.content(of: list, limit: 8 + 20 * MovieDescription.editLimit), movieScale, timescale)
        }
        return (identifier, track)
    }

    /// Returns whether the track's format has the key of the time.
    private static func hasStillImageTime(_ media: BoxSequence<DescriptorSource>) -> Bool {
        let table = media.inside("minf", limit: trackBoxLimit)?.inside("stbl", limit: trackBoxLimit)
        let format = table?.inside("stsd", after: 8, limit: trackBoxLimit)?.first("mebx")
        guard let table, let format else { return false }
        let bytes = table.content(of: format, limit: formatLimitInBytes).bytes
        return bytes.firstRange(of: Array(StillImageTimeTrack.key.utf8)) != nil
    }

    /// The time of a Live Photo's photo, or `nil` if the movie has none.
    var stillImageTime: MediaTime? {
        guard let track = tracks.sorted(by: { $0.key < $1.key }).first(where: { $0.value.hasStillImageTime })?.value
        else { return nil }
        let pause = track.edits.prefix { $0.sourceStart == nil }.reduce(0) { $0 + $1.duration.value }
        return MediaTime(value: pause, timescale: timescale)
    }

    /// Converts the matrix of fixed-point numbers with 16 fraction bits.
    private static func transform(_ header: BoxBytes, at offset: Int) -> MovieDescription.Transform {
        func number(_ index: Int) -> Double { Double(header.int32(offset + index * 4) ?? 0) / 65_536 }
        let matrix = MovieDescription.Transform(
            a: number(0), b: number(1), c: number(3), d: number(4), tx: number(6), ty: number(7))
        // A matrix without any scale isn't one.
        return matrix.a * matrix.d - matrix.b * matrix.c == 0 ? MovieDescription.Transform() : matrix
    }

    private static func edits(_ list: BoxBytes, _ movieScale: Int32, _ mediaScale: Int32) -> [MovieDescription.Edit] {
        let size = list.isLong ? 20 : 12
        let count = min(list.uint32(4) ?? 0, MovieDescription.editLimit)
        return (0..<count).compactMap { index in
            let offset = 8 + index * size
            let duration = list.isLong ? list.uint64(offset) : list.uint32(offset)
            let rateOffset = offset + (list.isLong ? 16 : 8)
            guard let duration, duration > 0, let rate = list.int32(rateOffset) else { return nil }
            // A time of -1 is a pause. As a number without a sign, it passes all limits.
            let start = list.isLong ? list.uint64(offset + 8) : list.int32(offset + 4)
            let source = start.flatMap { $0 >= 0 ? MediaTime(value: Int64($0), timescale: mediaScale) : nil }
            return MovieDescription.Edit(
                sourceStart: source, duration: MediaTime(value: Int64(duration), timescale: movieScale),
                rate: max(0, Double(rate) / 65_536))
        }
    }
}
