internal import Foundation

/// The title in a document: the name of the upload, whole.
package enum TakeoutTitle {
    /// The signs that Google replaces with low lines in names of files.
    private static let replaced: Set<Character> = ["&", "'", "?", ":", "/", "\\", "\"", "<", ">", "|", "*", "%"]
    /// In bytes of UTF-8, as file systems limit names.
    private static let longestName = 255
    private static let entities = [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]

    /// Returns the title as it appears in names of files, before they are cut.
    package static func cleaned(_ title: String) -> String {
        String(title.precomposedStringWithCanonicalMapping.map { replaced.contains($0) ? "_" : $0 })
    }

    /// Returns whether a file can come from the upload of this title.
    package static func agrees(_ title: String, with name: TakeoutName) -> Bool {
        [title, decoded(title)].contains { title in
            let upload = cleaned(title).lowercased()
            if upload == name.base.lowercased() || upload == name.text.lowercased() { return true }
            // Uploaded without an extension.
            if upload == name.stem.lowercased() || upload == name.numberedStem.lowercased() { return true }
            return name.stem.utf16.count >= TakeoutDocumentNames.cutLength && upload.hasPrefix(name.stem.lowercased())
        }
    }

    /// Returns the names in the export that a file with this title and number can have: two if the cut splits a
    /// character. A title without an extension has no such name, because the file's is unknown.
    package static func fileNames(of title: String, number: Int?) -> [String] {
        let upload = cleaned(title)
        guard let dot = upload.lastIndex(of: "."), dot > upload.startIndex else { return [] }
        return TakeoutName.cuts(of: String(upload[..<dot]), to: TakeoutDocumentNames.fileStemCutLength).map { stem in
            stem + (number.map { "(\($0))" } ?? "") + upload[dot...]
        }
    }

    /// Returns the name of a file for people and for exports: the title with the extension of the file, if it is a
    /// possible name, or else the name of the file.
    package static func fileName(title: String?, file: TakeoutName) -> String {
        guard let title else { return file.text }
        var name = String(
            title.unicodeScalars.map { scalar -> Character in
                scalar == "/" || scalar.properties.generalCategory == .control ? "_" : Character(scalar)
            }
        ).trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty, name != ".", name != ".." else { return file.text }
        if !file.pathExtension.isEmpty,
            TakeoutName(name).pathExtension.lowercased() != file.pathExtension.lowercased()
        {
            name = (TakeoutMedia(name: name) == nil ? name : TakeoutName(name).numberedStem) + ".\(file.pathExtension)"
        }
        return name.utf8.count <= longestName ? name : file.text
    }

    /// Decodes the five entities of HTML. Only comparisons use the result.
    private static func decoded(_ title: String) -> String {
        guard title.contains("&") else { return title }
        return entities.reduce(title) { $0.replacing($1.0, with: $1.1) }
    }
}
