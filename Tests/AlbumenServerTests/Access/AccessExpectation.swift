import Foundation
import HTTPTypes

@testable import AlbumenServer

/// The expected answers of a route for each visitor. Each route of the router has at least one expectation.
struct AccessExpectation: Sendable {
    enum State: CaseIterable, Sendable {
        case visible
        case hidden
        case trashed
    }

    /// The objects that a request refers to.
    struct Subject: Sendable {
        let asset: String
        let version: Int64
        /// An unused link.
        let link: String
        /// A user album.
        let album: String
        /// A session of the picker, open, with the revision 2.
        var pick = ""
        /// An open question about a selection.
        var question: Int64 = 0
        /// A confirmed pick.
        var remembered: Int64 = 0
    }

    let method: HTTPRequest.Method
    /// The route as registered in the router.
    let route: String
    let path: @Sendable (Subject) -> String
    /// The body in JSON, for requests that change something.
    var body: (@Sendable (Subject) -> String)?
    let owner: [State: Int]
    let nobody: Int
    /// Whether the answer to the owner is a stream without an end.
    var isStream = false

    var changes: Bool { ![.get, .head, .options].contains(method) }

    var name: String { "\(method) \(route)" }
}

extension AccessExpectation {
    static let all: [AccessExpectation] = [
        always("/") { _ in "/" },
        always("/web/**") { _ in "/web/app.js" },
        always("/api/openapi.json") { _ in "/api/openapi.json" },
        always("/api/session") { _ in "/api/session" },
        always("/api/collections") { _ in "/api/collections" },
        always("/api/collections/{collection}/timeline") { _ in
            "/api/collections/\(AlbumIdentifier.recents)/timeline"
        },
        always("/api/collections/{collection}/timeline/{version}") { subject in
            "/api/collections/\(AlbumIdentifier.recents)/timeline/\(subject.version)"
        },
        always("/api/collections/{collection}/timeline/{version}/identifiers") { subject in
            "/api/collections/\(AlbumIdentifier.recents)/timeline/\(subject.version)/identifiers"
        },
        both("/api/collections/{collection}/timeline/{version}/ranks/{asset}", visible: 200, hidden: 404) { subject in
            "/api/collections/\(AlbumIdentifier.recents)/timeline/\(subject.version)/ranks/\(subject.asset)"
        },
        both("/api/collections/{collection}/timeline/{version}/ranks/{asset}", visible: 404, hidden: 200) { subject in
            "/api/collections/\(AlbumIdentifier.hidden)/timeline/\(subject.version)/ranks/\(subject.asset)"
        },
        always("/api/collections/{collection}/timeline/{version}/ranks") { subject in
            "/api/collections/\(AlbumIdentifier.recents)/timeline/\(subject.version)/ranks?assets=\(subject.asset)"
        },
        always("/api/collections/{collection}") { "/api/collections/\($0.album)" },
        always("/api/search/completions") { _ in "/api/search/completions?text=a" },
        always("/api/search/correction") { _ in "/api/search/correction?text=nothing" },
        always("/api/covers") { "/api/covers?albums=\($0.album)" },
        always("/api/collections/{collection}/timeline/{version}/months") { subject in
            "/api/collections/\(AlbumIdentifier.recents)/timeline/\(subject.version)/months"
        },
        always("/api/collections/{collection}/timeline/{version}/days") { subject in
            "/api/collections/\(AlbumIdentifier.recents)/timeline/\(subject.version)/days?first=0&last=1"
        },
        always("/api/collections/{collection}/timeline/{version}/covers") { subject in
            "/api/collections/\(AlbumIdentifier.recents)/timeline/\(subject.version)/covers?parts=0-9"
        },
        always("/api/changes") { _ in "/api/changes" }.map { expectation in
            var expectation = expectation
            expectation.isStream = expectation.method == .get
            return expectation
        },
        always("/access") { _ in "/access" },
        always("/api/pairings") { _ in "/api/pairings" },
        always("/status") { _ in "/status" },
        always("/picker") { "/picker?number=\($0.pick)" },
        always("/api/picker/waiting") { _ in "/api/picker/waiting" },
        always("/api/picker/{number}") { "/api/picker/\($0.pick)" },
        always("/api/picker/{number}/events") { "/api/picker/\($0.pick)/events" }.map { expectation in
            var expectation = expectation
            expectation.isStream = expectation.method == .get
            return expectation
        },
        asset(""), asset("/thumbnail"), asset("/preview"), asset("/rendition", query: "?long=512"), asset("/tiles"),
        asset("/tile"), asset("/video"), asset("/video/parts"), asset("/video/part", query: "?form=480"),
        asset("/video/frames"),
        asset("/originals/{type}", path: "/originals/video"), asset("/download"), asset("/shown"),
        asset("/burst"),
        asset("/adjustments"), asset("/adjustments/preview"),
        [
            change(.patch, "/api/assets", [200, 200, 422]) { "{\"assets\": [\"\($0.asset)\"], \"isFavorite\": true}" },
            change(.patch, "/api/assets/{asset}/burst", [200, 200, 404]) { "{\"kept\": [\"\($0.asset)\"]}" },
            change(.post, "/api/bursts/frames", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.post, "/api/assets/summary", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.post, "/api/downloads", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.post, "/api/assets/{asset}/adjustments", [200, 200, 422]) { _ in
                "{\"recipe\": {}, \"revision\": \"unedited\"}"
            },
            change(.post, "/api/picker/{number}/eligibility", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.put, "/api/picker/{number}/selection", [200, 422, 422]) {
                "{\"revision\": 2, \"assets\": [\"\($0.asset)\"]}"
            },
            change(.post, "/api/picker/{number}/end", [200, 200, 200]) { _ in
                "{\"action\": \"cancel\", \"revision\": 2}"
            },
            change(.post, "/api/adjustments", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"], \"recipe\": {}}" },
            change(.post, "/api/undo", [410, 410, 410]) { "{\"undo\": \"\($0.asset)\"}" },
            change(.post, "/api/revert", [200, 200, 422]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.post, "/api/trash", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.post, "/api/trash/restore", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.post, "/api/trash/purge", [422, 422, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.post, "/api/collections", [201, 201, 404]) {
                "{\"type\": \"album\", \"title\": \"New\", \"assets\": [\"\($0.asset)\"]}"
            },
            change(.patch, "/api/collections/{collection}", [200, 200, 200]) { _ in "{\"title\": \"Other\"}" },
            change(.delete, "/api/collections/{collection}", [200, 200, 200]),
            change(.patch, "/api/collections/{collection}/members", [200, 200, 404]) { "{\"add\": [\"\($0.asset)\"]}" },
            change(.post, "/api/picker/{number}/chosen", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            // The session is for an app, whose selection is sent as a whole.
            change(.patch, "/api/picker/{number}/selection", [422, 422, 422]) { _ in
                "{\"revision\": 2, \"choose\": []}"
            },
            change(.post, "/api/questions/{question}", [204, 204, 204]) { _ in "{\"answer\": \"none\"}" },
            change(.post, "/api/questions/{question}/picker", [200, 200, 200]) { _ in "{}" },
            // The server doesn't listen for other devices.
            change(.post, "/api/pairings", [409, 409, 409]) { _ in "{}" },
            change(.post, "/api/pairings/{pairing}", [409, 409, 409]) { _ in
                "{\"confirms\": true, \"number\": \"0000\"}"
            },
            change(.delete, "/api/pairings/{pairing}", [204, 204, 204]),
            change(.patch, "/api/clients/{client}", [200, 200, 200]) { _ in "{\"access\": \"full\"}" },
            change(.post, "/api/clients/{client}/choose", [200, 200, 200]) { _ in "{}" },
            change(.post, "/api/clients/{client}/deselect", [200, 200, 200]) { "{\"assets\": [\"\($0.asset)\"]}" },
            change(.post, "/api/clients/{client}/token", [200, 200, 200]) { _ in "{}" },
            change(.delete, "/api/clients/{client}/token", [204, 204, 204]),
            change(.delete, "/api/browsers", [204, 204, 204]),
            // The server keeps no sign-ins.
            change(.post, "/api/senders", [503, 503, 503]) { _ in "{\"name\": \"phone\"}" },
            change(.delete, "/api/senders/{sender}", [404, 404, 404]),
            change(.delete, "/api/sites/{site}", [404, 404, 404]),
            change(.delete, "/api/browsers/{browser}", [404, 404, 404]),
            change(.post, "/api/import", [400, 400, 400]) { _ in "{\"paths\": [\"/nowhere\"]}" },
            change(.delete, "/api/import", [204, 204, 204]),
            change(.post, "/api/watched-folders", [400, 400, 400]) { _ in "{\"path\": \"/nowhere\"}" },
            change(.delete, "/api/watched-folders/{folder}", [404, 404, 404]),
            // The body has no name and isn't a part of a file.
            change(.post, "/api/uploads", [400, 400, 400]) { _ in "{}" },
            change(.options, "/api/uploads", [204, 204, 204]),
            change(.post, "/api/uploads/known", [200, 200, 200]) { _ in
                "{\"digests\": [\"\(String(repeating: "0", count: 64))\"]}"
            },
            change(.post, "/api/uploads/complete", [204, 204, 204]) { _ in "{\"delivery\": \"a\"}" },
            change(.patch, "/api/uploads/{upload}", [415, 415, 415]) { _ in "{}" },
            change(.delete, "/api/uploads/{upload}", [404, 404, 404]),
            // The album isn't that of an import.
            change(.post, "/api/import/undo", [404, 404, 404]) { "{\"album\": \"\($0.album)\", \"count\": 1}" },
        ],
        both("/api/import/undo/{collection}", visible: 404, hidden: 404) { "/api/import/undo/\($0.album)" },
        always("/api/uploads") { _ in "/api/uploads" },
        both("/api/uploads/{upload}", visible: 404, hidden: 404) { _ in
            "/api/uploads/\(String(repeating: "0", count: 32))"
        },
        always("/api/sources") { _ in "/api/sources" },
        always("/api/backup") { _ in "/api/backup" },
        always("/api/watched-folders") { _ in "/api/watched-folders" },
        always("/api/status") { _ in "/api/status" },
        always("/api/removals") { _ in "/api/removals" },
        always("/api/import") { _ in "/api/import" },
        always("/api/questions") { _ in "/api/questions" },
        always("/api/clients") { _ in "/api/clients" },
        always("/api/browsers") { _ in "/api/browsers" },
        always("/api/senders") { _ in "/api/senders" },
        always("/api/sites") { _ in "/api/sites" },
        always("/api/clients/{client}/assets") { _ in "/api/clients/other/assets" },
        always("/api/remembered/{pick}/assets") { "/api/remembered/\($0.remembered)/assets" },
        both("/api/downloads/{download}", visible: 410, hidden: 410, trashed: 410) { _ in "/api/downloads/unknown" },
        // The only route without a cookie. Only GET uses up a link. A signed-in visitor may follow any link.
        [
            AccessExpectation(
                method: .get, route: "/open", path: \.link, owner: [.visible: 200, .hidden: 200, .trashed: 200],
                nobody: 200),
            AccessExpectation(
                method: .head, route: "/open", path: \.link, owner: [.visible: 401, .hidden: 401, .trashed: 401],
                nobody: 401),
        ],
    ].flatMap { $0 }

    /// Returns the expectation of a route that changes something.
    ///
    /// - Parameter owner: The answers to the owner, in the order of the states.
    private static func change(
        _ method: HTTPRequest.Method, _ route: String, _ owner: [Int], body: (@Sendable (Subject) -> String)? = nil
    ) -> AccessExpectation {
        AccessExpectation(
            method: method, route: route,
            path: { subject in
                route.replacingOccurrences(of: "{collection}", with: subject.album)
                    .replacingOccurrences(of: "{asset}", with: subject.asset)
                    .replacingOccurrences(of: "{number}", with: subject.pick)
                    .replacingOccurrences(of: "{question}", with: String(subject.question))
                    .replacingOccurrences(of: "{client}", with: "other")
                    .replacingOccurrences(of: "{browser}", with: "other")
                    .replacingOccurrences(of: "{pairing}", with: "other")
                    .replacingOccurrences(of: "{sender}", with: "other")
                    .replacingOccurrences(of: "{site}", with: "other")
                    .replacingOccurrences(of: "{folder}", with: "1")
                    .replacingOccurrences(of: "{upload}", with: String(repeating: "0", count: 32))
            }, body: body,
            owner: Dictionary(uniqueKeysWithValues: zip(State.allCases, owner)), nobody: 401)
    }

    /// Returns the expectation of a route without an asset.
    private static func always(
        _ route: String, path: @escaping @Sendable (Subject) -> String
    ) -> [AccessExpectation] {
        both(route, visible: 200, hidden: 200, trashed: 200, path: path)
    }

    /// Returns the expectations of a route with an asset, in each of its states.
    private static func asset(_ route: String, path: String? = nil, query: String = "") -> [AccessExpectation] {
        both("/api/assets/{asset}\(route)", visible: 200, hidden: 200, trashed: 200) { subject in
            "/api/assets/\(subject.asset)\(path ?? route)\(query)"
        }
    }

    private static func both(
        _ route: String, visible: Int, hidden: Int, trashed: Int = 404, path: @escaping @Sendable (Subject) -> String
    ) -> [AccessExpectation] {
        [HTTPRequest.Method.get, .head].map { method in
            AccessExpectation(
                method: method, route: route, path: path,
                owner: [.visible: visible, .hidden: hidden, .trashed: trashed], nobody: 401)
        }
    }
}
