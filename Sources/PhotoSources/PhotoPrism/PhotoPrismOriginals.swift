internal import Foundation
internal import Records
internal import SystemPackage

/// The originals of PhotoPrism. A photo's files have its name, and differ in their extensions.
struct PhotoPrismOriginals {
    /// The formats of photos, the best original first.
    private static let photos = [
        "heic", "heif", "hif", "avif", "jpg", "jpeg", "jpe", "jxl", "tif", "tiff", "png", "webp", "gif", "bmp", "psd",
        "svg", "jp2",
    ]

    /// The files with the name of a photo.
    struct Group {
        /// The photos, the best original first.
        fileprivate(set) var pictures: [String] = []
        fileprivate(set) var raws: [String] = []
        fileprivate(set) var videos: [String] = []
        /// Whether there is a JSON file, such as those of Google Photos.
        fileprivate(set) var hasDocument = false

        /// Whether the kind of the photo decides about the video.
        var isAmbiguous: Bool { hasPhoto && !videos.isEmpty }
        fileprivate var hasPhoto: Bool { !pictures.isEmpty || !raws.isEmpty }
    }

    /// The files of a photo in their roles.
    struct Roles {
        var isVideo = false
        var picture: String?
        var raw: String?
        /// The video, or that of a Live Photo.
        var video: String?

        var names: [String] { [picture, raw, video].compactMap { $0 } }
    }

    let files: ContainedFiles

    private static func ending(of name: String) -> String { ForeignValue.split(name).ending.lowercased() }

    private static func isMedia(_ ending: String) -> Bool {
        photos.contains(ending) || FileExtensions.raw.contains(ending) || FileExtensions.video.contains(ending)
    }

    /// Returns the name of a photo in PhotoPrism, such as `IMG_1` of `IMG_1.jpg` and of `IMG_1.CR2.jpg`.
    static func stem(of name: String) -> String {
        var stem = ForeignValue.split(name).stem
        while isMedia(ending(of: stem)) { stem = ForeignValue.split(stem).stem }
        return stem
    }

    /// Returns the files of a photo. The form of accents in names doesn't count.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, which is empty or ends with a slash.
    ///   - stem: The name of the YAML file without its extension.
    func group(folder: String, stem: String) -> Group {
        var group = Group()
        var prefixes: [String] = []
        for form in [stem, stem.precomposedStringWithCanonicalMapping, stem.decomposedStringWithCanonicalMapping]
        where !prefixes.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
            prefixes.append(form)
        }
        for prefix in prefixes {
            for name in files.names(in: String(folder.dropLast()), startingWith: prefix + ".") {
                let ending = Self.ending(of: name)
                if ending == "json" { group.hasDocument = true }
                guard Self.stem(of: name) == stem else { continue }
                if Self.photos.contains(ending) {
                    group.pictures.append(name)
                } else if FileExtensions.raw.contains(ending) {
                    group.raws.append(name)
                } else if FileExtensions.video.contains(ending) {
                    group.videos.append(name)
                }
            }
        }
        func rank(_ name: String) -> Int { Self.photos.firstIndex(of: Self.ending(of: name)) ?? Int.max }
        group.pictures.sort { (rank($0), $0) < (rank($1), $1) }
        // Cameras write QuickTime.
        group.videos.sort { (Self.ending(of: $0) == "mov" ? 0 : 1, $0) < (Self.ending(of: $1) == "mov" ? 0 : 1, $1) }
        return group
    }

    /// Returns the files of a photo in their roles. Other files of the group have none.
    ///
    /// - Parameter type: PhotoPrism's name of the kind of the photo, if it's known. Only counts if the group is
    ///   ambiguous.
    static func roles(in group: Group, type: String?) -> Roles {
        if !group.videos.isEmpty, type == "video" || !group.hasPhoto {
            return Roles(isVideo: true, video: group.videos.first)
        }
        return Roles(
            picture: group.pictures.first, raw: group.raws.first, video: type == "live" ? group.videos.first : nil)
    }
}
