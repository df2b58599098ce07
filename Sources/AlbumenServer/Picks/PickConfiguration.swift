import Albumen

/// The configuration of a session, as the app requested it.
struct PickConfiguration: Sendable {
    /// The form of the delivered bytes.
    enum Representation: String, Sendable, CaseIterable {
        case automatic, current
        /// JPEG and H.264.
        case compatible
    }

    enum Selection: String, Sendable, CaseIterable {
        case `default`, ordered, continuous, continuousAndOrdered

        /// Whether the app receives the selection while the user changes it.
        var isContinuous: Bool { self == .continuous || self == .continuousAndOrdered }
        /// Whether results are in the order of the selection. Otherwise, they are in the library's order.
        var isOrdered: Bool { self == .ordered || self == .continuousAndOrdered }
    }

    enum Mode: String, Sendable, CaseIterable {
        case `default`, compact
    }

    enum Capability: String, Sendable, CaseIterable {
        case search, stagingArea, collectionNavigation, selectionActions, sensitivityAnalysisIntervention
    }

    enum Edge: String, Sendable, CaseIterable {
        case top, leading, bottom, trailing
    }

    /// Metadata that the delivered bytes leave out.
    enum Removal: String, Sendable, CaseIterable {
        case location, captions
    }

    /// The largest number of assets in a session, and the limit of a configuration with the limit 0.
    static let assetLimit = 10_000

    /// The app's own name and purpose, which the page shows as a claim.
    var application: String?
    var purpose: String?
    /// The largest number of assets, or 0 for as many as possible.
    var limit = 1
    var filter: PickFilter?
    var representation = Representation.automatic
    var selection = Selection.default
    /// Local identifiers or item tokens.
    var preselected: [String] = []
    /// Whether results contain local identifiers. Only for programs of the owner.
    var hasIdentifiers = false
    var mode = Mode.default
    var disabled: Set<Capability> = []
    var edges: Set<Edge> = []
    var removes: Set<Removal> = []
    /// Whether the server opens the owner's browser. Only for programs of the owner.
    var isPresented = false
    /// Whether the browser opens a new window instead of a tab, if the server knows how.
    var isInNewWindow = false
    /// Whether the page also offers a file of the device instead. The app then shows its own dialog.
    var offersFiles = false

    /// The effective limit.
    var assetLimit: Int { limit == 0 ? Self.assetLimit : limit }
}
