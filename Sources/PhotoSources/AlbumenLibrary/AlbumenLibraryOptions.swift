/// The choices of an import from another library of Albumen.
package struct AlbumenLibraryOptions: Sendable {
    /// Whether the assets in Recently Deleted are brought over, as such.
    package var bringsTrashed = false

    package init() {}
}
