import Albumen
import Records

/// The imported date of an asset, with the keys of ``AssetDocument``.
struct OriginalDateDocument: Encodable {
    let creationDate: String
    let dateSource: String?
    let localDateTime: String?

    /// Returns `nil` for an asset without a date.
    init?(_ asset: AssetRecord) {
        guard let creationDate = asset.creationDate.flatMap(Timestamp.utc) else { return nil }
        self.creationDate = creationDate
        dateSource = asset.dateSource
        localDateTime = Timestamp.local(of: asset)
    }
}

/// The imported location of an asset. `altitude` and `horizontalAccuracy`, in metres, are present if they are known.
struct OriginalLocationDocument: Encodable {
    let altitude: Double?
    let horizontalAccuracy: Double?
    let latitude: Double
    let longitude: Double

    /// Returns `nil` for an asset without a location.
    init?(_ asset: AssetRecord) {
        guard let latitude = asset.latitude, let longitude = asset.longitude else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        altitude = asset.altitude
        horizontalAccuracy = asset.horizontalAccuracy
    }
}
