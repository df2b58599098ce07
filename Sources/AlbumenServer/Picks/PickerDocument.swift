import Foundation
import PickerWire

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
    /// The search with which the page begins, or that the app has shown last; `null` for all photos.
    @OrNull var search: String?
    /// The number of the app's searches since the start. The page shows `search` whenever it rises.
    let searchChanges: Int
    /// Whether the page offers a file of the device instead.
    let offersFiles: Bool
    let revision: Int
    let state: String
    /// The number of changes of the request since a page opened the session.
    let requestChanges: Int
    /// Whether the app receives no addition to the selection until the owner confirms one.
    let needsConfirmation: Bool
    /// The client whose selection the session changes, or `null` in a session of an app.
    @OrNull var selectionFor: String?
    /// The number of assets that are chosen now.
    let count: Int
    /// The UUIDs of the chosen assets, in order. Empty in a session for a client's selection, which can be large.
    let chosen: [String]
    /// The asset at which the page begins: the last preselected one.
    @OrNull var initial: String?

    /// - Parameter selectionCount: The number of assets in the client's selection with the user's changes.
    init(_ session: PickSession, selectionCount: Int? = nil) {
        let configuration = session.configuration
        number = session.number
        requester = PickRequesterDocument(session.requester)
        application = configuration.application
        purpose = configuration.purpose
        limit = configuration.limit
        selection = configuration.selection.rawValue
        mode = configuration.mode.rawValue
        disabled = configuration.disabled.map(\.rawValue).sorted()
        edgesWithoutContentMargins = configuration.edges.map(\.rawValue).sorted()
        removes = session.removes.map(\.rawValue).sorted()
        representation = configuration.representation.rawValue
        search = configuration.search
        searchChanges = session.searchChanges
        offersFiles = configuration.offersFiles
        revision = session.revision
        state = session.state.rawValue
        requestChanges = session.requestChanges
        needsConfirmation = session.needsConfirmation
        selectionFor = session.selection?.client
        count = selectionCount ?? session.chosen.count
        chosen = session.chosen.map(\.uuid)
        initial = session.preselected.last?.uuid
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

/// The assets of a request that are chosen now.
struct ChosenAssetsDocument: Encodable {
    let chosen: [String]
}
