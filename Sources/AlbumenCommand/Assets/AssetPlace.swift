import Places
import Records

/// The place of an asset.
enum AssetPlace {
    /// Returns the English names of the place, from the smallest to the largest. Empty without a location, and on the open
    /// sea.
    ///
    /// - Throws: `GazetteerError` if the file of places can't be used.
    static func names(of asset: AssetRecord) throws -> [String] {
        guard let latitude = asset.latitude, let longitude = asset.longitude else { return [] }
        return try Gazetteer.shared().place(latitude: latitude, longitude: longitude)?.names(in: .english) ?? []
    }
}
