import MediaRequests

/// Adds a Live Photo's track to a finished movie: one sample of metadata at the time of the photo.
enum StillImageTimeTrack {
    /// The key of the metadata.
    static let key = "com.apple.quicktime.still-image-time"
    /// The unit of the movie's times, in which the time of the photo is stored.
    static let timescale = MetadataTrack.timescale
    /// The type of a signed byte.
    private static let type: UInt32 = 65
    /// The sample's size, the number of its key, and the value -1, as Apple's cameras write it.
    private static let sample: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 1, 0xFF]

    /// - Parameter time: The time in the movie. A time outside of the movie becomes the nearest one in it.
    /// - Throws: `unsupported` if the index isn't the last box, or the error of a write.
    static func append(_ time: MediaTime, to sink: DescriptorSink) throws(MediaError) {
        let sample = MetadataTrack.Sample(
            time: max(0, time.seconds), duration: 1 / Double(timescale), bytes: Self.sample)
        try MetadataTrack(keys: [(key, type)], samples: [sample]).append(to: sink)
    }
}
