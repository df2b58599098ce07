import Foundation
import MediaTypes

/// What a file's name says about it.
enum IngestRules {
    /// Files that belong to a photo beside them and are no photo themselves.
    private static let sidecarExtensions: Set = [
        "aae", "bib", "cos", "dop", "exif", "gpx", "json", "lrv", "mie", "nksc", "on1", "pp3", "spd", "thm",
        "vrd", "xmp",
    ]

    static func isSidecar(_ name: String) -> Bool {
        sidecarExtensions.contains((name as NSString).pathExtension.lowercased())
    }

    /// Whether the name's ending promises a photo or video.
    static func isMediaName(_ name: String) -> Bool {
        let ending = (name as NSString).pathExtension
        guard !ending.isEmpty else { return false }
        return MediaType.declared(filenameExtension: ending).contains {
            $0.conforms(to: "public.image") || $0.conforms(to: "public.movie")
        }
    }
}
