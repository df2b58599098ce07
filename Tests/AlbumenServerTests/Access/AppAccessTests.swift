import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// What each visitor gets from the routes for apps.
@Suite struct AppAccessTests {
    private typealias State = AppExpectation.State

    @Test func `each route for apps answers as expected`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open(now: clock.now, limits: .generous) { gallery in
            let (full, limited) = (try gallery.token(of: "full", .full), try gallery.token(of: "limited", .limited))
            for state in State.allCases {
                var (app, subject) = try await subject(in: state, gallery, clock)
                let other = try await PickClient(gallery)
                for expectation in AppExpectation.all {
                    for visitor in AppExpectation.Visitor.allCases.reversed() {
                        for method in expectation.methods {
                            let path = expectation.path(subject)
                            let answer = try await ask(
                                method, path, expectation.body, visitor, app, other,
                                clientToken: visitor == .fullClient ? full : limited)
                            let expected =
                                switch visitor {
                                case .session: expectation.session(state)
                                case .other, .fullClient, .limitedClient: expectation.other
                                case .owner, .nobody: expectation.nobody
                                }
                            #expect(answer.status == expected, "\(expectation.name), \(state), \(visitor)")
                            #expect(answer.cookie == nil)
                        }
                    }
                    // A change replaces the session's state.
                    if expectation.method == .patch || expectation.method == .delete {
                        (app, subject) = try await self.subject(in: state, gallery, clock)
                    }
                }
            }
        }
    }

    @Test func `unknown sessions and foreign ones are the same`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open(now: clock.now, limits: .generous) { gallery in
            let (app, subject) = try await subject(in: .visible, gallery, clock)
            let other = try await PickClient(gallery)
            let unknown = AppExpectation.Subject(number: String(other.number.reversed()), item: subject.item)
            for expectation in AppExpectation.all where expectation.other == 404 {
                var bodies: Set<Data> = []
                for subject in [subject, unknown] {
                    let path = expectation.path(subject)
                    bodies.insert(try await ask(expectation.method, path, expectation.body, .other, app, other).body)
                    let guessed = try await app.ask(expectation.method, path, expectation.body, token: "guessed")
                    #expect(guessed.status == 404)
                    bodies.insert(guessed.body)
                }
                #expect(bodies.count == 1, "\(expectation.name)")
            }
            #expect(try await app.items().items.count == 1)
        }
    }

    @Test func `a result token opens no other route, and none in an address`() async throws {
        try await GalleryFixture.open { gallery in
            let app = try await PickClient(gallery)
            for path in ["/", "/picker?number=\(app.number)", app.pickerPath, "/api/session", "/web/app.js"] {
                let answer = try await gallery.respond(
                    path, as: .nobody, headers: [.authorization: "Bearer \(app.token)"])
                #expect(answer.status == 401)
            }
            for query in ["token=\(app.token)", "access_token=\(app.token)"] {
                #expect(try await gallery.respond("\(app.path)?\(query)", as: .nobody).status == 401)
            }
        }
    }

    private func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, _ visitor: AppExpectation.Visitor,
        _ app: PickClient, _ other: PickClient, clientToken: String = ""
    ) async throws -> Answer {
        switch visitor {
        case .session: return try await app.ask(method, path, body)
        case .other: return try await other.ask(method, path, body)
        case .fullClient, .limitedClient:
            return try await app.ask(method, path, body, token: clientToken)
        case .owner, .nobody:
            let visitor: GalleryFixture.Visitor = visitor == .owner ? .owner : .nobody
            guard let body else { return try await app.gallery.respond(method, path, as: visitor) }
            return try await app.gallery.change(method, path, body, as: visitor)
        }
    }

    private func subject(
        in state: State, _ gallery: GalleryFixture, _ clock: TestClock
    ) async throws -> (PickClient, AppExpectation.Subject) {
        let photo = try gallery.add(.photograph("\(UUID().uuidString).jpg"))
        try gallery.choose([photo], for: "limited")
        let app = try await PickClient(gallery)
        let cipher = try gallery.library.owner.pickItemCipher(for: "origin http://app.example")
        let subject = AppExpectation.Subject(number: app.number, item: try #require(try cipher.seal(photo)))
        switch state {
        case .waiting: break
        case .visible: _ = try await app.choose([photo])
        case .hidden:
            _ = try await app.choose([photo])
            try gallery.setHidden(true, photo)
        case .trashed:
            _ = try await app.choose([photo])
            try gallery.temporary.commit(.trash(assetUUID: photo))
        case .foreign: _ = try await app.choose([try gallery.add(.photograph("\(UUID().uuidString).jpg"))])
        case .expired:
            _ = try await app.choose([photo])
            clock.advance(by: 3600)
        }
        return (app, subject)
    }
}
