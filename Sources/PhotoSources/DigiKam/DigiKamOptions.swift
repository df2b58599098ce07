package import SystemPackage

/// The choices of an import from digiKam.
package struct DigiKamOptions: Sendable {
    /// The folders that stand for the collections (“album roots”), by their labels, identifiers or paths.
    ///
    /// A key is the label that digiKam shows, the text of `AlbumRoots.identifier`, that text followed by
    /// `specificPath`, or the path that the two name. A label or identifier that several roots have isn't used.
    package var roots: [String: FilePath] = [:]
    /// Whether items in digiKam's trash are brought over.
    package var bringsTrashed = false
    /// Whether the names of persons are brought over as keywords.
    package var personsAsKeywords = false

    package init() {}
}
