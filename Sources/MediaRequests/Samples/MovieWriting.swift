package import Pixels

/// A request to write a movie from samples of the host.
package struct MovieWriting: Codable, Equatable, Sendable {
    package struct Input: Codable, Equatable, Sendable {
        package enum Form: Codable, Hashable, Sendable {
            /// Frames to encode.
            case pixels(EncodedFrames)
            /// Sound to encode as AAC or to store without compression.
            case sound(EncodedSound)
            /// Compressed samples. The first sample has the format if it's `nil`.
            case stored(StoredFormat?)
            case metadata([MetadataKey])
        }

        package var form: Form
        /// The transformation that makes the frames upright.
        package var transform = MovieDescription.Transform()
        /// The number of units per second of the track's times, or `nil` to derive it from the first sample.
        package var timescale: Int32?
        /// ISO 639-2/T, such as `eng`.
        package var language: String?

        package init(form: Form) {
            self.form = form
        }
    }

    package struct EncodedFrames: Codable, Hashable, Sendable {
        package enum Codec: String, Codable, Sendable {
            case h264, hevc, proRes422
        }

        package var codec: Codec
        package var size: PixelSize
        package var bitsPerSecond: Int?
        /// The largest number of frames from one keyframe to the next.
        package var keyframeInterval: Int?
        package var frameRate: Double?

        package init(codec: Codec, size: PixelSize) {
            self.codec = codec
            self.size = size
        }
    }

    package struct EncodedSound: Codable, Hashable, Sendable {
        /// The rates that all players of AAC support.
        package static let ratesOfAAC: Set<Int32> = [
            8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
        ]

        /// The bit rate of AAC for two channels, or `nil` for uncompressed samples of 16 bits.
        package var bitsPerSecond: Int?
        package var sampleRate: Int32
        package var channelCount: Int32

        package init(bitsPerSecond: Int?, sampleRate: Int32, channelCount: Int32) {
            self.bitsPerSecond = bitsPerSecond
            self.sampleRate = sampleRate
            self.channelCount = channelCount
        }
    }

    /// A kind of item in the samples of a metadata track.
    package struct MetadataKey: Codable, Hashable, Sendable {
        package var key: String
        /// QuickTime's number of the values' type.
        package var type: UInt32

        package init(key: String, type: UInt32) {
            self.key = key
            self.type = type
        }
    }

    package var container: MovieContainer
    package var inputs: [Input]
    package var metadata: [ExportedMetadata.Entry] = []
    package var indexComesFirst = false
    /// The source's time at the start of the movie. Earlier samples are left out.
    package var start: MediaTime

    package init(container: MovieContainer, inputs: [Input], start: MediaTime) {
        self.container = container
        self.inputs = inputs
        self.start = start
    }
}
