import HTTPTypes

@testable import AlbumenServer

/// The expected answers of the owner's routes to clients with a token. Derived from a table that lists each route, so
/// that a new route fails until somebody has decided on it.
enum ClientExpectation {
    /// The state of the requested asset for a client.
    enum State: CaseIterable, Sendable {
        /// In the library, and chosen for the limited client.
        case visible, hidden, trashed
        /// In the library, but never chosen.
        case foreign
        /// Chosen and then deselected.
        case deselected

        /// The asset's state in the library.
        var inLibrary: AccessExpectation.State {
            switch self {
            case .visible, .foreign, .deselected: .visible
            case .hidden: .hidden
            case .trashed: .trashed
            }
        }

        var isChosen: Bool { self != .foreign && self != .deselected }
    }

    /// The routes that only the owner uses.
    private static let ownerOnly: Set<String> = [
        "/", "/web/**", "/open", "/picker", "/access", "/status", "/api/session", "/api/picker/waiting",
        "/api/picker/{number}",
        "/api/picker/{number}/events", "/api/picker/{number}/eligibility", "/api/picker/{number}/selection",
        "/api/picker/{number}/chosen", "/api/picker/{number}/end", "/api/questions", "/api/questions/{question}",
        "/api/questions/{question}/picker", "/api/clients", "/api/clients/{client}", "/api/clients/{client}/assets",
        "/api/clients/{client}/choose", "/api/clients/{client}/deselect", "/api/clients/{client}/token",
        "/api/remembered/{pick}/assets", "/api/search/completions", "/api/search/correction", "/api/browsers",
        "/api/browsers/{browser}", "/api/senders", "/api/senders/{sender}", "/api/pairings", "/api/pairings/{pairing}",
        "/api/sites", "/api/sites/{site}",
        "/api/sources", "/api/backup", "/api/status", "/api/removals", "/api/import",
        "/api/import/undo", "/api/watched-folders", "/api/watched-folders/{folder}",
        "/api/import/undo/{collection}", "/api/uploads", "/api/uploads/known", "/api/uploads/complete",
        "/api/uploads/{upload}",
    ]

    /// The routes whose answer to a limited client depends on nothing, or on what it doesn't request: as to the owner.
    private static let general: Set<String> = [
        "/api/openapi.json", "/api/collections", "/api/collections/{collection}/timeline",
        "/api/collections/{collection}/timeline/{version}",
        "/api/collections/{collection}/timeline/{version}/identifiers",
        "/api/collections/{collection}/timeline/{version}/ranks", "/api/covers",
        "/api/collections/{collection}/timeline/{version}/months",
        "/api/collections/{collection}/timeline/{version}/days",
        "/api/collections/{collection}/timeline/{version}/covers", "/api/changes", "/api/downloads/{download}",
        "/api/undo", "/api/bursts/frames",
    ]

    /// The routes of one asset: not found unless it's chosen.
    private static let ofAssets: Set<String> = [
        "/api/collections/{collection}/timeline/{version}/ranks/{asset}", "/api/assets/{asset}",
        "/api/assets/{asset}/thumbnail", "/api/assets/{asset}/preview", "/api/assets/{asset}/rendition",
        "/api/assets/{asset}/tiles", "/api/assets/{asset}/tile", "/api/assets/{asset}/video",
        "/api/assets/{asset}/video/parts", "/api/assets/{asset}/video/part", "/api/assets/{asset}/video/frames",
        "/api/assets/{asset}/originals/{type}", "/api/assets/{asset}/download", "/api/assets/{asset}/shown",
        "/api/assets/{asset}/burst",
        "/api/assets/{asset}/adjustments",
        "/api/assets/{asset}/adjustments/preview", "/api/assets", "/api/downloads", "/api/revert", "/api/trash",
        "/api/trash/restore", "/api/trash/purge", "/api/adjustments", "/api/assets/summary",
    ]

    /// The routes of the owner's empty album, which a limited client doesn't see, and of albums that it creates.
    private static let ofAlbums: Set<String> = [
        "/api/collections/{collection}", "/api/collections/{collection}/members",
    ]

    /// Returns the answer to a client with full access.
    static func full(_ expectation: AccessExpectation, _ state: State) -> Int? {
        if ownerOnly.contains(expectation.route) { return 403 }
        return expectation.owner[state.inLibrary]
    }

    /// Returns the answer to a client with limited access, or `nil` for a route that nobody has decided on.
    static func limited(_ expectation: AccessExpectation, _ state: State) -> Int? {
        let (route, owner) = (expectation.route, expectation.owner[state.inLibrary])
        if ownerOnly.contains(route) { return 403 }
        // A new album, with an asset that must be visible.
        if expectation.name == "POST /api/collections" { return state.isChosen ? owner : 404 }
        if general.contains(route) { return owner }
        if ofAssets.contains(route) { return state.isChosen ? owner : missing[expectation.name] ?? 404 }
        if ofAlbums.contains(route) { return 404 }
        return nil
    }

    /// The answers about an asset that isn't chosen or doesn't exist, where it isn't 404.
    private static let missing: [String: Int] = [
        // Reports the failure of each asset.
        "POST /api/adjustments": 200
    ]
}
