public import Photos
public import PhotosUI

/// Lets the user choose photos and videos in a browser, and stores the chosen items in a model.
///
/// Apple's type is a view with a label. Here no view exists, so a program presents the picker itself:
///
/// ```swift
/// let selection = Binding(get: { model.selection }, set: { model.selection = $0 })
/// await PhotosPicker(selection: selection, maxSelectionCount: 5, matching: .images).present()
/// ```
///
/// The page is that of `PHPickerViewController`, whose documentation describes the server that it needs.
@preconcurrency @MainActor
public struct PhotosPicker {
    private let store: ([PhotosPickerItem]) -> Void
    let configuration: PHPickerConfiguration

    /// Creates a picker of one item. Apple's initializer also takes a label.
    ///
    /// - Parameters:
    ///   - selection: The chosen item. It stays the same if the user cancels or the picker fails.
    ///   - filter: The assets that the user can choose, or `nil` for all.
    ///   - preferredItemEncoding: The form in which files are delivered.
    public init(
        selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) {
        configuration = Self.configuration(PHPickerConfiguration(), filter, preferredItemEncoding)
        store = { selection.wrappedValue = $0.first }
    }

    /// Creates a picker of one item, as above, whose item has a local identifier.
    public init(
        selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary
    ) {
        configuration = Self.configuration(
            PHPickerConfiguration(photoLibrary: photoLibrary), filter, preferredItemEncoding)
        store = { selection.wrappedValue = $0.first }
    }

    /// Creates a picker of several items. Apple's initializer also takes a label.
    ///
    /// - Parameters:
    ///   - selection: The chosen items. They stay the same if the user cancels or the picker fails.
    ///   - maxSelectionCount: The largest number of items, or `nil` for no limit.
    ///   - selectionBehavior: The way in which the user selects.
    ///   - filter: The assets that the user can choose, or `nil` for all.
    ///   - preferredItemEncoding: The form in which files are delivered.
    public init(
        selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) {
        var configuration = Self.configuration(PHPickerConfiguration(), filter, preferredItemEncoding)
        configuration.selectionLimit = maxSelectionCount ?? 0
        configuration.selection = selectionBehavior.selection
        self.configuration = configuration
        store = { selection.wrappedValue = $0 }
    }

    /// Creates a picker of several items, as above, whose items have local identifiers. Items of the selection that
    /// have one are selected when the picker opens.
    public init(
        selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary
    ) {
        var configuration = Self.configuration(
            PHPickerConfiguration(photoLibrary: photoLibrary), filter, preferredItemEncoding)
        configuration.selectionLimit = maxSelectionCount ?? 0
        configuration.selection = selectionBehavior.selection
        configuration.preselectedAssetIdentifiers = selection.wrappedValue.compactMap(\.itemIdentifier)
        self.configuration = configuration
        store = { selection.wrappedValue = $0 }
    }

    /// Shows the picker's page, and returns after the user has chosen or cancelled, or after a failure. Not in Apple's
    /// framework.
    ///
    /// Stores the chosen items before it returns. A cancelled task closes the page.
    ///
    /// - Returns: Whether the user has chosen. `false` if the picker fails, for example without a server.
    @discardableResult
    public func present() async -> Bool {
        guard let items = await PickerPresentation(configuration).items() else { return false }
        store(items)
        return true
    }

    private static func configuration(
        _ base: PHPickerConfiguration, _ filter: PHPickerFilter?,
        _ encoding: PhotosPickerItem.EncodingDisambiguationPolicy
    ) -> PHPickerConfiguration {
        var configuration = base
        configuration.filter = filter
        configuration.preferredAssetRepresentationMode = PHPickerConfiguration.AssetRepresentationMode(encoding)
        return configuration
    }
}

/// The way in which the user selects in a ``PhotosPicker``. The selection is stored when the user has confirmed it.
public struct PhotosPickerSelectionBehavior: Equatable, Hashable, Sendable {
    let selection: PHPickerConfiguration.Selection

    /// Items are in the order of the library.
    public static let `default` = PhotosPickerSelectionBehavior(selection: .default)
    /// Items are in the order in which the user selected them.
    public static let ordered = PhotosPickerSelectionBehavior(selection: .ordered)
}
