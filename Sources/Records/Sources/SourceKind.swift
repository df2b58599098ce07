/// A kind of program or export that photos are brought over from. The raw value is stored and appears in JSON.
package enum SourceKind: String, Sendable, CaseIterable {
    case applePhotos = "apple-photos"
    /// Apple's export of iCloud Photos.
    case appleExport = "apple-export"
    case googleTakeout = "google-takeout"
    case digiKam = "digikam"
    case shotwell
    /// Lightroom Classic.
    case lightroom
    case photoPrism = "photoprism"
    /// An export of Albumen.
    case albumen
    /// Another library of Albumen.
    case albumenLibrary = "albumen-library"
    /// A server of Immich.
    case immich
    /// A camera, or a phone that works like one.
    case camera
    /// The XMP files beside photos.
    case xmp
}

extension SourceKind {
    /// The name for people.
    package var title: String {
        switch self {
        case .applePhotos: "Apple Photos"
        case .appleExport: "Apple data export"
        case .googleTakeout: "Google Takeout"
        case .digiKam: "digiKam"
        case .shotwell: "Shotwell"
        case .lightroom: "Lightroom Classic"
        case .photoPrism: "PhotoPrism"
        case .albumen: "Albumen"
        case .albumenLibrary: "Albumen library"
        case .immich: "Immich"
        case .camera: "Camera"
        case .xmp: "XMP"
        }
    }

    /// Whether files with equal bytes are one item. In libraries, each item is one of its own.
    package var joinsEqualFiles: Bool { self != .applePhotos && self != .albumenLibrary }
}
