extension MediaProbe {
    /// How a camera exposed a picture. Each value is `nil` if the file doesn't contain it.
    package struct Exposure: Codable, Sendable, Equatable {
        /// The exposure time in seconds.
        package var time: Double?
        /// The f-number.
        package var aperture: Double?
        /// The ISO speed.
        package var iso: Int?
        /// In millimetres.
        package var focalLength: Double?
        /// The focal length of a lens with the same angle of view on 35 mm film, in millimetres.
        package var focalLengthIn35mmFilm: Int?

        package init(
            time: Double? = nil, aperture: Double? = nil, iso: Int? = nil, focalLength: Double? = nil,
            focalLengthIn35mmFilm: Int? = nil
        ) {
            self.time = time
            self.aperture = aperture
            self.iso = iso
            self.focalLength = focalLength
            self.focalLengthIn35mmFilm = focalLengthIn35mmFilm
        }
    }
}

extension MediaProbe.Exposure {
    /// Up to a day.
    package static let times: ClosedRange<Double> = 1e-7...86_400
    /// Up to the pinholes of large cameras.
    package static let apertures: ClosedRange<Double> = 0.1...1_000
    package static let sensitivities = 1...10_000_000
    /// Up to the telescopes of observatories.
    package static let focalLengths: ClosedRange<Double> = 0.1...100_000
    package static let focalLengthsIn35mmFilm = 1...1_000_000

    /// The exposure without values outside the ranges.
    package var plausible: MediaProbe.Exposure {
        func within<Value>(_ value: Value?, _ range: ClosedRange<Value>) -> Value? {
            value.flatMap { range.contains($0) ? $0 : nil }
        }
        return MediaProbe.Exposure(
            time: within(time, Self.times), aperture: within(aperture, Self.apertures),
            iso: within(iso, Self.sensitivities), focalLength: within(focalLength, Self.focalLengths),
            focalLengthIn35mmFilm: within(focalLengthIn35mmFilm, Self.focalLengthsIn35mmFilm))
    }

    /// Returns the exposure with missing values from another one.
    package func filled(from other: MediaProbe.Exposure) -> MediaProbe.Exposure {
        MediaProbe.Exposure(
            time: time ?? other.time, aperture: aperture ?? other.aperture, iso: iso ?? other.iso,
            focalLength: focalLength ?? other.focalLength,
            focalLengthIn35mmFilm: focalLengthIn35mmFilm ?? other.focalLengthIn35mmFilm)
    }
}
