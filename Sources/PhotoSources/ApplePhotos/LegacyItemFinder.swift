internal import Foundation
internal import GRDB
internal import Records
internal import SystemPackage

/// Finds the files of items in a library of macOS 10.12 to 10.14.
struct LegacyItemFinder {
    /// The values of `resourceType`.
    private enum Resource {
        static let base: Int64 = 3
        static let photo: Int64 = 4
        static let video: Int64 = 8
    }

    let files: any CatalogFiles
    let referenced: ReferencedFiles
    /// A private folder for recipes, which are in the database.
    let recipes: FilePath

    func files(of item: LegacyItemRow) -> AppleItemFiles {
        var found = AppleItemFiles()
        addOriginals(of: item, to: &found)
        if item.row.isTrue("adjusted") { addEdit(of: item, to: &found) }
        return found
    }

    private func addOriginals(of item: LegacyItemRow, to found: inout AppleItemFiles) {
        let main = item.master.map(find) ?? .absent
        var raw: SourceFile?
        if let master = item.raw, !item.isVideo {
            let file = find(master)
            raw = file.sourceFile(
                .alternatePhoto, named: ForeignValue.fileName(item.name, withExtensionOf: master.path ?? ""))
            if let problem = file.problem {
                found.differences.append(SourceDifference(.rawPairs, reason(problem, master)))
            }
        }
        var video: SourceFile?
        if item.isLive, !item.isVideo {
            video =
                item.resources.lazy.filter(\.isOfMaster).compactMap { resource in
                    self.file("jpegvideocomplement", resource.id, in: "master", .pairedVideo, item)
                }.first
            if video == nil { found.differences.append(SourceDifference(.livePhotos, .absent)) }
        }
        found.setOriginals(
            main: main.sourceFile(item.isVideo ? .video : .photo, named: item.name),
            missing: main.problem.map { reason($0, item.master) }, raw: raw, pairedVideo: video)
    }

    private func find(_ master: LegacyItemRow.Master) -> ContainedFiles.Found {
        guard let path = master.path else { return .absent }
        guard master.isReferenced else { return files.find("Masters/\(path)") }
        guard let (volume, path) = ReferencedFiles.split(path, volume: master.volume) else { return .absent }
        return referenced.find(path, on: volume)
    }

    private func reason(
        _ problem: SourceDifference.Reason, _ master: LegacyItemRow.Master?
    ) -> SourceDifference.Reason {
        guard problem == .absent, let master else { return problem }
        if master.isReferenced { return .referenced }
        return master.isMissing ? .inCloud : .absent
    }

    private func addEdit(of item: LegacyItemRow, to found: inout AppleItemFiles) {
        let tag = item.row.text("adjustment")
        let resources = item.resources.filter { !$0.isOfMaster && ($0.tag == nil || $0.tag == tag) }
        var renderings: [SourceFile] = []
        var bases: [SourceFile] = []
        for resource in resources {
            switch resource.type {
            case Resource.photo where !item.isVideo:
                renderings += [file("fullsizeoutput", resource.id, in: "version", .fullSizePhoto, item)]
                    .compactMap { $0 }
            case Resource.video:
                let type: ResourceType = item.isVideo ? .fullSizeVideo : .fullSizePairedVideo
                let video = ["videocomplementoutput", "fullsizeoutput"].lazy.compactMap { name in
                    file(name, resource.id, in: "version", type, item)
                }.first
                renderings += [video].compactMap { $0 }
            case Resource.base:
                let type: ResourceType = item.isVideo ? .adjustmentBaseVideo : .adjustmentBasePhoto
                bases += [file("fullsizeinput", resource.id, in: "version", type, item)].compactMap { $0 }
            default:
                break
            }
        }
        var types: Set<ResourceType> = []
        found.setEdit(
            recipeFile: slowMotion(of: item), recipe: item.adjustment?.recipe,
            renderings: renderings.filter { types.insert($0.type).inserted }, bases: Array(bases.prefix(1)),
            date: nil, isVideo: item.isVideo, isExpectedSlowMotion: item.special == 2, missing: .noRendering)
    }

    /// Returns a file with the recipe of a slow motion, which the caller reads from a file.
    private func slowMotion(of item: LegacyItemRow) -> (file: SourceFile, recipe: AppleRecipe?)? {
        guard item.isVideo, let recipe = item.adjustment?.recipe, recipe.formatIdentifier == AppleRecipe.slowMotion
        else { return nil }
        let path = recipes.appending("slow-motion-\(item.id).plist")
        guard let status = AppleRecipe.write(recipe, to: path) else { return nil }
        let name = ForeignValue.fileName(item.name, withExtensionOf: "recipe.plist")
        return ContainedFiles.Found.file(path, status).recipe(named: name)
    }

    /// Returns a file that Photos made, by the key of its row.
    private func file(
        _ name: String, _ id: Int64, in kind: String, _ type: ResourceType, _ item: LegacyItemRow
    ) -> SourceFile? {
        let digits = String(id, radix: 16)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let folder = "resources/media/\(kind)/\(padded.dropLast(2).suffix(2))"
        let start = "\(name)_\(digits)."
        var inner = String(digits.dropLast(4))
        inner = String(repeating: "0", count: max(0, 2 - inner.count)) + inner
        for path in ["\(folder)/\(inner)"] + siblings(in: folder, except: inner) {
            guard let found = files.names(in: path, startingWith: start).first else { continue }
            return files.find("\(path)/\(found)")
                .sourceFile(type, named: ForeignValue.fileName(item.name, withExtensionOf: found))
        }
        return nil
    }

    private func siblings(in folder: String, except name: String) -> [String] {
        let listing = files.listing(of: folder)
        return (0..<min(listing.count, 256)).compactMap { index in
            let sibling = String(decoding: listing[index], as: UTF8.self)
            return sibling == name || sibling.hasPrefix(".") ? nil : "\(folder)/\(sibling)"
        }
    }
}
