public import ItemProviders

/// An asset that the user chose.
public struct PHPickerResult: Equatable, Hashable, Sendable {
    /// The provider of the asset's files. For a preselected asset that the user has not confirmed, because of
    /// Cancel, it has no types.
    ///
    /// The types are in the order of fidelity, such as RAW before JPEG, and a Live Photo's folder before its photo. All
    /// loads have a determinate progress. The files can be loaded until an hour after the choice.
    public let itemProvider: NSItemProvider

    /// The asset's local identifier. `nil` unless the configuration has a photo library and the app runs as its user.
    public let assetIdentifier: String?

    /// Names the asset. Not in Apple's framework.
    ///
    /// It's the same in each picker for the same app, and means nothing to others. Use it to preselect, deselect or
    /// move assets without access to the library.
    public let assetToken: String
}
