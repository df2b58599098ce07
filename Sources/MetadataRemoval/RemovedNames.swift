import MediaWork

/// The names of values that are removed. In doubt, a name counts as a place or a caption.
extension RemovedMetadata {
    private static let placeParts = [
        "gps", "latitude", "longitude", "location", "altitude", "geotag", "countryname", "countrycode", "provincestate",
    ]
    private static let placeNames: Set = [
        "city", "state", "country", "lat", "long", "lon", "alt", "worldregion", "geo",
    ]
    private static let placeNamespaces: Set = [
        "http://www.w3.org/2003/01/geo/wgs84_pos#", "http://www.dji.com/drone-dji/1.0/",
        "http://rs.tdwg.org/dwc/terms/",
    ]

    private static let captionParts = [
        "caption", "keyword", "comment", "subject", "headline", "imagedescription", "categor", "tagslist",
        "accessibility",
    ]
    private static let captionNames: Set = [
        "title", "description", "imagetitle", "intellectualgenre", "scene", "notes", "information", "displayname",
        "summary", "instructions", "synopsis",
    ]
    /// The language alternatives and similar elements of RDF have names that mean nothing.
    private static let syntax = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

    /// Returns whether a property of XMP is removed.
    func includes(_ name: XMPName) -> Bool {
        if name.namespace == Self.syntax { return false }
        if contains(.location), Self.placeNamespaces.contains(name.namespace) || Self.isPlace(name.local) {
            return true
        }
        return contains(.captions) && Self.isCaption(name.local)
    }

    /// Returns whether a value with a name such as `com.apple.quicktime.location.ISO6709` is removed.
    func includes(key: String) -> Bool {
        let key = key.lowercased()
        let last = key.split(separator: ".").last.map(String.init) ?? key
        if contains(.location), Self.isPlace(last) || Self.placeParts.contains(where: key.contains) { return true }
        return contains(.captions) && Self.isCaption(last)
    }

    private static func isPlace(_ name: String) -> Bool {
        placeNames.contains(name) || placeParts.contains(where: name.contains)
    }

    private static func isCaption(_ name: String) -> Bool {
        captionNames.contains(name) || captionParts.contains(where: name.contains)
    }
}
