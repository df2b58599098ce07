/// The configuration of a pick, as an app requests it.
package struct PickConfiguration: Sendable {
    /// The form of the delivered bytes.
    package enum Representation: String, Sendable, CaseIterable {
        case automatic, current
        /// JPEG and H.264.
        case compatible
    }

    /// How the user selects, and when the app receives the selection.
    package enum Selection: String, Sendable, CaseIterable {
        case `default`, ordered, continuous, continuousAndOrdered

        /// Whether the app receives the selection while the user changes it.
        package var isContinuous: Bool { self == .continuous || self == .continuousAndOrdered }
        /// Whether results are in the order of the selection. Otherwise, they are in the library's order.
        package var isOrdered: Bool { self == .ordered || self == .continuousAndOrdered }
    }

    /// The layout of the picker's page.
    package enum Mode: String, Sendable, CaseIterable {
        case `default`, compact
    }

    /// A part of the picker's page that an app can disable.
    package enum Capability: String, Sendable, CaseIterable {
        case search, stagingArea, collectionNavigation, selectionActions, sensitivityAnalysisIntervention
    }

    /// An edge at which the picker's page has no margin.
    package enum Edge: String, Sendable, CaseIterable {
        case top, leading, bottom, trailing
    }

    /// Metadata that the delivered bytes leave out.
    package enum Removal: String, Sendable, CaseIterable {
        case location, captions
    }

    /// The fields of the JSON. All are optional for the server, which reads them itself, because it refuses others.
    package enum Field: String, CodingKey, CaseIterable {
        case application, purpose, limit, filter, representation, selection, preselected, identifiers, mode, disabled
        case edgesWithoutContentMargins, removes, present, newWindow, offersFiles, search
    }

    /// The largest number of assets in a session, and the limit of a configuration with the limit 0.
    package static let assetLimit = 10_000
    /// The largest number of bytes of `application`.
    package static let applicationLimit = 200
    /// The largest number of bytes of `purpose`.
    package static let purposeLimit = 1000
    /// The largest number of bytes of `search`.
    package static let searchLimit = 500

    /// The app's own name and purpose, which the page shows as a claim.
    package var application: String?
    package var purpose: String?
    /// The largest number of assets, or 0 for as many as possible.
    package var limit = 1
    package var filter: PickFilter?
    package var representation = Representation.automatic
    package var selection = Selection.default
    /// Local identifiers or item tokens.
    package var preselected: [String] = []
    /// Whether results contain local identifiers. Only for programs of the owner.
    package var hasIdentifiers = false
    package var mode = Mode.default
    package var disabled: Set<Capability> = []
    package var edges: Set<Edge> = []
    package var removes: Set<Removal> = []
    /// Whether the server opens the owner's browser. Only for programs of the owner.
    package var isPresented = false
    /// Whether the browser opens a new window instead of a tab, if the server knows how.
    package var isInNewWindow = false
    /// Whether the page also offers a file of the device instead. The app then shows its own dialog.
    package var offersFiles = false
    /// The search with which the page begins, or `nil` for all photos.
    package var search: String?

    package init() {}

    /// The effective limit.
    package var assetLimit: Int { limit == 0 ? Self.assetLimit : limit }
}

extension PickConfiguration: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Field.self)
        try container.encodeIfPresent(application, forKey: .application)
        try container.encodeIfPresent(purpose, forKey: .purpose)
        try container.encode(limit, forKey: .limit)
        try container.encodeIfPresent(filter, forKey: .filter)
        try container.encode(representation.rawValue, forKey: .representation)
        try container.encode(selection.rawValue, forKey: .selection)
        try container.encode(preselected, forKey: .preselected)
        try container.encode(hasIdentifiers, forKey: .identifiers)
        try container.encode(mode.rawValue, forKey: .mode)
        try container.encode(disabled.names, forKey: .disabled)
        try container.encode(edges.names, forKey: .edgesWithoutContentMargins)
        try container.encode(removes.names, forKey: .removes)
        try container.encode(isPresented, forKey: .present)
        // Earlier servers don't know these.
        if isInNewWindow { try container.encode(true, forKey: .newWindow) }
        if offersFiles { try container.encode(true, forKey: .offersFiles) }
        try container.encodeIfPresent(search, forKey: .search)
    }
}

extension Set where Element: RawRepresentable & CaseIterable, Element.RawValue == String {
    /// The names, in the order of their declaration.
    var names: [String] { Element.allCases.filter(contains).map(\.rawValue) }
}
