internal import Foundation
internal import Records
internal import SystemCalls
internal import SystemPackage

/// The files of an item that are here, and what is known of the others.
struct AppleItemFiles {
    var originals: [SourceFile] = []
    var edit: SourceEdit?
    var slowMotion: SourceFile?
    /// Why the original isn't here.
    var missing: SourceDifference.Reason?
    /// More of that reason, with the path of the original in the library.
    var missingDetail: String?
    var differences: [SourceDifference] = []

    var hasPairedVideo: Bool { originals.contains { $0.type == .pairedVideo } }
    var hasRAWPair: Bool { originals.contains { $0.type == .alternatePhoto } }
    /// Whether a file that the catalogue names isn't here, or can't be used.
    var lacksFiles: Bool { missing != nil || !differences.isEmpty }

    /// Describes the missing original by its path in the library.
    mutating func describeMissing(_ path: String) {
        switch missing {
        case .empty: missingDetail = "\(path) is empty"
        case .unreadable: missingDetail = "\(path) can't be read"
        case nil: break
        default: missingDetail = path
        }
    }

    /// Takes the files of an item. If the photo isn't here, the RAW beside it becomes the photo.
    mutating func setOriginals(
        main: SourceFile?, missing: SourceDifference.Reason?, raw: SourceFile?, pairedVideo: SourceFile?
    ) {
        if let main {
            originals = [main, raw, pairedVideo].compactMap { $0 }
        } else if var raw {
            raw.type = .photo
            originals = [raw, pairedVideo].compactMap { $0 }
            differences.append(SourceDifference(.rawPairs, missing ?? .absent))
        } else {
            self.missing = missing ?? .absent
        }
    }

    /// Decides what the files of an edit are worth.
    ///
    /// - Parameters:
    ///   - isExpectedSlowMotion: Whether the catalogue says that the edit is nothing but a slow motion.
    ///   - missing: Why there is no rendering, if there is none.
    mutating func setEdit(
        recipeFile: (file: SourceFile, recipe: AppleRecipe?)?, recipe: SourceEdit.Recipe? = nil,
        renderings: [SourceFile], bases: [SourceFile], date: Date?, isVideo: Bool,
        isExpectedSlowMotion: Bool, missing: SourceDifference.Reason
    ) {
        let recipe = recipeFile?.recipe?.recipe ?? recipe
        let main: ResourceType = isVideo ? .fullSizeVideo : .fullSizePhoto
        let isRendered = renderings.contains { $0.type == main }
        let isSlowMotion = recipe.map { $0.formatIdentifier == AppleRecipe.slowMotion } ?? isExpectedSlowMotion
        if !isRendered, isVideo, isSlowMotion {
            slowMotion = recipeFile?.file
            if slowMotion == nil || recipe == nil {
                differences.append(SourceDifference(.slowMotion, .noRecipe))
            }
            return
        }
        guard isRendered else {
            differences.append(SourceDifference(.edits, missing, detail: recipe?.formatIdentifier))
            return
        }
        if recipe == nil { differences.append(SourceDifference(.edits, .noRecipe)) }
        edit = SourceEdit(
            recipe: recipe, recipeFile: recipe == nil ? nil : recipeFile?.file, renderings: renderings, bases: bases,
            date: date ?? recipeFile?.recipe?.date)
    }
}
