package import Foundation

/// The format of compressed samples, as a reader describes it to a writer.
package struct StoredFormat: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case video, audio, other
    }

    package struct Fraction: Codable, Hashable, Sendable {
        package var numerator: Int32
        package var denominator: Int32

        package init(numerator: Int32, denominator: Int32) {
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    /// FFmpeg's numbers of a video's colours.
    package struct Colours: Codable, Hashable, Sendable {
        package var range: UInt32 = 0
        package var primaries: UInt32 = 0
        package var transfer: UInt32 = 0
        package var matrix: UInt32 = 0

        package init() {}
    }

    package var kind: Kind
    /// FFmpeg's name of the codec, such as `h264`.
    package var codec: String
    /// The four-character code of the samples in the file, as FFmpeg stores it, or 0.
    package var tag: UInt32 = 0
    /// The parameters that the codec stores once.
    package var setup = Data()
    package var profile: Int32 = 0
    package var level: Int32 = 0
    package var bitRate: Int64 = 0
    package var width: Int32 = 0
    package var height: Int32 = 0
    package var pixelAspect = Fraction(numerator: 0, denominator: 1)
    package var colours = Colours()
    package var sampleRate: Int32 = 0
    package var channelCount: Int32 = 0
    /// The number of samples in a packet of sound, or 0 if it varies.
    package var frameSize: Int32 = 0
    package var bytesPerBlock: Int32 = 0
    package var bitsPerSample: Int32 = 0
    /// The number of units per second of the samples' times.
    package var timescale: Int32 = 90_000

    package init(kind: Kind, codec: String) {
        self.kind = kind
        self.codec = codec
    }

    package static let setupLimitInBytes = 32 << 10

    /// Whether the numbers are those of a possible format.
    package var isPlausible: Bool {
        let sides: ClosedRange<Int32> = 0...Int32(RenderLimits.sideInPixels)
        return setup.count <= Self.setupLimitInBytes && codec.utf8.count <= 64 && timescale > 0
            && sides.contains(width) && sides.contains(height) && (0...1_000_000).contains(sampleRate)
            && (0...64).contains(channelCount) && frameSize >= 0 && bytesPerBlock >= 0 && bitsPerSample >= 0
            && bitRate >= 0 && (kind != .video || width > 0 && height > 0)
            && (kind != .audio || sampleRate > 0 && channelCount > 0)
    }
}
