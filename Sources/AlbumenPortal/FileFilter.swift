import Foundation
import UniformTypeIdentifiers

/// A filter of a dialog for files: names such as `*.jpg`, and media types such as `image/*`.
struct FileFilter: Equatable {
    enum Pattern: Equatable {
        case name(String)
        case mediaType(String)
    }

    /// The photos and videos of a library that a filter accepts.
    struct Media: Equatable {
        var hasImages: Bool
        var hasVideos: Bool
        var hasAnimations: Bool
    }

    let patterns: [Pattern]

    /// The accepted photos and videos, or `nil` if the picker can't serve the filter: it accepts other files, or not the
    /// types that the picker delivers (JPEG and PNG, and MPEG-4).
    var media: Media? {
        var names: Set<String> = []
        var (hasImages, hasVideos) = (false, false)
        for pattern in patterns {
            guard let accepted = Accepted(pattern) else { return nil }
            names.insert(accepted.name)
            if accepted.isImage { hasImages = true } else { hasVideos = true }
        }
        func accepts(_ type: String, _ endings: [String]) -> Bool {
            let family = type.prefix { $0 != "/" } + "/*"
            return names.contains(String(family)) || names.contains(type) || endings.contains { names.contains($0) }
        }
        guard hasImages || hasVideos else { return nil }
        if hasImages, !accepts("image/jpeg", ["jpg", "jpeg"]) || !accepts("image/png", ["png"]) { return nil }
        if hasVideos, !accepts("video/mp4", ["mp4"]) { return nil }
        return Media(
            hasImages: hasImages, hasVideos: hasVideos, hasAnimations: hasImages && accepts("image/gif", ["gif"]))
    }

    /// A pattern that accepts images or videos alone.
    private struct Accepted {
        /// The media type or the extension, in lower case.
        let name: String
        let isImage: Bool

        init?(_ pattern: Pattern) {
            switch pattern {
            case .mediaType(let type):
                name = type.lowercased()
                isImage = name.hasPrefix("image/")
                guard isImage || name.hasPrefix("video/") else { return nil }
            case .name(let glob):
                guard let ending = Self.ending(of: glob) else { return nil }
                name = ending
                isImage = FileFilter.isImage(ending)
                guard isImage || FileFilter.isVideo(ending) else { return nil }
            }
        }

        /// Returns the extension in a pattern such as `*.jpg` or `*.[jJ][pP][gG]`, or `nil` for another pattern.
        private static func ending(of glob: String) -> String? {
            guard glob.hasPrefix("*.") else { return nil }
            var rest = glob.dropFirst(2).lowercased()[...]
            var ending = ""
            while let first = rest.popFirst() {
                guard first == "[" else {
                    ending.append(first)
                    continue
                }
                guard let end = rest.firstIndex(of: "]"), let letter = rest.first,
                    rest[..<end].allSatisfy({ $0 == letter })
                else { return nil }
                ending.append(letter)
                rest = rest[rest.index(after: end)...]
            }
            let isPlain = ending.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
            return ending.isEmpty || !isPlain ? nil : ending
        }
    }

    // MARK: Extensions

    /// Extensions that browsers name for images and videos, in addition to those in the table of types.
    private static let moreImages: Set<String> = [
        "ai", "apng", "avif", "bmp", "drw", "heic", "heif", "ico", "jfif", "jpe", "jxl", "pct", "pjp", "pjpeg", "psd",
        "psp", "raw", "svg", "svgz", "tif", "webp", "xbm", "xcf",
    ]
    private static let moreVideos: Set<String> = [
        "avi", "divx", "flv", "m4v", "mkv", "mov", "mpe", "mpeg", "mpg", "ogm", "ogv", "ogx", "rm", "rmvb", "smil",
        "webm", "wmv", "xvid",
    ]

    private static func isImage(_ ending: String) -> Bool {
        moreImages.contains(ending) || conforms(ending, to: .image)
    }

    private static func isVideo(_ ending: String) -> Bool {
        moreVideos.contains(ending) || conforms(ending, to: .movie)
    }

    private static func conforms(_ ending: String, to type: UTType) -> Bool {
        guard let found = UTType(filenameExtension: ending, conformingTo: type) else { return false }
        return found.isDeclared
    }
}
