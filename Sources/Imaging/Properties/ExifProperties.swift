import MediaContainers
import MediaRequests

/// The dictionaries of an EXIF block.
enum ExifProperties {
    private static let photoPointer = 0x8769
    private static let locationPointer = 0x8825
    private static let makerNote = 0x927C

    /// Returns the dictionaries `{TIFF}`, `{Exif}`, `{GPS}` and `{MakerApple}`, without empty ones, and the orientation
    /// and resolution.
    static func read(_ block: ByteView) -> [String: ImageProperty] {
        guard let main = ExifDirectory(mainOf: block) else { return [:] }
        var properties: [String: ImageProperty] = [:]
        let tiff = main.properties(.main)
        add(tiff, "{TIFF}", to: &properties)
        if let photo = main.directory(photoPointer) {
            add(photo.properties(.photo), "{Exif}", to: &properties)
            if let entry = photo.entry(makerNote) {
                add(AppleMakerNote(Array(photo.bytes(entry).bytes)).properties, "{MakerApple}", to: &properties)
            }
        }
        if let location = main.directory(locationPointer) {
            add(location.properties(.location), "{GPS}", to: &properties)
        }
        if let orientation = tiff["Orientation"], (1...8).contains(orientation.integer ?? 0) {
            properties["Orientation"] = orientation
        }
        let perInch = tiff["ResolutionUnit"]?.integer == 3 ? 2.54 : 1
        for (key, source) in [("DPIWidth", "XResolution"), ("DPIHeight", "YResolution")] {
            guard let value = tiff[source]?.number, value > 0, tiff["ResolutionUnit"]?.integer != 1 else { continue }
            properties[key] = .real(value * perInch)
        }
        return properties
    }

    static func add(
        _ values: [String: ImageProperty], _ key: String, to properties: inout [String: ImageProperty]
    ) {
        if !values.isEmpty { properties[key] = .dictionary(values) }
    }
}
