import MediaRequests

/// The places of metadata samples in a movie, in units of the movie.
struct MetadataTimes {
    /// A part of the movie: samples from a time of the track on, or a pause if the start is -1.
    struct Edit {
        var duration: Int
        var start: Int
    }

    private(set) var durations: [Int] = []
    private(set) var edits: [Edit] = []
    /// The end of the last sample.
    private(set) var end = 0

    /// - Parameter length: The movie's duration.
    init(_ samples: [MetadataTrack.Sample], length: Int, unitsPerSecond: Double) {
        func units(_ seconds: Double) -> Int { Int(Int64(rounding: seconds * unitsPerSecond)) }
        var media = 0
        for (index, sample) in samples.enumerated() {
            let start = max(end, min(units(sample.time), max(0, length - 1)))
            let next = index + 1 < samples.count ? units(samples[index + 1].time) : length
            let own = sample.duration.map { max(1, units($0)) } ?? max(1, next - start)
            let duration = max(1, min(own, max(next, start + 1) - start))
            if start > end { edits.append(Edit(duration: start - end, start: -1)) }
            if start == end, let last = edits.last, last.start >= 0 {
                edits[edits.count - 1].duration += duration
            } else {
                edits.append(Edit(duration: duration, start: media))
            }
            durations.append(duration)
            media += duration
            end = start + duration
        }
    }
}
