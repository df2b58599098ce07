import PickerWire

/// The layout of the picker's page.
public struct PHPickerMode: Equatable, Hashable, Sendable {
    /// The mode in a request.
    let wireMode: PickConfiguration.Mode

    /// The layout with albums and search.
    public static let `default` = PHPickerMode(wireMode: .default)

    /// One row of photos.
    public static let compact = PHPickerMode(wireMode: .compact)
}
