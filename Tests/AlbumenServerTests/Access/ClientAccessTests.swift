import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import AlbumenServer

/// What clients with a token see, for all routes of the router (§10.10).
@Suite struct ClientAccessTests {
    private typealias State = ClientExpectation.State

    private enum Visitor: CaseIterable {
        case full, limited, addOnly, none, unknown
        /// A client whose answer the owner has removed, so that it would be asked again.
        case undecided
        /// A client's former token, after the owner made a new one, and a token that the owner ended.
        case replaced, ended
        /// The owner's browser, with the cookie, and with a client's token or an ended one. The token decides.
        case ownerAsLimited, ownerAsEnded
        /// The result token of a session of the picker, before and after the user has added an asset.
        case session, finishedSession
        /// The owner's cookie, on a connection of another user.
        case foreignOwner
        /// A client's token that was made for another user, on a connection of that user.
        case foreignFull, foreignLimited
        /// A client's token, on a connection of another user for whom it isn't.
        case foreignThief

        var isForeign: Bool { [.foreignOwner, .foreignFull, .foreignLimited, .foreignThief].contains(self) }
    }

    /// The tokens of the visitors.
    private struct Tokens {
        let full, limited, addOnly, none, undecided, replaced, ended, session, finishedSession, stolen: String

        init(_ gallery: GalleryFixture) async throws {
            replaced = try gallery.token(of: "full", .full)
            full = try gallery.token(of: "full", .full, users: [ForeignTable.user])
            limited = try gallery.token(of: "limited", .limited, users: [1, ForeignTable.user])
            stolen = try gallery.token(of: "stolen", .full, users: [1])
            addOnly = try gallery.token(of: "adds", .addOnly)
            try gallery.library.setAccess(.none, ofClient: "none", author: "test")
            none = try gallery.token(of: "none")
            undecided = try gallery.token(of: "undecided", .full)
            try gallery.library.setAccess(.ask, ofClient: "undecided", author: "test")
            ended = try gallery.token(of: "ended", .full)
            try gallery.library.endToken(ofClient: "ended")
            session = try await PickClient(gallery).token
            let finished = try await PickClient(gallery)
            _ = try await finished.choose([try gallery.add(in: .visible)])
            finishedSession = finished.token
        }

        subscript(visitor: Visitor) -> String? {
            switch visitor {
            case .full, .foreignFull: full
            case .limited, .foreignLimited, .ownerAsLimited: limited
            case .addOnly: addOnly
            case .none: none
            case .unknown: "unknown"
            case .undecided: undecided
            case .replaced: replaced
            case .ended, .ownerAsEnded: ended
            case .session: session
            case .finishedSession: finishedSession
            case .foreignThief: stolen
            case .foreignOwner: nil
            }
        }
    }

    @Test(.timeLimit(.minutes(60))) func `each route answers each client as expected`() async throws {
        let table = ForeignTable()
        try await GalleryFixture.serve(socketTables: [table], limits: .generous) { gallery in
            let tokens = try await Tokens(gallery)
            let assets = try addOneInEachState(gallery)
            try await gallery.answering(QuestionAnswer.allowing) {
                for expectation in AccessExpectation.all {
                    for state in State.allCases {
                        // Those who are refused change nothing, so they can share a subject.
                        let asset = try #require(assets[state])
                        let shared = try AccessExpectation.Subject(asset, for: expectation, in: gallery)
                        for visitor in Visitor.allCases {
                            let expected = expected(expectation, state, visitor)
                            let isMade = (expected ?? 0) < 300 && expectation.changes
                            let subject =
                                isMade
                                ? try AccessExpectation.Subject(add(state, gallery), for: expectation, in: gallery)
                                : shared
                            table.isForeign = visitor.isForeign
                            let answer = try await ask(expectation, subject, gallery, tokens, visitor)
                            table.isForeign = false
                            #expect(
                                answer.status == expected,
                                "\(expectation.name), \(state), \(visitor): \(answer.text.prefix(200))")
                            #expect(answer.cookie == nil)
                            #expect(answer.headers[.accessControlAllowOrigin] == nil)
                        }
                    }
                }
            }
        }
    }

    private func expected(_ expectation: AccessExpectation, _ state: State, _ visitor: Visitor) -> Int? {
        switch visitor {
        case .full, .foreignFull: ClientExpectation.full(expectation, state)
        case .limited, .foreignLimited, .ownerAsLimited: ClientExpectation.limited(expectation, state)
        case .addOnly, .foreignThief: 403
        // A link doesn't work there either.
        case .none, .unknown, .undecided, .replaced, .ended, .ownerAsEnded, .session, .finishedSession, .foreignOwner:
            401
        }
    }

    @Test func `nothing distinguishes an asset that isn't chosen from one that doesn't exist`() async throws {
        try await GalleryFixture.serve(limits: .generous) { gallery in
            let token = try gallery.token(of: "app", .limited)
            try gallery.choose([try gallery.add(in: .visible)], for: "app")
            let foreign = try AccessExpectation.State.allCases.map { try gallery.add(in: $0) }
            let deselected = try gallery.add(in: .visible)
            try gallery.choose([deselected], for: "app")
            try gallery.deselect([deselected], of: "app")
            // An asset in Recently Deleted can't join an album.
            let album = try gallery.addAlbum("Secret", Array(foreign.prefix(2)))
            let unknown = (UUID().uuidString, UUID().uuidString)
            try await gallery.answering(QuestionAnswer.allowing) {
                for expectation in AccessExpectation.all
                where ClientExpectation.limited(expectation, .foreign) != 403 && !expectation.isStream {
                    let version = try await gallery.ask(
                        .get, "/api/collections/\(AlbumIdentifier.recents)/timeline", token: token
                    ).decoded(as: Version.self).version
                    func ask(_ asset: String, _ album: String) async throws -> (Int, String, HTTPFields) {
                        var subject = AccessExpectation.Subject(
                            asset: asset, version: 0, link: "/open", album: album)
                        subject.pick = "x"
                        let path = expectation.path(subject).replacingOccurrences(
                            of: "timeline/0", with: "timeline/\(version)")
                        let answer = try await gallery.ask(
                            expectation.method, path, expectation.body?(subject), token: token)
                        let text = answer.text.replacingOccurrences(of: asset, with: "ASSET")
                            .replacingOccurrences(of: album, with: "ALBUM")
                        return (answer.status, Self.withoutNewNames(text), answer.headers)
                    }
                    let missing = try await ask(unknown.0, unknown.1)
                    for asset in foreign + [deselected] {
                        let answer = try await ask(asset, album)
                        #expect(answer.0 == missing.0, "\(expectation.name)")
                        #expect(answer.1 == missing.1, "\(expectation.name)")
                        #expect(answer.2.map(\.name) == missing.2.map(\.name), "\(expectation.name)")
                    }
                }
            }
            #expect(try gallery.library.owner.assets(uuids: foreign).count == foreign.count)
        }
    }

    private struct Version: Decodable {
        let version: String
    }

    /// Removes the random names of new albums.
    private static func withoutNewNames(_ text: String) -> String {
        text.replacing(#/[0-9A-F]{8}-[0-9A-F-]{27}/#, with: "NAME")
    }

    // MARK: Parts

    private func add(_ state: State, _ gallery: GalleryFixture) throws -> String {
        let asset = try gallery.add(in: state.inLibrary)
        if state != .foreign { try gallery.choose([asset], for: "limited") }
        if state == .deselected { try gallery.deselect([asset], of: "limited") }
        return asset
    }

    private func addOneInEachState(_ gallery: GalleryFixture) throws -> [State: String] {
        var assets: [State: String] = [:]
        for state in State.allCases { assets[state] = try add(state, gallery) }
        return assets
    }

    private func ask(
        _ expectation: AccessExpectation, _ subject: AccessExpectation.Subject, _ gallery: GalleryFixture,
        _ tokens: Tokens, _ visitor: Visitor
    ) async throws -> Answer {
        var path = expectation.path(subject)
        guard let token = tokens[visitor] else {
            guard let body = expectation.body?(subject) else {
                return try await gallery.respond(expectation.method, path)
            }
            return try await gallery.change(expectation.method, path, body)
        }
        if [.limited, .foreignLimited, .ownerAsLimited].contains(visitor) {
            // A limited client has its own names of versions.
            let view = gallery.library.view(for: .client("limited", access: .limited(client: "limited")))
            path = path.replacingOccurrences(
                of: "timeline/\(subject.version)", with: "timeline/\(try view.name(ofVersion: subject.version))")
        }
        let browser: GalleryFixture.Visitor = [.ownerAsLimited, .ownerAsEnded].contains(visitor) ? .owner : .nobody
        if expectation.isStream, ClientExpectation.full(expectation, .visible) == 200 {
            return try await gallery.follow(path, as: browser, headers: [.authorization: "Bearer \(token)"]) {
                Answer(status: $0.status, headers: $0.headers, body: Data())
            }
        }
        return try await gallery.ask(
            expectation.method, path, expectation.body?(subject), token: token, as: browser)
    }
}
