import Foundation
import Records

/// The exposure of a photo as text, such as `f/5.6, 1/250 s, ISO 200, 24 mm (36 mm on 35 mm film)`.
enum ExposureText {
    /// Exposures that are shorter are written as fractions of a second.
    private static let shortestDecimalTime = 0.3

    /// Returns `nil` if no value is known.
    static func text(_ metadata: MetadataRecord) -> String? {
        let parts = [
            metadata.aperture.map { "f/\(number($0, places: 1))" }, metadata.exposureTime.map(time),
            metadata.iso.map { "ISO \($0)" }, focalLength(metadata),
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func time(_ seconds: Double) -> String {
        seconds < shortestDecimalTime ? "1/\(number(1 / seconds, places: 0)) s" : "\(number(seconds, places: 1)) s"
    }

    private static func focalLength(_ metadata: MetadataRecord) -> String? {
        let full = metadata.focalLengthIn35mmFilm.map { "\($0) mm on 35 mm film" }
        guard let length = metadata.focalLength else { return full }
        let own = "\(number(length, places: 1)) mm"
        return full.map { "\(own) (\($0))" } ?? own
    }

    private static func number(_ value: Double, places: Int) -> String {
        value.formatted(
            .number.precision(.fractionLength(0...places)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    }
}
