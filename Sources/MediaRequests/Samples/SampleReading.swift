package import Pixels

/// A request to read the samples of a movie's tracks.
package struct SampleReading: Codable, Hashable, Sendable {
    /// A track whose samples are read, independently of other tracks.
    package struct Output: Codable, Hashable, Sendable {
        package enum Form: Codable, Hashable, Sendable {
            /// The samples as they are stored.
            case stored
            /// Decoded frames, in this size or in their own.
            case pixels(SamplePixels.Format, size: PixelSize?)
            /// Decoded sound. The file decides a rate or a number of channels of 0.
            case sound(SampleSound)
        }

        /// The track's number in `MovieDescription.Track.identifier`.
        package var track: Int32
        package var form: Form

        package init(track: Int32, form: Form) {
            self.track = track
            self.form = form
        }
    }

    package var outputs: [Output]
    /// The part of the movie. `nil` reads all samples.
    package var timeRange: MediaTimeRange?
    /// The size of the memory that a message fills.
    package var memoryInBytes: Int

    package init(outputs: [Output], timeRange: MediaTimeRange?, memoryInBytes: Int) {
        self.outputs = outputs
        self.timeRange = timeRange
        self.memoryInBytes = memoryInBytes
    }

    package static let outputLimit = 16
    /// The largest number of samples in a message.
    package static let batchLimit = 256
    /// The memory for compressed samples and sound. No packet of a movie is larger.
    package static let leastMemoryInBytes = 32 << 20
    /// A message has no further samples after this many bytes.
    package static let batchInBytes = 8 << 20
}

/// The format of an output's samples.
package enum SampleFormat: Codable, Hashable, Sendable {
    case stored(StoredFormat)
    case pixels(SamplePixels)
    case sound(SampleSound)
}

/// A sample in the memory of a message. The samples follow one another without gaps.
package struct SampleDescription: Codable, Hashable, Sendable {
    package var byteCount: Int
    package var time: MediaTime
    /// The time of decoding, or `nil` if it's the same.
    package var decodeTime: MediaTime?
    package var duration: MediaTime?
    /// The number of samples of uncompressed sound, otherwise 1.
    package var count = 1
    /// Whether the sample can be decoded without others.
    package var isKeyframe = true

    package init(byteCount: Int, time: MediaTime) {
        self.byteCount = byteCount
        self.time = time
    }
}

/// The next samples of an output.
package struct SampleBatch: Codable, Hashable, Sendable {
    package var samples: [SampleDescription] = []
    /// Whether the output has no further samples.
    package var isLast = false
    /// A description for people of parts that couldn't be decoded.
    package var damage: String?

    package init() {}

    /// Whether a sound worker could send this for a format.
    package func isPlausible(_ format: SampleFormat, memoryInBytes: Int) -> Bool {
        guard samples.count <= SampleReading.batchLimit, isLast || !samples.isEmpty else { return false }
        var total = 0
        for sample in samples {
            guard (0...memoryInBytes).contains(sample.byteCount), sample.time.isValid,
                sample.decodeTime?.isValid != false, sample.duration.map({ $0.isValid && $0.value >= 0 }) != false
            else { return false }
            switch format {
            case .stored where sample.count == 1: break
            case .pixels(let pixels) where sample.count == 1 && sample.byteCount == pixels.byteCount: break
            case .sound(let sound)
            where sample.count > 0 && sample.count <= memoryInBytes
                && sample.byteCount == sample.count * sound.bytesPerSample:
                break
            default: return false
            }
            total += sample.byteCount
        }
        return total <= memoryInBytes
    }
}
