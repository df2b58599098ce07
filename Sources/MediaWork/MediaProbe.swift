import Foundation

/// What the worker found out about a file without decoding a pixel.
package struct MediaProbe: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable {
        case image, video
    }

    package var kind: Kind
    /// Apple's uniform type identifier of the format found in the bytes, such as `public.jpeg`.
    package var uniformTypeIdentifier: String
    /// A camera's sensor data that needs developing.
    package var isRAW = false
    /// The size of the picture as it is shown, in pixels: after orientation, rotation and clean aperture.
    package var pixelWidth: Int
    package var pixelHeight: Int
    /// EXIF's number, 1 to 8, for how the pixels that a decoder gives are to be turned; 1 where decoders turn them.
    package var orientation = 1
    /// Frames of an animated image; 1 for any other.
    package var frameCount = 1
    package var captureDate: CaptureDate?
    package var location: Location?
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    /// In seconds; 0 for a still.
    package var duration: Double = 0
    /// Frames a second of the first video track.
    package var frameRate: Double?
    /// The codec's name as FFmpeg spells it, such as `h264`.
    package var videoCodec: String?
    /// What a Live Photo's picture and video share.
    package var contentIdentifier: String?
    package var burstIdentifier: String?
    package var subtypes: Subtypes = []
    /// The picture came from a camera that faces its user.
    package var isSelfPortrait = false
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// One to five stars; nil when there is no rating. Minus one, XMP's mark for a rejected picture, counts as none.
    package var rating: Int?
    /// The name the file had before some program renamed it, where that program noted it.
    package var preservedFileName: String?
    /// Why the structure is cut short, for people; nil for a whole file.
    package var damage: String?

    package init(kind: Kind, uniformTypeIdentifier: String, pixelWidth: Int, pixelHeight: Int) {
        self.kind = kind
        self.uniformTypeIdentifier = uniformTypeIdentifier
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }
}

extension MediaProbe {
    /// PhotoKit's media subtypes, bit for bit those of `PHAssetMediaSubtype`.
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

    /// Where the picture was taken: WGS 84, degrees and metres.
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

    /// When the picture was taken, and how that is known.
    package struct CaptureDate: Codable, Sendable, Equatable {
        /// The rung of the ladder the date came from, best first.
        package enum Source: String, Codable, Sendable, CaseIterable {
            case exifOriginal, exifDigitized, xmp, iptc, pngText, quickTimeCreationDate, container, exifModified, gps,
                filename, file
        }

        /// Seconds since 2001-01-01 00:00:00 UTC. Where no offset is known, the clock's reading taken as UTC.
        package var secondsSinceReferenceDate: Double
        /// Nil: the file has a clock's reading and nothing tells its zone.
        package var utcOffsetInSeconds: Int?
        package var source: Source

        package init(secondsSinceReferenceDate: Double, utcOffsetInSeconds: Int?, source: Source) {
            self.secondsSinceReferenceDate = secondsSinceReferenceDate
            self.utcOffsetInSeconds = utcOffsetInSeconds
            self.source = source
        }
    }
}
