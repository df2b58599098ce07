/// An entry point of the worker: a format and the code that reads it.
struct Loader: Sendable {
    /// The structure of a file, which determines the pieces that a mutation can move.
    enum Container: Sendable {
        case plain, png, jpeg, boxes, riff
    }

    var name: String
    var container = Container.plain
    /// The lower-case extensions of files that can be seeds.
    var endings: Set<String>
    /// Whether to change only the data before the picture's data, and request only a preview.
    var isMetadata = false
    /// Whether to export the files, too.
    var isVideo = false
    /// Whether the files are property lists, which the host reads itself.
    var isPropertyList = false
    /// Whether the starts of larger files are seeds, if there are no small files of the format.
    var takesStarts = false

    static let all: [Loader] = [
        Loader(name: "jpeg", container: .jpeg, endings: ["jpg", "jpeg"]),
        Loader(name: "jpeg-progressive", container: .jpeg, endings: ["jpg", "jpeg"]),
        Loader(name: "metadata", container: .jpeg, endings: ["jpg", "jpeg"], isMetadata: true),
        Loader(name: "png", container: .png, endings: ["png"]),
        Loader(name: "gif", endings: ["gif"]),
        Loader(name: "apng", container: .png, endings: ["apng"]),
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
        Loader(name: "mov", container: .boxes, endings: ["mov", "mp4"], isVideo: true),
        Loader(name: "mkv", endings: ["mkv", "webm"], isVideo: true),
        Loader(
            name: "other-video", container: .riff, endings: ["avi", "mpg", "ts", "mts", "wmv", "flv"], isVideo: true),
        Loader(name: "property-list", endings: ["plist", "aae"], isPropertyList: true),
    ]

    static func named(_ name: String) -> Loader? {
        all.first { $0.name == name }
    }
}
