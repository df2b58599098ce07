// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

/// A four-character code, such as `avc1`.
public typealias FourCharCode = UInt32
/// A kind of media as a four-character code.
public typealias CMMediaType = FourCharCode
/// The number of a track.
public typealias CMPersistentTrackID = Int32

/// The number of no track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
/// The media type of video.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// The media type of sound.
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E
/// The codec H.264.
public let kCMVideoCodecType_H264: FourCharCode = 0x6176_6331
/// The codec HEVC.
public let kCMVideoCodecType_HEVC: FourCharCode = 0x6876_6331

/// A size in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
    public var width: Int32
    public var height: Int32

    public init() {
        self.init(width: 0, height: 0)
    }

    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

/// The format of a track's samples.
///
/// Apple's class is a Core Foundation type with extensions. This class has its common properties.
public final class CMFormatDescription: Sendable {
    /// The kind of media.
    public let mediaType: MediaType
    /// The codec.
    public let mediaSubType: MediaSubType
    /// The stored size of a video in pixels, without rotation, or 0 by 0 for other media.
    public let dimensions: CMVideoDimensions
    /// The number of samples per second, or 0 for other media than sound.
    public let sampleRate: Double
    /// The number of channels, or 0 for other media than sound.
    public let channelCount: Int
    let streamDescription: StreamDescription?
    /// The samples of uncompressed sound, or `nil` for other media.
    package let uncompressedSound: UncompressedSound?
    /// The kinds of items in the samples of a metadata track.
    package let metadata: [CMMetadataSpecification]
    /// The description of compressed samples that a movie writer needs, in an encoding of the reader.
    package let codecDescription: Data?

    package init(
        mediaType: CMMediaType, mediaSubType: FourCharCode, dimensions: CMVideoDimensions = CMVideoDimensions(),
        sampleRate: Double = 0, channelCount: Int = 0, uncompressedSound: UncompressedSound? = nil,
        metadata: [CMMetadataSpecification] = [], codecDescription: Data? = nil
    ) {
        self.uncompressedSound = uncompressedSound
        self.metadata = metadata
        self.codecDescription = codecDescription
        self.mediaType = MediaType(rawValue: mediaType)
        self.mediaSubType = MediaSubType(rawValue: mediaSubType)
        self.dimensions = dimensions
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        streamDescription =
            mediaType == kCMMediaType_Audio
            ? StreamDescription(
                AudioStreamBasicDescription(
                    mediaSubType, sampleRate: sampleRate, channelCount: channelCount, uncompressedSound)) : nil
    }

    /// A kind of media.
    public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public var rawValue: CMMediaType

        public init(rawValue: CMMediaType) {
            self.rawValue = rawValue
        }

        public static let video = MediaType(rawValue: kCMMediaType_Video)
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)

        public var description: String { fourCharacters(rawValue) }
    }

    /// A codec, as the four-character code of QuickTime and ISO files.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public var rawValue: FourCharCode

        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
        public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)

        public var description: String { fourCharacters(rawValue) }
    }
}

/// The format of a video track's samples.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The format of a sound track's samples.
public typealias CMAudioFormatDescription = CMFormatDescription

public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
    desc.mediaType.rawValue
}

/// Returns the codec as a four-character code.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}

/// Returns the stored size in pixels, without rotation.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

/// Returns the format of a sound's samples, or `nil` for other media. The pointer is valid as long as `desc`.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.streamDescription?.pointer
}

/// Returns the characters of a code. Each byte is a character of Latin-1.
private func fourCharacters(_ code: FourCharCode) -> String {
    String(String.UnicodeScalarView([24, 16, 8, 0].map { UnicodeScalar(UInt8(truncatingIfNeeded: code >> $0)) }))
}
