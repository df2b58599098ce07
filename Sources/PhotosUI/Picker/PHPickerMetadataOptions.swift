import PickerWire

/// Metadata that the delivered files don't contain. The user can remove more in the picker, and never less.
public struct PHPickerMetadataOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Removes the places where photos and videos were taken.
    public static let removeLocation = PHPickerMetadataOptions(rawValue: 1)
    /// Removes titles, captions and keywords.
    public static let removeCaptions = PHPickerMetadataOptions(rawValue: 2)

    /// What a request removes.
    var removals: Set<PickConfiguration.Removal> {
        Set((contains(.removeLocation) ? [.location] : []) + (contains(.removeCaptions) ? [.captions] : []))
    }
}
