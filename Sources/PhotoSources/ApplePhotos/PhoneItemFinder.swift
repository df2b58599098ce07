internal import Foundation
internal import GRDB
internal import Records
internal import SystemPackage

/// Finds the files of items in the media folder of an iPhone or iPad.
struct PhoneItemFinder {
    let files: any CatalogFiles

    func files(of item: PhotosAssetRow) -> AppleItemFiles {
        var found = AppleItemFiles()
        guard let directory = item.directory, let name = item.fileName else {
            found.missing = .absent
            return found
        }
        let folders = item.scope == .sharedAlbum ? ["PhotoData/PhotoCloudSharingData/", ""] : [""]
        var main = ContainedFiles.Found.absent
        var folder = directory
        for prefix in folders {
            folder = prefix + directory
            main = files.find("\(folder)/\(name)")
            guard case .absent = main else { break }
        }
        let stem = ForeignValue.split(name).stem
        let siblings = files.names(in: folder, startingWith: stem + ".").filter { $0 != name }
        let isLeftOut = if case .absent = main { files.leavesOut("\(directory)/\(name)") } else { false }
        addOriginals(of: item, main, siblings.map { "\(folder)/\($0)" }, isLeftOut: isLeftOut, to: &found)
        found.describeMissing("\(directory)/\(name)")
        if item.row.isTrue("adjusted") {
            addEdit(
                of: item, in: "PhotoData/Mutations/\(directory)/\(stem)/Adjustments",
                siblings.map { "\(folder)/\($0)" }, to: &found)
        }
        return found
    }

    /// - Parameter isLeftOut: Whether the original is missing because a backup leaves out what iCloud has.
    private func addOriginals(
        of item: PhotosAssetRow, _ main: ContainedFiles.Found, _ siblings: [String], isLeftOut: Bool,
        to found: inout AppleItemFiles
    ) {
        let isOnlyInCloud = item.resources.contains {
            $0.version == 0 && $0.subtype == MacItemFinder.Subtype.original
                && ($0.isOnlyInCloud || isLeftOut && $0.isInCloud)
        }
        let videoResource = item.resources.first { $0.type == 3 && $0.version == 0 && $0.subtype == 18 }
        let rawResource = item.resources.first { $0.type == 4 && $0.version == 0 }
        var video: SourceFile?
        var raw: SourceFile?
        if !item.isVideo, item.subtype == 2 || videoResource != nil {
            video = take(siblings, ["mov", "mp4"], .pairedVideo, item)
            if video == nil {
                let reason: SourceDifference.Reason = videoResource?.isOnlyInCloud == true ? .inCloud : .absent
                found.differences.append(SourceDifference(.livePhotos, reason))
            }
        }
        if !item.isVideo, let rawResource {
            raw = take(siblings, ["dng", "cr2", "cr3", "nef", "arw", "raf", "rw2", "orf"], .alternatePhoto, item)
            if raw == nil {
                found.differences.append(
                    SourceDifference(.rawPairs, rawResource.isOnlyInCloud ? .inCloud : .absent))
            }
        }
        let missing = main.problem.map { $0 == .absent && isOnlyInCloud ? .inCloud : $0 }
        found.setOriginals(
            main: main.sourceFile(item.isVideo ? .video : .photo, named: item.name), missing: missing, raw: raw,
            pairedVideo: video)
    }

    private func addEdit(
        of item: PhotosAssetRow, in folder: String, _ siblings: [String], to found: inout AppleItemFiles
    ) {
        let pictures = ["jpg", "jpeg", "heic", "png"]
        let videos = ["mov", "mp4"]
        func rendering(_ name: String, _ endings: [String], _ type: ResourceType) -> SourceFile? {
            let names = files.names(in: folder, startingWith: name + ".").map { "\(folder)/\($0)" }
            return take(names, endings, type, item)
        }
        var renderings: [SourceFile?] = []
        var bases: [SourceFile?] = []
        if item.isVideo {
            renderings = [rendering("FullSizeRender", videos, .fullSizeVideo)]
            bases = [rendering("PenultimateFullSizeRender", videos, .adjustmentBaseVideo)]
        } else {
            renderings = [
                rendering("FullSizeRender", pictures, .fullSizePhoto),
                rendering("FullSizeRender", videos, .fullSizePairedVideo),
            ]
            bases = [
                rendering("PenultimateFullSizeRender", pictures, .adjustmentBasePhoto),
                rendering("PenultimateFullSizeRender", videos, .adjustmentBasePairedVideo),
            ]
        }
        let name = ForeignValue.fileName(item.name, withExtensionOf: "recipe.plist")
        var recipe = files.find("\(folder)/Adjustments.plist").recipe(named: name)
        if recipe == nil {
            recipe = siblings.first { ForeignValue.split($0).ending.lowercased() == "aae" }
                .flatMap { files.find($0).recipe(named: name) }
        }
        let isInCloud = item.resources.contains { $0.version == 2 && [2, 16].contains($0.subtype) && $0.isOnlyInCloud }
        found.setEdit(
            recipeFile: recipe, renderings: renderings.compactMap { $0 }, bases: bases.compactMap { $0 },
            date: ForeignValue.date(item.row.number("adjustmentDate")), isVideo: item.isVideo,
            isExpectedSlowMotion: item.row.text("adjustmentFormat") == AppleRecipe.slowMotion || item.subtype == 101,
            missing: isInCloud ? .inCloud : .noRendering)
    }

    private func take(
        _ paths: [String], _ endings: [String], _ type: ResourceType, _ item: PhotosAssetRow
    ) -> SourceFile? {
        guard let path = paths.first(where: { endings.contains(ForeignValue.split($0).ending.lowercased()) }) else {
            return nil
        }
        return files.find(path).sourceFile(type, named: ForeignValue.fileName(item.name, withExtensionOf: path))
    }
}
