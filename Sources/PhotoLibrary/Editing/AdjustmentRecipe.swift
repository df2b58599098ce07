import Foundation
import MediaRequests
package import Records

/// The adjustments of Albumen's own editor, stored as JSON. A later edit changes single adjustments and renders the
/// photo or video again from its base.
///
/// The picture, or each frame of a video, is first rotated, flipped, straightened and cropped, in this order. Then its light and colours change,
/// then the filter applies, and then sharpness and vignette.
package struct AdjustmentRecipe: Sendable, Equatable {
    package static let formatIdentifier = "org.albumen.adjustments"
    /// The version of a recipe without the adjustments of what moves. Earlier versions of Albumen read it, too.
    private static let pictureVersion = "1"
    /// The version of a recipe that trims, mutes or has a key photo.
    private static let movingVersion = "2"

    /// A part of the photo, from its upper left corner, in fractions of its width and height.
    package struct Crop: Sendable, Equatable, Codable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        package static let whole = Crop(x: 0, y: 0, width: 1, height: 1)
    }

    package enum Flip: String, Sendable, Codable, CaseIterable {
        case horizontal, vertical, both
    }

    /// The looks that a photo can get.
    package enum Filter: String, Sendable, Codable, CaseIterable {
        case mono, noir, tonal, chrome, fade, instant, process, transfer, sepia
    }

    /// The numbers of light and colour. 0 changes nothing, except for the temperature.
    package enum Amount: String, Sendable, CaseIterable {
        /// In stops.
        case exposure
        /// -100 to 100, as for all others without a comment.
        case contrast, saturation, vibrance, shadows
        /// -100 to 0.
        case highlights
        /// In kelvin. 6,500 changes nothing, and larger values are warmer.
        case temperature
        /// -150 (green) to 150 (magenta).
        case tint
        /// 0 to 100.
        case sharpness, vignette

        package var range: ClosedRange<Double> {
            switch self {
            case .exposure: -10...10
            case .contrast, .saturation, .vibrance, .shadows: -100...100
            case .highlights: -100...0
            case .temperature: 2000...20_000
            case .tint: -150...150
            case .sharpness, .vignette: 0...100
            }
        }

        /// The value that changes nothing.
        package var neutral: Double { self == .temperature ? 6500 : 0 }
    }

    package static let straighteningRange = -45.0...45.0

    /// Degrees clockwise: 0, 90, 180 or 270.
    package var rotation = 0
    package var flip: Flip?
    /// Degrees clockwise. The photo is enlarged until it fills its frame again.
    package var straightening = 0.0
    package var crop = Crop.whole
    package var filter: Filter?
    /// The part of the video to keep, or `nil` for all of it.
    package var trim: Trim?
    /// Whether the video has no sound.
    package var isMuted = false
    /// The time of the frame that a Live Photo shows while it doesn't play, in seconds of its video before the trim.
    /// `nil` shows the photo.
    package var keyPhoto: Double?
    private var amounts: [Amount: Double] = [:]

    package init() {}

    package subscript(amount: Amount) -> Double {
        get { amounts[amount] ?? amount.neutral }
        set { amounts[amount] = newValue == amount.neutral ? nil : newValue }
    }

    /// Whether the recipe changes nothing.
    package var isEmpty: Bool { self == AdjustmentRecipe() }

    /// The adjustment data to store.
    package var adjustment: AdjustmentData {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return AdjustmentData(
                formatIdentifier: Self.formatIdentifier,
                formatVersion: isAboutMovement ? Self.movingVersion : Self.pictureVersion,
                data: try encoder.encode(self))
        }
    }

    /// Reads stored adjustment data. Returns `nil` if another app or a newer version made it.
    package init?(_ adjustment: AdjustmentData) {
        guard adjustment.formatIdentifier == Self.formatIdentifier,
            [Self.pictureVersion, Self.movingVersion].contains(adjustment.formatVersion),
            let recipe = try? JSONDecoder().decode(Self.self, from: adjustment.data)
        else { return nil }
        self = recipe
    }

    /// - Throws: `LibraryError.Code.invalidAdjustment` if a value is outside of its range.
    package func validate() throws(LibraryError) {
        for amount in Amount.allCases where !amount.range.contains(self[amount]) {
            let (least, most) = (Self.text(amount.range.lowerBound), Self.text(amount.range.upperBound))
            throw LibraryError(
                .invalidAdjustment,
                "The \(amount.rawValue) is \(Self.text(self[amount])). It can be \(least) to \(most).")
        }
        guard [0, 90, 180, 270].contains(rotation) else {
            throw LibraryError(
                .invalidAdjustment, "The rotation is \(rotation) degrees. It can be 0, 90, 180 or 270.")
        }
        guard Self.straighteningRange.contains(straightening) else {
            throw LibraryError(
                .invalidAdjustment,
                "The photo can't be straightened by \(Self.text(straightening)) degrees. It can be -45 to 45.")
        }
        let numbers = [crop.x, crop.y, crop.width, crop.height]
        guard numbers.allSatisfy(\.isFinite), crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0,
            crop.x + crop.width <= 1 + 1e-9, crop.y + crop.height <= 1 + 1e-9
        else {
            throw LibraryError(.invalidAdjustment, "The crop isn't inside of the photo.")
        }
        try validateTimes()
    }

    /// Returns a number without a superfluous point.
    static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}

extension AdjustmentRecipe: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }

        static let crop = Key("crop")
        static let filter = Key("filter")
        static let flip = Key("flip")
        static let keyPhoto = Key("keyPhoto")
        static let muted = Key("muted")
        static let rotation = Key("rotation")
        static let straightening = Key("straightening")
        static let trim = Key("trim")
    }

    /// - Throws: `DecodingError` for a key or value that this version doesn't know.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for key in values.allKeys {
            switch key.stringValue {
            case Key.crop.stringValue: crop = try values.decode(Crop.self, forKey: key)
            case Key.filter.stringValue: filter = try values.decode(Filter.self, forKey: key)
            case Key.flip.stringValue: flip = try values.decode(Flip.self, forKey: key)
            case Key.keyPhoto.stringValue: keyPhoto = try values.decode(Double.self, forKey: key)
            case Key.muted.stringValue: isMuted = try values.decode(Bool.self, forKey: key)
            case Key.rotation.stringValue: rotation = try values.decode(Int.self, forKey: key)
            case Key.straightening.stringValue: straightening = try values.decode(Double.self, forKey: key)
            case Key.trim.stringValue: trim = try values.decode(Trim.self, forKey: key)
            default:
                guard let amount = Amount(rawValue: key.stringValue) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: key, in: values, debugDescription: "There is no such adjustment.")
                }
                self[amount] = try values.decode(Double.self, forKey: key)
            }
        }
        do {
            try validate()
        } catch {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.message))
        }
    }

    /// Stores only the adjustments that change the photo.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        if crop != .whole { try values.encode(crop, forKey: .crop) }
        try values.encodeIfPresent(filter, forKey: .filter)
        try values.encodeIfPresent(flip, forKey: .flip)
        try values.encodeIfPresent(keyPhoto, forKey: .keyPhoto)
        if isMuted { try values.encode(true, forKey: .muted) }
        if rotation != 0 { try values.encode(rotation, forKey: .rotation) }
        if straightening != 0 { try values.encode(straightening, forKey: .straightening) }
        try values.encodeIfPresent(trim, forKey: .trim)
        for (amount, value) in amounts { try values.encode(value, forKey: Key(amount.rawValue)) }
    }
}
