/// A way into the worker: a format and whatever reads it.
struct Loader: Sendable {
    /// How a file is cut into pieces that a mutation can move.
    enum Container: Sendable {
        case plain, png, jpeg, boxes, riff
    }

    var name: String
    var container = Container.plain
    /// Endings of the files that may serve as seeds, lower-cased.
    var endings: Set<String>
    /// Only what stands before the picture's data is changed, and no more than a preview is asked for.
    var isMetadata = false
    /// Where there are no small files of a format, the starts of larger ones serve.
    var takesStarts = false

    static let all: [Loader] = [
        Loader(name: "jpeg", container: .jpeg, endings: ["jpg", "jpeg"]),
        Loader(name: "jpeg-progressive", container: .jpeg, endings: ["jpg", "jpeg"]),
        Loader(name: "metadata", container: .jpeg, endings: ["jpg", "jpeg"], isMetadata: true),
        Loader(name: "png", container: .png, endings: ["png"]),
        Loader(name: "gif", endings: ["gif"]),
        Loader(name: "webp", container: .riff, endings: ["webp"]),
        Loader(name: "bmp", endings: ["bmp"]),
        Loader(name: "tiff", endings: ["tif", "tiff"]),
        Loader(name: "psd", endings: ["psd"]),
        Loader(name: "jpeg2000", container: .boxes, endings: ["jp2", "j2k"]),
        Loader(name: "heic", container: .boxes, endings: ["heic", "heif"]),
        Loader(name: "avif", container: .boxes, endings: ["avif"]),
        Loader(
            name: "raw", endings: ["dng", "cr2", "cr3", "crw", "nef", "arw", "raf", "orf", "rw2", "pef", "srw", "x3f"],
            takesStarts: true),
        Loader(name: "mov", container: .boxes, endings: ["mov", "mp4"]),
        Loader(name: "mkv", endings: ["mkv", "webm"]),
        Loader(name: "other-video", container: .riff, endings: ["avi", "mpg", "ts", "mts", "wmv", "flv"]),
    ]

    static func named(_ name: String) -> Loader? {
        all.first { $0.name == name }
    }
}
