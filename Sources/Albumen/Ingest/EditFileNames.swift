import Foundation
import PhotoLibrary

/// The names of the files of an edit, found by the rules of `EditFileName`.
struct EditFileNames: Equatable {
    let originalStem: String
    /// The names of the original, which can also be a RAW and a JPEG.
    let originals: [String]
    /// The files with the name of a rendering. Only the recipe can tell which of them belong to the edit.
    let renderings: [String]
    /// The files with the name of a base.
    let bases: [String]
    /// The names that the document can have, the most specific first.
    let documents: [String]

    var media: [String] { renderings + bases }

    /// Finds the edits among the files of a folder. An edit needs an original and a rendering. Whether there is a
    /// document, the caller finds out.
    ///
    /// - Complexity: O(*n*) for *n* names.
    static func find(among names: [String]) -> [EditFileNames] {
        var media: [String: [String]] = [:]
        for name in names where IngestRules.isMediaName(name) {
            media[(name as NSString).deletingPathExtension, default: []].append(name)
        }
        return media.keys.sorted().compactMap { stem in
            let candidates = EditFileName.originals(EditFileName.rendering, of: stem)
            guard let original = candidates.first(where: { media[$0] != nil }), let originals = media[original]
            else { return nil }
            let base = EditFileName.stem(EditFileName.base, of: original)
            return EditFileNames(
                originalStem: original, originals: originals.sorted(), renderings: (media[stem] ?? []).sorted(),
                bases: (media[base] ?? []).sorted(),
                documents: [stem, original].flatMap { stem in ["AAE", "aae"].map { "\(stem).\($0)" } })
        }
    }
}
