internal import CameraWire

/// The kind of a camera's file by its name, or else by the type that the camera names. The import looks at the bytes.
enum CameraFileKind: Equatable {
    case raw
    /// A JPEG or HEIC, which can have a RAW beside it.
    case compressed
    case picture
    case video
    /// The recipe of an edit of an iPhone.
    case recipe
    /// A sidecar, a thumbnail, a small copy of a video, a sound or a list of the camera's own.
    case other

    private static let rawEndings: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "k25", "kdc", "mef", "mos", "mrw",
        "nef", "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]
    private static let compressedEndings: Set<String> = ["heic", "heif", "hif", "jpe", "jpeg", "jpg"]
    private static let pictureEndings: Set<String> = [
        "avif", "bmp", "gif", "jp2", "jxl", "mpo", "png", "tif", "tiff", "webp",
    ]
    private static let videoEndings: Set<String> = [
        "3g2", "3gp", "asf", "avi", "insv", "m2t", "m2ts", "m4v", "mkv", "mod", "mov", "mp4", "mpeg", "mpg", "mts",
        "qt", "tod", "webm", "wmv",
    ]
    private static let otherEndings: Set<String> = ["ctg", "lrv", "thm", "wav", "xml", "xmp"]

    init(_ file: CameraFile) {
        let ending = Self.split(file.name).ending.lowercased()
        // Phones keep what was deleted under such names.
        if file.name.hasPrefix(".") || Self.otherEndings.contains(ending) {
            self = .other
        } else if Self.rawEndings.contains(ending) {
            self = .raw
        } else if Self.compressedEndings.contains(ending) {
            self = .compressed
        } else if Self.pictureEndings.contains(ending) {
            self = .picture
        } else if Self.videoEndings.contains(ending) {
            self = .video
        } else if ending == "aae" {
            self = .recipe
        } else if file.type?.hasPrefix("image/") == true {
            self = .picture
        } else {
            self = file.type?.hasPrefix("video/") == true ? .video : .other
        }
    }

    /// Returns the name without its extension, and the extension.
    static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }
}
