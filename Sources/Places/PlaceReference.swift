package import Foundation

/// The parts of a place that a catalog stores with an asset: numbers of the gazetteer, in 16 bytes.
///
/// A reference is derived from a coordinate and isn't a truth of its own. It's valid for one version of the gazetteer. Make
/// it again from the coordinate if ``version`` differs from ``Gazetteer/version``.
package struct PlaceReference: Sendable, Hashable {
    /// The version of the gazetteer.
    package let version: UInt32
    private let country: UInt16
    private let region: UInt16?
    private let settlement: UInt32?
    private var nearest: UInt32?

    private static let byteCount = 16

    /// The same names, without the settlement that has the time zone. Coordinates with equal names are then more often equal.
    package var namesOnly: PlaceReference {
        var reference = self
        reference.nearest = nil
        return reference
    }

    /// The reference as bytes to store.
    package var data: Data {
        var data = Data(capacity: Self.byteCount)
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        append(version)
        append(country)
        append(region ?? .max)
        append(settlement ?? .max)
        append(nearest ?? .max)
        return data
    }

    /// Creates a reference from stored bytes. Returns `nil` if there aren't 16.
    package init?(data: Data) {
        guard data.count == Self.byteCount else { return nil }
        func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
            data.dropFirst(offset).prefix(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number($1) }
        }
        func optional<Number: FixedWidthInteger>(_ number: Number) -> Number? { number == .max ? nil : number }
        version = number(0, UInt32.self)
        country = number(4, UInt16.self)
        region = optional(number(6, UInt16.self))
        settlement = optional(number(8, UInt32.self))
        nearest = optional(number(12, UInt32.self))
    }

    fileprivate init(_ place: Place, of gazetteer: Gazetteer) {
        version = UInt32(gazetteer.version)
        country = UInt16(place.country.subject - gazetteer.firstCountry)
        region = place.region.map { UInt16($0.subject - gazetteer.firstRegion) }
        settlement = (place.district ?? place.settlement).map { UInt32($0.subject) }
        nearest = place.nearest.map { UInt32($0.subject) }
    }

    fileprivate func subjects(
        of gazetteer: Gazetteer
    ) -> (country: Int, region: Int?, settlement: Int?, nearest: Int?)? {
        let subjects = (
            country: gazetteer.firstCountry + Int(country), region: region.map { gazetteer.firstRegion + Int($0) },
            settlement: settlement.map(Int.init), nearest: nearest.map(Int.init)
        )
        // Stored bytes may be damaged.
        guard version == UInt32(gazetteer.version), subjects.country < gazetteer.subjectCount,
            subjects.region ?? 0 < gazetteer.firstCountry, subjects.settlement ?? 0 < gazetteer.firstRegion,
            subjects.nearest ?? 0 < gazetteer.firstRegion
        else { return nil }
        return subjects
    }
}

extension Gazetteer {
    /// Returns the reference to store for a coordinate. Returns `nil` on the open sea and if the coordinate is
    /// invalid.
    package func reference(latitude: Double, longitude: Double) -> PlaceReference? {
        place(latitude: latitude, longitude: longitude).map { PlaceReference($0, of: self) }
    }

    /// Returns the names and the time zone of a stored reference. Returns `nil` if it's of another version.
    package func summary(of reference: PlaceReference) -> PlaceSummary? {
        guard let subjects = reference.subjects(of: self) else { return nil }
        let (settlement, district, city) = parts(of: subjects.settlement)
        return PlaceSummary(
            country: named(subjects.country), region: subjects.region.map(named), settlement: settlement,
            district: district, city: city, timeZoneIdentifier: subjects.nearest.map(named)?.timeZoneIdentifier)
    }
}

/// The places of a stored reference, from the largest to the smallest.
package struct PlaceSummary: Sendable {
    package let country: NamedPlace
    package let region: NamedPlace?
    package let settlement: NamedPlace?
    package let district: NamedPlace?
    package let city: NamedPlace?
    package let timeZoneIdentifier: String?

    /// All names by which a search finds the place, in any language, without repetitions.
    package var searchNames: [String] {
        var found: [String] = []
        for place in [district, settlement, city, region, country].compactMap({ $0 }) {
            for name in place.names where !found.contains(name) { found.append(name) }
        }
        return found
    }
}
