package import SystemPackage

/// The choices of an import from PhotoPrism.
package struct PhotoPrismOptions: Sendable {
    /// The folder with the originals, or `nil` if it's in the folder that the user named.
    package var originals: FilePath?
    /// Whether archived photos are brought over.
    package var bringsTrashed = false
    /// Whether the names of persons are brought over as keywords.
    package var personsAsKeywords = false
    /// Returns whether a folder in the originals belongs to another program, by its name and the names in it. Files in
    /// it that PhotoPrism doesn't know are no photos of the user.
    package var isForeignFolder: @Sendable (_ name: String, _ contains: (String) -> Bool) -> Bool = { _, _ in false }

    package init() {}
}
