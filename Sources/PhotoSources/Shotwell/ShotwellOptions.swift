package import SystemPackage

/// The choices of an import from Shotwell.
package struct ShotwellOptions: Sendable {
    /// The folders that replace the beginnings of the catalogue's paths, such as `/media/old/Pictures` for
    /// `/home/anna/Pictures`. The longest beginning counts. A beginning that is right is replaced by itself.
    package var roots: [String: FilePath] = [:]
    /// Whether items in Shotwell's trash are brought over.
    package var bringsTrashed = false
    /// Whether the names of persons are brought over as keywords.
    package var personsAsKeywords = false

    package init() {}
}
