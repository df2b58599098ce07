import Foundation

/// The facts about a file that the worker reads without decoding pixels.
package struct MediaProbe: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable {
        case image, video
    }

    package var kind: Kind
    /// The uniform type identifier of the format that the bytes have, such as `public.jpeg`.
    package var uniformTypeIdentifier: String
    /// Whether the file contains a camera's sensor data, which needs developing.
    package var isRAW = false
    /// The displayed size in pixels, after orientation, rotation and clean aperture.
    package var pixelWidth: Int
    package var pixelHeight: Int
    /// The EXIF orientation of the decoder's output, 1 to 8. It's 1 if the decoder applies the orientation.
    package var orientation = 1
    /// The brightest light of a still image relative to white, or `nil` if none is brighter than white.
    package var contentHeadroom: Double?
    /// The number of frames of an animated image, otherwise 1.
    package var frameCount = 1
    package var captureDate: CaptureDate?
    package var location: Location?
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    package var exposure = Exposure()
    /// The duration in seconds, or 0 for a still image.
    package var duration: Double = 0
    /// The frame rate of the first video track, in frames per second.
    package var frameRate: Double?
    /// FFmpeg's name of the video codec, such as `h264`.
    package var videoCodec: String?
    /// The identifier that the image and the video of a Live Photo share.
    package var contentIdentifier: String?
    package var burstIdentifier: String?
    /// The effect of a Live Photo that a program rendered to a video: 1 for Loop, 2 for Bounce, 3 for Long Exposure.
    package var playbackVariation: Int?
    package var subtypes: Subtypes = []
    /// Whether the picture was taken with a front camera.
    package var isSelfPortrait = false
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// The rating, from one to five stars, or `nil` if there is none. XMP's -1, which marks a rejected picture,
    /// counts as no rating.
    package var rating: Int?
    /// The video that a motion photo contains.
    package var motionVideo: MotionVideo?
    /// The filename before another program renamed the file, if that program recorded it.
    package var preservedFileName: String?
    /// A description for people of why the file is truncated, or `nil` if it's complete.
    package var damage: String?

    package init(kind: Kind, uniformTypeIdentifier: String, pixelWidth: Int, pixelHeight: Int) {
        self.kind = kind
        self.uniformTypeIdentifier = uniformTypeIdentifier
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

extension MediaProbe {
    /// Returns whether this and another file carry one content identifier, in upper or lower case.
    package func isPaired(with other: MediaProbe) -> Bool {
        guard let identifier = contentIdentifier else { return false }
        return identifier.lowercased() == other.contentIdentifier?.lowercased()
    }

    /// The media subtypes of PhotoKit, with the same bits as `PHAssetMediaSubtype`.
    package struct Subtypes: OptionSet, Codable, Sendable, Hashable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        package static let photoPanorama = Subtypes(rawValue: 1 << 0)
        package static let photoHDR = Subtypes(rawValue: 1 << 1)
        package static let photoScreenshot = Subtypes(rawValue: 1 << 2)
        package static let photoLive = Subtypes(rawValue: 1 << 3)
        package static let photoDepthEffect = Subtypes(rawValue: 1 << 4)
        package static let photoAnimation = Subtypes(rawValue: 1 << 6)
        package static let videoHighFrameRate = Subtypes(rawValue: 1 << 17)
        package static let videoTimelapse = Subtypes(rawValue: 1 << 18)
        package static let videoScreenRecording = Subtypes(rawValue: 1 << 19)
    }

    /// The bytes of a motion photo that are its video.
    package struct MotionVideo: Codable, Sendable, Equatable {
        /// In bytes, from the start of the photo.
        package var offset: Int64
        /// In bytes.
        package var size: Int64
        /// The moment of the photo in the video, in seconds, or `nil` if the photo doesn't name it.
        package var photoTime: Double?

        package init(offset: Int64, size: Int64, photoTime: Double? = nil) {
            (self.offset, self.size, self.photoTime) = (offset, size, photoTime)
        }

        package var range: Range<Int64> { offset..<offset + size }
    }

    /// The location where the picture was taken, on WGS 84, in degrees and metres.
    package struct Location: Codable, Sendable, Equatable {
        package var latitude: Double
        package var longitude: Double
        package var altitude: Double?
        package var horizontalAccuracy: Double?

        package init(latitude: Double, longitude: Double, altitude: Double? = nil, horizontalAccuracy: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
            self.horizontalAccuracy = horizontalAccuracy
        }
    }

    /// The date when the picture was taken, and its source.
    package struct CaptureDate: Codable, Sendable, Equatable {
        /// The sources of a date, from best to worst.
        package enum Source: String, Codable, Sendable, CaseIterable {
            case exifOriginal, exifDigitized, xmp, iptc, pngText, quickTimeCreationDate, container, exifModified, gps,
                filename, file
        }

        /// Seconds since 2001-01-01 00:00:00 UTC. If the offset is unknown, the camera's local time counts as UTC.
        package var secondsSinceReferenceDate: Double
        /// The offset from UTC, or `nil` if the file contains a local time without a time zone.
        package var utcOffsetInSeconds: Int?
        package var source: Source

        package init(secondsSinceReferenceDate: Double, utcOffsetInSeconds: Int?, source: Source) {
            self.secondsSinceReferenceDate = secondsSinceReferenceDate
            self.utcOffsetInSeconds = utcOffsetInSeconds
            self.source = source
        }
    }
}
