internal import Foundation

/// The names that the JSON document of a photo or video can have.
///
/// The document's name is the name of the upload, in exports since autumn 2024 with `.supplemental-metadata`, cut after
/// 46 UTF-16 units, then the number, then `.json`. Some exports don't cut.
package enum TakeoutDocumentNames {
    package static let suffix = ".json"
    package static let supplement = ".supplemental-metadata"
    /// The number of UTF-16 units after which documents' names are cut.
    package static let cutLength = 46
    /// The number of UTF-16 units after which the stems of files are cut.
    package static let fileStemCutLength = 47

    /// The names that Google's rules form, most likely first. The document belongs to the file.
    package static func expected(for name: TakeoutName) -> [String] {
        var names = forms(of: name.base, number: name.number)
        if name.canHaveNumberInTitle { names += forms(of: name.text, number: nil) }
        return names
    }

    /// The names that exceptions of the rules form. The document belongs to the file only if its title agrees: files
    /// that were uploaded without an extension, and supplements cut at another place.
    package static func unusual(for name: TakeoutName) -> [String] {
        var names: [String] = []
        if !name.pathExtension.isEmpty {
            names += forms(of: name.stem, number: name.number)
            if name.canHaveNumberInTitle { names += forms(of: name.numberedStem, number: nil) }
        }
        names += prefixes(of: name.base, number: name.number)
        if let number = name.number, name.canHaveNumberInTitle {
            names += [name.text + number.inParentheses + suffix]
            names += prefixes(of: name.text, number: nil) + prefixes(of: name.text, number: number)
        }
        return names
    }

    /// The names of documents that numbered copies share, because the export forgot their own: that of the file without
    /// number, if it is cut.
    package static func shared(for name: TakeoutName) -> [String] {
        guard name.number != nil, name.base.utf16.count > cutLength else { return [] }
        return forms(of: name.base, number: nil)
    }

    /// Returns the number in a document's name, before `.json`.
    package static func number(in name: String) -> Int? { TakeoutName(name).number }

    /// Returns the title in a document's name that isn't cut, or `nil` if the name can be cut.
    package static func uncutTitle(in name: String) -> String? {
        let title = TakeoutName(name).stem
        guard title.utf16.count > cutLength else { return nil }
        return title.hasSuffix(supplement) ? String(title.dropLast(supplement.count)) : title
    }

    private static func forms(of whole: String, number: Int?) -> [String] {
        let end = (number?.inParentheses ?? "") + suffix
        var stems = TakeoutName.cuts(of: whole + supplement, to: cutLength)
        stems += TakeoutName.cuts(of: whole, to: cutLength) + [whole + supplement, whole]
        let decomposed = whole.decomposedStringWithCanonicalMapping
        if decomposed.utf16.count != whole.utf16.count {
            // The title was decomposed when Google cut it.
            stems += TakeoutName.cuts(of: decomposed + supplement, to: cutLength)
            stems += TakeoutName.cuts(of: decomposed, to: cutLength)
        }
        return stems.map { $0 + end }
    }

    private static func prefixes(of whole: String, number: Int?) -> [String] {
        let end = (number?.inParentheses ?? "") + suffix
        return (1..<supplement.utf16.count).reversed().map { whole + supplement.prefix($0) + end }
    }
}

extension TakeoutName {
    /// Whether the number can be a part of the title. The stems of titles are cut, with their numbers.
    fileprivate var canHaveNumberInTitle: Bool {
        number != nil && numberedStem.utf16.count <= TakeoutDocumentNames.fileStemCutLength
    }
}

extension Int {
    fileprivate var inParentheses: String { "(\(self))" }
}
