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

    /// Returns whether the name has the extension of a photo or video.
    static func isMediaName(_ name: String) -> Bool {
        let ending = (name as NSString).pathExtension
        guard !ending.isEmpty else { return false }
        return MediaType.declared(filenameExtension: ending).contains {
            $0.conforms(to: "public.image") || $0.conforms(to: "public.movie")
        }
    }
}
