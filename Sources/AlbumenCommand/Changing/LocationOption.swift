import Albumen
import ArgumentParser

/// The value of `--location`: degrees north and east, separated by a comma, `none`, or `original`.
struct LocationOption {
    /// Whether to restore the imported location. If so, `location` is `nil`.
    let isOriginal: Bool
    /// The location, or `nil` to remove it.
    let location: AssetLocation?

    init(_ text: String) throws {
        isOriginal = text.lowercased() == "original"
        if isOriginal || text.lowercased() == "none" {
            location = nil
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.trimmingPrefix(while: \.isWhitespace))
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], abs(latitude) <= 90,
            abs(longitude) <= 180
        else {
            throw ValidationError(
                "--location: “\(text)” isn't a location. Write the latitude (-90 to 90) and the longitude (-180 to "
                    + "180) as in 31.25,-121.5, or none, or original.")
        }
        location = AssetLocation(latitude: latitude, longitude: longitude, altitude: nil, horizontalAccuracy: nil)
    }
}
