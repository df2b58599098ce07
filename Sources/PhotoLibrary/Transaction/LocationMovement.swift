package import Foundation

/// The values of a client's location besides its coordinates: those of Core Location's `CLLocation`, with its units and
/// its negative numbers for unknown values.
package struct LocationMovement: Sendable, Equatable, Codable {
    package var verticalAccuracy: Double
    package var course: Double
    package var courseAccuracy: Double
    package var speed: Double
    package var speedAccuracy: Double
    package var timestamp: Date

    package init(
        verticalAccuracy: Double, course: Double, courseAccuracy: Double, speed: Double, speedAccuracy: Double,
        timestamp: Date
    ) {
        (self.verticalAccuracy, self.course, self.courseAccuracy) = (verticalAccuracy, course, courseAccuracy)
        (self.speed, self.speedAccuracy, self.timestamp) = (speed, speedAccuracy, timestamp)
    }

    /// - Parameter text: The text of a row. Returns `nil` for other texts.
    package init?(text: String) {
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = value
    }

    /// The value as a text of a row, or `nil` if a number isn't finite.
    package var text: String? {
        guard let data = try? JSONEncoder().encode(self) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
