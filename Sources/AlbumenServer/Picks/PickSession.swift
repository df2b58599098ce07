import BlobStore
import Foundation
import PickerWire
import Records

/// A session of the picker: one request of an app, and the user's choice.
struct PickSession: Sendable {
    typealias State = PickDocument.State

    /// An asset in the selection.
    struct Asset: Sendable, Equatable {
        let uuid: String
        let row: Int64
    }

    /// The session's name in addresses. It can't be guessed, but it's no secret.
    let number: String
    /// The hash of the result token.
    let token: BlobDigest
    let requester: PickRequester
    /// The changes of a client's selection, or `nil` in a session of an app.
    var selection: PickSelection?
    let created: Date
    var configuration: PickConfiguration
    /// Counts all changes. Pages send it with their changes.
    var revision = 1
    /// Counts the changes that the app sees.
    var appRevision = 1
    var state = State.waiting
    /// The assets, in the order of the selection.
    var chosen: [Asset]
    /// The assets that are chosen at the start.
    let preselected: [Asset]
    /// The names that the app preselected. Not all of them need to be among `preselected`.
    var preselectedNames: [PreselectedName] = []
    /// The UUIDs of the preselected names that the app or the owner deselected.
    var deselectedNames: Set<String> = []
    /// Whether the owner has added the selection.
    var isAddedByOwner = false
    /// Whether the owner wants to choose a file of the device instead.
    var wantsFiles = false
    /// The page that shows the session, and the number of its event streams.
    var page: (name: String, streams: Int)?
    /// When a page was last connected, or the creation.
    var lastSeen: Date
    /// When a browser without the owner's cookie last showed who asks.
    var visited: Date?
    /// When the browser loaded the document of a page that hasn't opened the session yet.
    var arrival: Date?
    /// When another page last asked for the session, although this one shows it.
    var attempt: Date?
    /// When the session is cancelled if no page connects: after its window closed, or while a page loads.
    var closing: Date?
    /// The metadata that the user leaves out, in addition to the app's.
    var userRemoves: Set<PickConfiguration.Removal> = []
    /// The number of the app's changes of its request since a page opened the session.
    var requestChanges = 0
    /// The number of the app's searches since the start.
    var searchChanges = 0
    /// Whether the user has confirmed a selection since the last change of the request.
    var isConfirmed = false
    /// The UUIDs that the app had received before the last change of the request.
    var delivered: Set<String> = []
    /// When the choice was made, or when the session expired.
    var ended: Date?

    /// The assets that the app sees now. It has no bytes of preselected assets until the user confirms them.
    var visible: [Asset] {
        switch state {
        case .added: chosen
        case .cancelled: chosen
        case .open where needsConfirmation: chosen.filter { delivered.contains($0.uuid) }
        case .open where configuration.selection.isContinuous: chosen
        case .waiting, .open, .expired: []
        }
    }

    /// Whether the app receives no addition to the selection until the user confirms one.
    ///
    /// A page of another site can lead its user to a press in the picker. So a continuous session of a page delivers
    /// nothing before a confirmation, and nothing new after the page has changed its request.
    var needsConfirmation: Bool {
        state.isRunning && configuration.selection.isContinuous && requester.isPage && !isConfirmed
    }

    /// Whether the gallery offers the session while it waits. Sessions of the owner's programs are also announced in the
    /// terminal. Sessions of pages are offered while their window waits for the owner to sign in.
    var isAnnounced: Bool {
        guard requester.isOwner, selection == nil else { return false }
        return !requester.isPage || visited != nil
    }

    /// Returns whether the app receives a change of the selection at once.
    func isDelivered(since before: PickSession) -> Bool {
        let isHidden = needsConfirmation && visible == before.visible && visibleNames == before.visibleNames
        return configuration.selection.isContinuous && !isHidden
    }

    /// Returns whether the app may see no more of an asset than the name that it sent.
    func isPreselected(_ asset: Asset) -> Bool { !isAddedByOwner && preselected.contains(asset) }

    /// The assets whose bytes the app can load.
    var loadable: [Asset] { visible.filter { !isPreselected($0) } }

    /// Ends the session if its time is over. Returns whether it did.
    mutating func expire(_ now: Date, _ limits: PickLimits) -> Bool {
        let isOver =
            switch state {
            case .waiting, .open: page == nil && now.timeIntervalSince(lastSeen) >= limits.unopened
            case .added, .cancelled: ended.map { now.timeIntervalSince($0) >= limits.bytes } ?? false
            case .expired: false
            }
        guard isOver else { return false }
        state = .expired
        ended = now
        chosen = []
        count(isVisibleToApp: true)
        return true
    }

    /// Whether the window that waited for the owner to sign in has closed.
    func isVisitOver(_ now: Date, _ limits: PickLimits) -> Bool {
        guard state == .waiting, let visited else { return false }
        return now.timeIntervalSince(visited) >= limits.visit
    }

    /// Whether the session ends because its window has closed.
    ///
    /// A client's selection stays open, because its question waits in the gallery.
    func isClosed(_ now: Date) -> Bool {
        guard state == .open, selection == nil, page == nil, let closing else { return false }
        return now >= closing
    }

    /// Ends the session with the user's choice, or with the preselected assets.
    ///
    /// - Parameter isByOwner: Whether the owner ends it. The end of an app confirms nothing that it preselected.
    mutating func finish(_ now: Date, adds: Bool, isByOwner: Bool) {
        state = adds ? .added : .cancelled
        isAddedByOwner = adds && isByOwner
        if !adds { chosen = preselected }
        ended = now
    }

    /// The metadata that the delivered bytes leave out.
    var removes: Set<PickConfiguration.Removal> { configuration.removes.union(userRemoves) }

    /// Counts a change of the request, if there is one and a page shows it.
    mutating func noteRequestChange(since before: PickSession) {
        let (old, new) = (before.configuration, configuration)
        guard state == .open, old.limit != new.limit || old.edges != new.edges else { return }
        delivered = Set(before.visible.map(\.uuid))
        requestChanges += 1
        isConfirmed = false
    }

    /// Counts a change.
    mutating func count(isVisibleToApp: Bool) {
        revision += 1
        if isVisibleToApp { appRevision += 1 }
    }
}
