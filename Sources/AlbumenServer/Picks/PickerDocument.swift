import Foundation

/// A session, as the owner's page sees it.
struct PickerDocument: Encodable {
    let number: String
    let requester: PickRequesterDocument
    @OrNull var application: String?
    @OrNull var purpose: String?
    let limit: Int
    let selection: String
    let mode: String
    let disabled: [String]
    let edgesWithoutContentMargins: [String]
    let removes: [String]
    let representation: String
    let revision: Int
    let state: String
    /// The UUIDs of the chosen assets, in order.
    let chosen: [String]
    /// The asset at which the page begins: the last preselected one.
    @OrNull var initial: String?

    init(_ session: PickSession) {
        let configuration = session.configuration
        number = session.number
        requester = PickRequesterDocument(session.requester)
        _application = OrNull(wrappedValue: configuration.application)
        _purpose = OrNull(wrappedValue: configuration.purpose)
        limit = configuration.limit
        selection = configuration.selection.rawValue
        mode = configuration.mode.rawValue
        disabled = configuration.disabled.map(\.rawValue).sorted()
        edgesWithoutContentMargins = configuration.edges.map(\.rawValue).sorted()
        removes = session.removes.map(\.rawValue).sorted()
        representation = configuration.representation.rawValue
        revision = session.revision
        state = session.state.rawValue
        chosen = session.chosen.map(\.uuid)
        _initial = OrNull(wrappedValue: session.preselected.last?.uuid)
    }
}

/// The sessions of the owner's programs that wait for a page.
struct WaitingPicksDocument: Encodable {
    let picks: [PickerDocument]
}

/// The reason why an asset can't be chosen.
struct PickObstacleDocument: Encodable {
    let reason: String
    let message: String
}
