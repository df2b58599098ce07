internal import Foundation
internal import GRDB
internal import Records
internal import SystemPackage

/// Finds the files of items in a library of macOS 10.15 and later.
struct MacItemFinder {
    /// The subtypes of the files that are no previews, by the names of the columns.
    enum Subtype {
        static let original: Int64 = 1
        static let fullSizePhoto: Int64 = 2
        static let fullSizeVideo: Int64 = 16
        static let fullSizePairedVideo: Int64 = 19
    }

    let files: any CatalogFiles
    let referenced: ReferencedFiles
    /// The names of volumes, by their keys.
    let volumes: [Int64: String]

    func files(of item: PhotosAssetRow) -> AppleItemFiles {
        var found = AppleItemFiles()
        addOriginals(of: item, to: &found)
        if item.row.isTrue("adjusted") { addEdit(of: item, to: &found) }
        return found
    }
}

// MARK: - Originals

extension MacItemFinder {
    private func addOriginals(of item: PhotosAssetRow, to found: inout AppleItemFiles) {
        let main = findMain(item)
        var raw: SourceFile?
        var video: SourceFile?
        var others: [String] = []
        for (number, path) in furtherFiles(of: item) {
            let name = ForeignValue.fileName(item.name, withExtensionOf: path)
            switch number {
            case 3 where !item.isVideo && video == nil: video = take(path, .pairedVideo, name)
            case 4 where !item.isVideo && raw == nil: raw = take(path, .alternatePhoto, name)
            default: others.append(path)
            }
        }
        let rawResource = item.resources.first { $0.type == 4 && $0.version == 0 }
        if raw == nil, let rawResource { raw = findReferenced(rawResource, of: item, .alternatePhoto) }
        if raw == nil, let rawResource, !item.isVideo {
            found.differences.append(SourceDifference(.rawPairs, reason(rawResource, of: item, suffix: "_4")))
        }
        let videoResource = item.resources.first { $0.type == 3 && $0.version == 0 && $0.subtype == 18 }
        if video == nil, !item.isVideo, item.subtype == 2 || videoResource != nil {
            found.differences.append(SourceDifference(.livePhotos, reason(videoResource, of: item, suffix: "_3")))
        }
        found.setOriginals(
            main: main.sourceFile(item.isVideo ? .video : .photo, named: item.name),
            missing: missingReason(main, of: item), raw: raw, pairedVideo: video)
        // A file that isn't known, or the camera's own recipe.
        for path in others { found.differences.append(SourceDifference(.otherFiles, .unsupported, detail: path)) }
    }

    /// Returns the reason why the original isn't here.
    private func missingReason(_ main: ContainedFiles.Found, of item: PhotosAssetRow) -> SourceDifference.Reason? {
        guard let problem = main.problem, problem == .absent else { return main.problem }
        if item.isMainReferenced { return .referenced }
        return item.mainResource?.isOnlyInCloud == true ? .inCloud : .absent
    }

    private func findMain(_ item: PhotosAssetRow) -> ContainedFiles.Found {
        guard let directory = item.directory, let name = item.fileName else { return .absent }
        var found = ContainedFiles.Found.absent
        if !directory.hasPrefix("/") {
            let names = item.scope == .sharedAlbum ? [name, Self.mediumName(name)] : [name]
            let paths = item.scope.folders.flatMap { folder in
                names.map { [folder, directory, $0].filter { !$0.isEmpty }.joined(separator: "/") }
            }
            for path in paths {
                found = files.find(path)
                guard case .absent = found else { return found }
            }
        }
        guard item.isMainReferenced else { return found }
        let resource = item.mainResource
        return findReferenced(path: resource?.volumePath, volume: resource?.volume, fallback: "\(directory)/\(name)")
    }

    /// A video of a shared album is kept in a smaller size.
    private static func mediumName(_ name: String) -> String {
        let (stem, ending) = ForeignValue.split(name)
        return "\(stem).medium.\(ending)"
    }

    private func findReferenced(path: String?, volume: Int64?, fallback: String) -> ContainedFiles.Found {
        let name = volume.flatMap { volumes[$0] }
        if let path, let name { return referenced.find(path, on: name) }
        guard let (volume, path) = ReferencedFiles.split(fallback, volume: name) else { return .absent }
        return referenced.find(path, on: volume)
    }

    private func findReferenced(
        _ resource: PhotosAssetRow.Resource, of item: PhotosAssetRow, _ type: ResourceType
    ) -> SourceFile? {
        guard let path = resource.volumePath, let volume = resource.volume.flatMap({ volumes[$0] }) else {
            return nil
        }
        return referenced.find(path, on: volume)
            .sourceFile(type, named: ForeignValue.fileName(item.name, withExtensionOf: path))
    }

    /// Returns the paths of the files that belong to the item besides its first, with the numbers in their names.
    private func furtherFiles(of item: PhotosAssetRow) -> [(number: Int?, path: String)] {
        guard let directory = item.directory, !directory.hasPrefix("/"), item.scope != .sharedAlbum else { return [] }
        var answers: [(Int?, String)] = []
        for folder in item.scope.folders {
            let folder = "\(folder)/\(directory)"
            for name in files.names(in: folder, startingWith: item.uuid + "_") where name != item.fileName {
                let end = name.dropFirst(item.uuid.count + 1)
                answers.append((Int(end.prefix { $0 != "." }), "\(folder)/\(name)"))
            }
        }
        return answers
    }

    private func take(_ path: String, _ type: ResourceType, _ name: String) -> SourceFile? {
        files.find(path).sourceFile(type, named: name)
    }

    /// Returns the reason why a further file isn't here.
    private func reason(
        _ resource: PhotosAssetRow.Resource?, of item: PhotosAssetRow, suffix: String
    ) -> SourceDifference.Reason {
        if resource?.volume != nil { return .referenced }
        if resource?.isOnlyInCloud == true { return .inCloud }
        let path = furtherFiles(of: item).first { "_\($0.number ?? -1)" == suffix }?.path
        return path.flatMap { files.find($0).problem } ?? .absent
    }
}

// MARK: - Edits

extension MacItemFinder {
    private func addEdit(of item: PhotosAssetRow, to found: inout AppleItemFiles) {
        let folder = "resources/renders/\(item.uuid.prefix(1))"
        let renderings = item.renderingNames
        var files: [ResourceType: SourceFile] = [:]
        var bases: [SourceFile] = []
        for name in self.files.names(in: folder, startingWith: item.uuid + "_") {
            let mark = String(ForeignValue.split(name).stem.dropFirst(item.uuid.count + 1))
            let title = ForeignValue.fileName(item.name, withExtensionOf: name)
            if let type = renderings[mark], files[type] == nil {
                files[type] = take("\(folder)/\(name)", type, title)
            } else if mark == "p", bases.isEmpty {
                let type: ResourceType = item.isVideo ? .adjustmentBaseVideo : .adjustmentBasePhoto
                bases = [take("\(folder)/\(name)", type, title)].compactMap { $0 }
            }
        }
        let recipe = self.files.find("\(folder)/\(item.uuid).plist")
        let main = item.resources.first { $0.version == 2 && $0.isFullSize(ofVideo: item.isVideo) }
        found.setEdit(
            recipeFile: recipe.recipe(named: ForeignValue.fileName(item.name, withExtensionOf: "recipe.plist")),
            renderings: files.values.sorted { $0.type < $1.type }, bases: bases,
            date: ForeignValue.date(item.row.number("adjustmentDate")), isVideo: item.isVideo,
            isExpectedSlowMotion: item.row.text("adjustmentFormat") == AppleRecipe.slowMotion || item.subtype == 101,
            missing: main?.isOnlyInCloud == true ? .inCloud : .noRendering)
        let paired = item.resources.first {
            $0.version == 2 && $0.type == 3 && $0.subtype == Subtype.fullSizePairedVideo
        }
        if found.edit != nil, let paired, files[.fullSizePairedVideo] == nil {
            found.differences.append(
                SourceDifference(.livePhotos, paired.isOnlyInCloud ? .inCloud : .noRendering))
        }
    }
}

extension ContainedFiles.Found {
    /// Returns the file with a recipe, and what it contains. Returns `nil` if there's no file.
    func recipe(named name: String) -> (file: SourceFile, recipe: AppleRecipe?)? {
        guard case .file(let path, let status) = self, let file = sourceFile(.adjustmentData, named: name) else {
            return nil
        }
        return (file, AppleRecipe(at: path, status: status))
    }
}

extension PhotosAssetRow {
    /// The original itself.
    fileprivate var mainResource: Resource? {
        let type: Int64 = isVideo ? 1 : 0
        let originals = resources.filter { $0.type == type && $0.version == 0 }
        return originals.first { $0.subtype == MacItemFinder.Subtype.original }
            ?? originals.first { ($0.recipe ?? 0) == 0 }
    }

    /// Whether the original is outside of the library. The RAW of a pair can be outside alone.
    fileprivate var isMainReferenced: Bool { savedType == 10 || mainResource?.volume != nil }

    /// The marks in the names of the renderings, and their roles.
    fileprivate var renderingNames: [String: ResourceType] {
        let main: ResourceType = isVideo ? .fullSizeVideo : .fullSizePhoto
        var names: [String: ResourceType] =
            isVideo ? ["2_0_a": main] : ["1_201_a": main, "2_100_a": .fullSizePairedVideo]
        for resource in resources where resource.version == 2 {
            guard let recipe = resource.recipe, recipe > 0 else { continue }
            let mark = "\(recipe >> 16)_\((recipe & 0xFFFF) >> 1)_a"
            if resource.isFullSize(ofVideo: isVideo) { names[mark] = main }
            if !isVideo, resource.type == 3, resource.subtype == MacItemFinder.Subtype.fullSizePairedVideo {
                names[mark] = .fullSizePairedVideo
            }
        }
        return names
    }
}

extension PhotosAssetRow.Resource {
    fileprivate func isFullSize(ofVideo isVideo: Bool) -> Bool {
        isVideo
            ? type == 1 && subtype == MacItemFinder.Subtype.fullSizeVideo
            : type == 0 && subtype == MacItemFinder.Subtype.fullSizePhoto
    }
}

extension PhotosAssetRow.Scope {
    /// The folders of originals, the likely one first.
    fileprivate var folders: [String] {
        switch self {
        case .library: ["originals"]
        case .sharedMoment: ["scopes/momentshared/originals", "originals"]
        case .sharedAlbum: ["scopes/cloudsharing/data", "resources/cloudsharing/data"]
        case .messages: ["scopes/syndication/originals", "originals"]
        }
    }
}
