/// The choices of an import from Apple's data export.
package struct AppleDataExportOptions: Sendable, Equatable {
    /// Whether items in Recently Deleted are brought over.
    package var bringsTrashed = false
    /// The account, if the user names it to keep apart the albums of several accounts. Exports don't name it.
    package var account = ""

    package init() {}
}
