internal import Records
internal import SystemPackage

extension PhotoPrismOriginals {
    struct Result {
        var files = AppleItemFiles()
        var isVideo = false
        /// The name for people.
        var name: String?
    }

    private typealias Original = (found: ContainedFiles.Found, name: String)

    /// Returns the originals of a photo.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, which is empty or ends with a slash.
    ///   - originalName: The name without its extension from before the import to PhotoPrism, if it's known.
    func find(_ roles: Roles, folder: String, type: String?, originalName: String?) -> Result {
        var result = Result(isVideo: roles.isVideo)
        func find(_ name: String?) -> Original? {
            name.map { name in
                let original = originalName.map { ForeignValue.fileName($0 + ".x", withExtensionOf: name) }
                return (files.find(folder + name), original ?? ForeignValue.fileName(name) ?? name)
            }
        }
        let video = find(roles.video)
        if roles.isVideo {
            result.name = video?.name
            result.files.setOriginals(
                main: video.flatMap { $0.found.sourceFile(.video, named: $0.name) },
                missing: video.map { $0.found.problem } ?? .absent, raw: nil, pairedVideo: nil)
            return result
        }
        let picture = find(roles.picture)
        let raw = find(roles.raw)
        result.name = picture?.name ?? raw?.name
        if type == "video" { result.files.differences.append(SourceDifference(.videos, .absent)) }
        if type == "live", let problem = video.map({ $0.found.problem }) ?? .absent {
            result.files.differences.append(SourceDifference(.livePhotos, problem))
        }
        if picture != nil, let problem = raw?.found.problem {
            result.files.differences.append(SourceDifference(.rawPairs, problem, detail: raw?.name))
        }
        setPhotos(picture, raw, video.flatMap { $0.found.sourceFile(.pairedVideo, named: $0.name) }, &result.files)
        return result
    }

    private func setPhotos(
        _ picture: Original?, _ raw: Original?, _ video: SourceFile?, _ files: inout AppleItemFiles
    ) {
        guard let picture else {
            // A RAW alone is the photo.
            files.setOriginals(
                main: raw.flatMap { $0.found.sourceFile(.photo, named: $0.name) },
                missing: raw.map { $0.found.problem } ?? .absent, raw: nil, pairedVideo: video)
            return
        }
        files.setOriginals(
            main: picture.found.sourceFile(.photo, named: picture.name), missing: picture.found.problem,
            raw: raw.flatMap { $0.found.sourceFile(.alternatePhoto, named: $0.name) }, pairedVideo: video)
    }
}
