package import Foundation

/// The tracks and the metadata of a movie or a sound file, read without decoding samples.
package struct MovieDescription: Codable, Sendable, Equatable {
    /// The uniform type identifier of the format that the bytes have, such as `com.apple.quicktime-movie`.
    package var uniformTypeIdentifier: String
    package var duration: MediaTime
    package var tracks: [Track]
    package var metadata: [MetadataEntry]
    package var captureDate: MediaProbe.CaptureDate?
    /// The time of a Live Photo's photo, or `nil` if the movie has none.
    package var stillImageTime: MediaTime?
    /// A description for people of why the file is truncated, or `nil` if it's complete.
    package var damage: String?

    package init(uniformTypeIdentifier: String, duration: MediaTime) {
        self.uniformTypeIdentifier = uniformTypeIdentifier
        self.duration = duration
        tracks = []
        metadata = []
    }
}

extension MovieDescription {
    package struct Track: Codable, Sendable, Equatable {
        package enum Kind: String, Codable, Sendable {
            case video, audio, subtitle, metadata, timecode, other
        }

        /// The number of the track in the file, at least 1.
        package var identifier: Int32
        package var kind: Kind
        /// The codec's four-character code, or 0 if it's unknown.
        package var codecTag: UInt32 = 0
        /// FFmpeg's name of the codec, such as `h264`.
        package var codec: String?
        /// Whether there is a decoder for the codec.
        package var isDecodable = false
        package var isEnabled = true
        /// The number of units per second of the track's own times.
        package var timescale: Int32 = 1
        /// The part of the movie in which the track plays.
        package var timeRange: MediaTimeRange
        /// ISO 639-2/T, such as `eng`, or `nil` if it's unknown.
        package var language: String?
        /// The average number of bits per second, or 0 if it's unknown.
        package var bitsPerSecond: Double = 0
        /// The stored size of a video in pixels.
        package var storedWidth = 0
        package var storedHeight = 0
        /// The size of a video in pixels of equal sides, before the transformation.
        package var naturalWidth = 0
        package var naturalHeight = 0
        package var transform = Transform()
        /// The average number of frames per second of a video, or 0 if it's unknown.
        package var frameRate: Double = 0
        /// The number of samples per second of sound.
        package var sampleRate: Double = 0
        package var channelCount = 0
        /// The parts that play one after another. Empty if the track plays from its start.
        package var edits: [Edit] = []

        package init(identifier: Int32, kind: Kind, timeRange: MediaTimeRange) {
            self.identifier = identifier
            self.kind = kind
            self.timeRange = timeRange
        }
    }

    /// Maps x to `ax + cy + tx` and y to `bx + dy + ty`.
    package struct Transform: Codable, Sendable, Equatable {
        package var a = 1.0
        package var b = 0.0
        package var c = 0.0
        package var d = 1.0
        package var tx = 0.0
        package var ty = 0.0

        package init() {}

        package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
            (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
        }
    }

    /// A part of a track, in the order of an edit list.
    package struct Edit: Codable, Sendable, Equatable {
        /// The start in the track's own times, or `nil` for a pause.
        package var sourceStart: MediaTime?
        package var duration: MediaTime
        /// The number of seconds of the source per second of the movie.
        package var rate: Double

        package init(sourceStart: MediaTime?, duration: MediaTime, rate: Double) {
            self.sourceStart = sourceStart
            self.duration = duration
            self.rate = rate
        }
    }

    package struct MetadataEntry: Codable, Sendable, Equatable {
        package enum Value: Codable, Sendable, Equatable {
            case text(String)
            case integer(Int64)
            case number(Double)
            case data(Data)
        }

        /// AVFoundation's name of the key space, such as `mdta`.
        package var keySpace: String
        /// The key, such as `com.apple.quicktime.make`. Characters beyond ASCII are Latin-1's.
        package var key: String
        package var value: Value
        /// Core Media's name of the value's type, such as `com.apple.metadata.datatype.UTF-8`.
        package var dataType: String
        /// The language in BCP 47, or `nil` if it's unknown.
        package var language: String?
        /// The number of the track that the entry describes, or `nil` for the movie.
        package var track: Int32?

        package init(keySpace: String, key: String, value: Value, dataType: String) {
            self.keySpace = keySpace
            self.key = key
            self.value = value
            self.dataType = dataType
        }
    }
}
