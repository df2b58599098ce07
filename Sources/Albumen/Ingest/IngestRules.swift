import Foundation
import MediaTypes

/// Rules for filenames.
enum IngestRules {
    /// The extensions of files that belong to a photo beside them and aren't photos.
    private static let sidecarExtensions: Set = [
        "aae", "bib", "cos", "dop", "exif", "gpx", "json", "lrv", "mie", "nksc", "on1", "pp3", "spd", "thm",
        "vrd", "xmp",
    ]

    static func isSidecar(_ name: String) -> Bool {
        sidecarExtensions.contains((name as NSString).pathExtension.lowercased())
    }

    /// Returns whether the name is that of an AAE file, which describes an edit of the photo or video beside it.
    static func isAdjustment(_ name: String) -> Bool {
        (name as NSString).pathExtension.lowercased() == "aae"
    }

    /// Returns whether the name has the extension of a video.
    static func isMovieName(_ name: String) -> Bool {
        hasExtension(name, of: "public.movie")
    }

    /// Returns whether the name has the extension of a photo or video.
    static func isMediaName(_ name: String) -> Bool {
        hasExtension(name, of: "public.image", "public.movie")
    }

    /// Returns whether the name has the extension of a photo.
    static func isPictureName(_ name: String) -> Bool {
        hasExtension(name, of: "public.image")
    }

    /// Returns whether the name has the extension of a camera's RAW.
    static func isRAWName(_ name: String) -> Bool {
        hasExtension(name, of: "public.camera-raw-image")
    }

    private static func hasExtension(_ name: String, of identifiers: String...) -> Bool {
        let ending = (name as NSString).pathExtension
        guard !ending.isEmpty else { return false }
        return MediaType.declared(filenameExtension: ending).contains { type in
            identifiers.contains { type.conforms(to: $0) }
        }
    }
}
