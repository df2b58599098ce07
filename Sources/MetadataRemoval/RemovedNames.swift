import MediaRequests

/// The names of values that are removed. In doubt, a name counts as a place or a caption.
///
/// Comments go with places, because programs write anything into them. So do pictures inside of metadata, which have
/// metadata of their own.
extension RemovedMetadata {
    private static let placeParts = [
        "gps", "latitude", "longitude", "location", "altitude", "geotag", "country", "province", "coverage", "street",
        "address", "ciadr", "landmark", "venue", "comment", "thumbnail", "makernote", "shot_log",
    ]
    private static let placeNames: Set = [
        "city", "state", "lat", "long", "lon", "alt", "worldregion", "geo", "place", "county", "district",
    ]

    private static let captionParts = [
        "caption", "keyword", "comment", "subject", "headline", "imagedescription", "categor", "tagslist",
        "accessibility",
    ]
    private static let captionNames: Set = [
        "title", "description", "imagetitle", "intellectualgenre", "scene", "notes", "information", "displayname",
        "summary", "instructions", "synopsis",
    ]
    /// Returns whether a property of XMP is removed. Those of unknown namespaces are.
    func includes(_ name: XMPName) -> Bool {
        if name.isSyntax { return false }
        guard XMPNamespaces.known.contains(name.namespace) else { return true }
        if contains(.location), Self.isPlace(name.local) { return true }
        return contains(.captions) && Self.isCaption(name.local)
    }

    /// Returns whether the declaration of a namespace is removed.
    func includes(namespace: String) -> Bool {
        ![XMPNamespaces.syntax, XMPNamespaces.packet, XMPNamespaces.xml].contains(namespace)
            && !XMPNamespaces.known.contains(namespace)
    }

    /// Returns whether a value with a name such as `com.apple.quicktime.location.ISO6709` is removed.
    func includes(key: String) -> Bool {
        let key = key.lowercased()
        let last = key.split(separator: ".").last.map(String.init) ?? key
        if contains(.location), Self.isPlace(last) || Self.placeParts.contains(where: key.contains) { return true }
        return contains(.captions) && Self.isCaption(last)
    }

    private static let knownKeys: Set = [
        "major_brand", "minor_version", "compatible_brands", "encoder", "title", "date", "make", "model", "artist",
        "author", "album", "copyright", "creation_time", "software", "description", "keywords", "synopsis", "year",
        "itunsmpb", "itunnorm", "encoding params",
    ]

    /// Returns whether a key of a movie's metadata is that of a known writer.
    static func isKnown(key: String) -> Bool {
        let key = key.lowercased()
        return key.hasPrefix("com.apple.") || key.hasPrefix("com.android.") || knownKeys.contains(key)
    }

    private static func isPlace(_ name: String) -> Bool {
        placeNames.contains(name) || placeParts.contains(where: name.contains)
    }

    private static func isCaption(_ name: String) -> Bool {
        captionNames.contains(name) || captionParts.contains(where: name.contains)
    }
}
