/// The layout of the picker's page.
public struct PHPickerMode: Equatable, Hashable, Sendable {
    /// The name of the mode for the server.
    let name: String

    /// The layout with albums and search.
    public static let `default` = PHPickerMode(name: "default")

    /// One row of photos.
    public static let compact = PHPickerMode(name: "compact")
}
