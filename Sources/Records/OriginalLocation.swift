/// The place that an asset was imported with: a row of `originalLocation`. All properties are `nil` for an asset
/// without a place. An import reads no speed, course or time of a place.
package struct OriginalLocation: Sendable, Equatable {
    /// Degrees.
    package var latitude: Double?
    package var longitude: Double?
    /// Metres.
    package var altitude: Double?
    package var horizontalAccuracy: Double?

    /// The place that the asset has now.
    package init(_ asset: AssetRecord) {
        latitude = asset.latitude
        longitude = asset.longitude
        altitude = asset.altitude
        horizontalAccuracy = asset.horizontalAccuracy
    }

    package init(latitude: Double?, longitude: Double?, altitude: Double?, horizontalAccuracy: Double?) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
    }

    package func apply(to asset: inout AssetRecord) {
        asset.latitude = latitude
        asset.longitude = longitude
        asset.altitude = altitude
        asset.horizontalAccuracy = horizontalAccuracy
        asset.movement = nil
    }
}
