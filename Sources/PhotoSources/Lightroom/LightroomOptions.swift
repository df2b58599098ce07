package import SystemPackage

/// The choices of an import from Lightroom Classic.
package struct LightroomOptions: Sendable {
    /// The folders that stand for folders of the catalogue's computer, by their absolute paths there, such as
    /// `C:/Users/x/Pictures/`. The longest path that contains a root folder counts.
    package var roots: [String: FilePath] = [:]
    /// Whether the names of persons are brought over as keywords.
    package var personsAsKeywords = false

    package init() {}
}
