extension MovieDescription {
    /// The largest number of tracks and of metadata entries that a worker reports.
    package static let trackLimit = 64
    package static let entryLimit = 512
    /// The largest number of edits of a track.
    package static let editLimit = 256
    /// The size limit of all metadata. It leaves room for the encoding of a message. The worker drops longer values.
    package static let metadataLimitInBytes = 48 << 10

    /// Whether a sound worker could have reported this. The worker reads untrusted bytes, so the host checks its
    /// answer.
    package var isPlausible: Bool {
        !uniformTypeIdentifier.isEmpty && duration.isPlausibleDuration && (1...Self.trackLimit).contains(tracks.count)
            && tracks.allSatisfy(\.isPlausible) && Set(tracks.map(\.identifier)).count == tracks.count
            && (stillImageTime?.isPlausibleDuration ?? true)
            && metadata.count <= Self.entryLimit && metadata.allSatisfy(\.isPlausible)
            && captureDate.map { (-64_000_000_000...253_000_000_000).contains($0.secondsSinceReferenceDate) } ?? true
    }

    /// Returns the description without times, rates and transformations that are impossible.
    package func withoutImpossibleClaims() -> MovieDescription {
        var movie = self
        if !duration.isPlausibleDuration { movie.duration = .zero }
        if let time = stillImageTime, !time.isPlausibleDuration { movie.stillImageTime = nil }
        movie.tracks = tracks.map { $0.withoutImpossibleClaims() }
        movie.metadata = metadata.filter(\.isPlausible)
        if let seconds = captureDate?.secondsSinceReferenceDate,
            !(-64_000_000_000...253_000_000_000).contains(seconds)
        {
            movie.captureDate = nil
        }
        return movie
    }
}

extension MovieDescription.Track {
    fileprivate func withoutImpossibleClaims() -> MovieDescription.Track {
        var track = self
        if !timeRange.start.isPlausibleDuration { track.timeRange.start = .zero }
        if !timeRange.duration.isPlausibleDuration { track.timeRange.duration = .zero }
        if !edits.allSatisfy(\.isPlausible) { track.edits = [] }
        if !transform.isFinite { track.transform = MovieDescription.Transform() }
        if !Self.rates.contains(bitsPerSecond) { track.bitsPerSecond = 0 }
        if !Self.rates.contains(frameRate) { track.frameRate = 0 }
        if !Self.rates.contains(sampleRate) { track.sampleRate = 0 }
        return track
    }

    private static let rates: ClosedRange<Double> = 0...1e12

    fileprivate var isPlausible: Bool {
        let sides = [storedWidth, storedHeight, naturalWidth, naturalHeight]
        let numbers = [bitsPerSecond, frameRate, sampleRate]
        return identifier > 0 && timescale > 0 && timeRange.start.isPlausibleDuration
            && timeRange.duration.isPlausibleDuration && sides.allSatisfy { (0...1_000_000).contains($0) }
            && numbers.allSatisfy(Self.rates.contains) && (0...1024).contains(channelCount)
            && transform.isFinite && edits.count <= MovieDescription.editLimit && edits.allSatisfy(\.isPlausible)
    }
}

extension MovieDescription.Transform {
    fileprivate var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy { $0.isFinite && abs($0) < 1e9 } }
}

extension MovieDescription.Edit {
    fileprivate var isPlausible: Bool {
        duration.isPlausibleDuration && rate.isFinite && (sourceStart?.isValid ?? true)
    }
}

extension MovieDescription.MetadataEntry {
    fileprivate var isPlausible: Bool {
        guard !keySpace.isEmpty, !key.isEmpty else { return false }
        if case .number(let number) = value { return number.isFinite }
        return true
    }
}

extension MediaTime {
    /// Whether the time is valid, not negative, and at most about 30 years.
    fileprivate var isPlausibleDuration: Bool { isValid && value >= 0 && seconds <= 1_000_000_000 }
}
