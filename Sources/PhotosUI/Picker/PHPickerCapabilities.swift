import PickerWire

/// Parts of the picker's page that a configuration can disable.
public struct PHPickerCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The search field.
    public static let search = PHPickerCapabilities(rawValue: 1)
    /// The review of the selection.
    public static let stagingArea = PHPickerCapabilities(rawValue: 2)
    /// The list of albums and folders.
    public static let collectionNavigation = PHPickerCapabilities(rawValue: 4)
    /// The buttons Add and Cancel. The user can then end a continuous choice only by closing the window.
    public static let selectionActions = PHPickerCapabilities(rawValue: 8)
    /// Warnings about sensitive photos. Albumen has none, so that disabling them has no effect.
    public static let sensitivityAnalysisIntervention = PHPickerCapabilities(rawValue: 16)

    /// The capabilities in a request.
    var capabilities: Set<PickConfiguration.Capability> {
        let capabilities: [(PHPickerCapabilities, PickConfiguration.Capability)] = [
            (.search, .search), (.stagingArea, .stagingArea), (.collectionNavigation, .collectionNavigation),
            (.selectionActions, .selectionActions),
            (.sensitivityAnalysisIntervention, .sensitivityAnalysisIntervention),
        ]
        return Set(capabilities.filter { contains($0.0) }.map(\.1))
    }
}
