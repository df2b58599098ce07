public import Photos
public import UIKitCore

/// The choices that a picker offers, and the form of its results.
///
/// ```swift
/// var configuration = PHPickerConfiguration()
/// configuration.filter = .images
/// configuration.selectionLimit = 5
/// ```
public struct PHPickerConfiguration: Equatable, Hashable, @unchecked Sendable {
    /// The form in which files are delivered.
    public enum AssetRepresentationMode: Sendable, Equatable, Hashable {
        /// As ``current``. Apple's framework may transcode.
        case automatic
        /// The stored bytes of the current version: an unedited asset's original, or else the edit's rendering.
        case current
        /// JPEG and H.264, transcoded if necessary. A video takes long: see `Progress.itemLoadPhase`.
        case compatible

        /// Creates the mode for an encoding policy of SwiftUI's picker. Not in Apple's framework.
        public init(_ policy: PhotosPickerItem.EncodingDisambiguationPolicy) {
            self = policy.mode
        }
    }

    /// The way in which the user selects.
    public enum Selection: Sendable, Equatable, Hashable {
        /// Results are in the order of the library.
        case `default`
        /// Results are in the order in which the user selected them, which the picker shows as numbers.
        case ordered
        /// As ``default``, and the delegate is called after each change of the selection.
        case continuous
        /// As ``ordered``, and the delegate is called after each change of the selection.
        case continuousAndOrdered

        var isContinuous: Bool { self == .continuous || self == .continuousAndOrdered }
    }

    /// The form in which files are delivered. The default is `automatic`.
    public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic

    /// The way in which the user selects. The default is `default`.
    public var selection = Selection.default

    /// The largest number of assets that the user can choose, or 0 for no limit. The default is 1. The server
    /// enforces it.
    public var selectionLimit = 1

    /// The assets that the user can choose, or `nil` for all.
    public var filter: PHPickerFilter?

    /// The local identifiers or tokens (``PHPickerResult/assetToken``) of assets that are selected when the
    /// picker opens.
    ///
    /// It needs a limit other than 1. Local identifiers need a configuration with a photo library, and tokens don't.
    /// Unknown ones are ignored.
    public var preselectedAssetIdentifiers: [String] = []

    /// The layout of the picker's page.
    public var mode = PHPickerMode.default

    /// The edges at which the picker's page has no margins.
    public var edgesWithoutContentMargins: NSDirectionalRectEdge = []

    /// The parts of the picker's page that are missing.
    public var disabledCapabilities: PHPickerCapabilities = []

    /// The metadata that the delivered files don't contain. By default, they contain all.
    public var metadataOptions: PHPickerMetadataOptions = []

    /// The search with which the picker opens, or `nil` for all photos.
    ///
    /// The page shows its results, and the user can change or leave it. The app learns nothing of the results but what
    /// the user chooses. If the page has no search field, because of ``PHPickerMode/compact`` or ``disabledCapabilities``,
    /// it has a button that leaves the search. Apple doesn't document that case.
    public var searchText: PHPickerSearchText?

    let photoLibrary: PHPhotoLibrary?

    /// Creates a configuration whose results have no local identifiers.
    public init() {
        photoLibrary = nil
    }

    /// Creates a configuration whose results have local identifiers, if the app runs as the library's user.
    ///
    /// The picker doesn't open the library. To fetch assets by the identifiers, the app needs access to them.
    public init(photoLibrary: PHPhotoLibrary) {
        self.photoLibrary = photoLibrary
    }

    /// Changes of a picker that is presented. `nil` leaves a value as it is.
    public struct Update: Equatable, Hashable, Sendable {
        /// The largest number of assets that the user can choose, or 0 for no limit.
        public var selectionLimit: Int?

        /// The edges at which the picker's page has no margins.
        public var edgesWithoutContentMargins: NSDirectionalRectEdge?

        /// A search that replaces the one on the page. A blank one shows all photos.
        public var searchText: PHPickerSearchText?

        public init() {}
    }
}
