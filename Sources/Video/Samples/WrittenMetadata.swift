import MediaRequests

/// Collects the samples of a metadata track, which is added to the finished movie.
final class WrittenMetadata {
    private static let countLimit = 10_000
    private static let limitInBytes = 16 << 20

    private let keys: [MovieWriting.MetadataKey]
    private let start: Double
    private var samples: [MetadataTrack.Sample] = []
    private var byteCount = 0

    init(_ keys: [MovieWriting.MetadataKey], start: MediaTime) {
        self.keys = keys
        self.start = start.seconds
    }

    func append(
        _ sample: AppendedSample, _ read: (UnsafeMutableRawPointer) throws(MediaError) -> Void
    ) throws(MediaError) {
        guard case .metadata = sample.content else { throw .unexpectedSample }
        byteCount += sample.byteCount
        guard samples.count < Self.countLimit, byteCount <= Self.limitInBytes else {
            throw MediaError(.limitExceeded, "a track of metadata is longer than albumen writes")
        }
        let time = sample.time.seconds - start
        if let last = samples.last, time <= last.time { throw .unorderedSample }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, sample.byteCount), alignment: 1)
        defer { memory.deallocate() }
        if let base = memory.baseAddress { try read(base) }
        samples.append(
            MetadataTrack.Sample(
                time: time, duration: sample.duration?.seconds, bytes: Array(memory.prefix(sample.byteCount))))
    }

    /// Adds the track to a complete movie. Does nothing if the track has no samples in the movie.
    func add(to sink: DescriptorSink) throws(MediaError) {
        let shown = samples.filter { $0.time >= 0 }
        guard !shown.isEmpty else { return }
        try MetadataTrack(keys: keys.map { ($0.key, $0.type) }, samples: shown).append(to: sink)
    }
}
