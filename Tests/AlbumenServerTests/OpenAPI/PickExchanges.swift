import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import MediaWork
import PickerWire
import Testing

@testable import AlbumenServer

/// Exchanges with each route of the picker in each state.
final class PickExchanges {
    private let gallery: GalleryFixture
    private let clock: TestClock
    private var exchanges: [Exchange] = []

    init(_ gallery: GalleryFixture, _ clock: TestClock) {
        (self.gallery, self.clock) = (gallery, clock)
    }

    func all() async throws -> [Exchange] {
        var still = try TemporaryLibrary.Sample.photograph("PICK_1.JPG")
        var moving = TemporaryLibrary.Sample.movie("PICK_1.MOV")
        (still.probe.contentIdentifier, moving.probe.contentIdentifier) = ("picked", "picked")
        let live = try #require(try gallery.temporary.add([still, moving])[0].assetUUID)
        let app = try await PickClient(gallery, #"{"limit": 2, "filter": {"kind": "livePhotos"}}"#)
        let program = try await PickClient(gallery, #"{"identifiers": true}"#, origin: nil)
        try await creations()
        try await page(app, program, live)
        try await apps(app, live)
        try await refusals(app, live)
        return exchanges
    }

    private func note(_ method: HTTPRequest.Method, _ path: String, _ body: String?, _ answer: Answer) {
        exchanges.append(Exchange(method: method, path: path, body: body, answer: answer))
    }

    private func note(_ method: HTTPRequest.Method, _ path: String, _ answer: Answer) {
        note(method, path, nil, answer)
    }

    private func creations() async throws {
        for body in [
            #"{"application": "Mail", "purpose": null, "filter": {"any": [{"kind": "images"}]}, "removes": ["location"]}"#,
            #"{"limit": -1}"#, String(repeating: " ", count: PickRequest.bodyLimit + 1),
        ] {
            let answer = try await PickClient.create(gallery, body, origin: "http://a.example")
            note(.post, "/api/picks", body, answer)
        }
        let text = try await gallery.change(
            .post, "/api/picks", "{}", as: .nobody, headers: [.contentType: "text/plain"], tellsOrigin: false)
        note(.post, "/api/picks", "{}", text)
        for _ in 0..<7 { _ = try gallery.openPick() }
        note(.post, "/api/picks", "{}", try await PickClient.create(gallery, "{}", origin: "http://app.example"))
    }

    // MARK: The owner's page

    private func page(_ app: PickClient, _ program: PickClient, _ live: String) async throws {
        let paths = ["/api/picker/waiting", app.pickerPath, "\(app.pickerPath)/events"]
        for path in paths { note(.get, path, try await gallery.respond(path, as: .nobody)) }
        note(.get, paths[0], try await gallery.respond(paths[0]))
        let opened = "\(app.pickerPath)?page=one"
        note(.get, opened, try await gallery.respond(opened))
        let events = "\(app.pickerPath)/events?page=one"
        try await gallery.follow(events) { stream in
            _ = try await app.ask(.patch, nil, #"{"scrollToInitialPosition": true}"#)
            let text = try #require(try await stream.nextEvent()?.data)
            note(.get, events, Answer(status: stream.status, headers: stream.headers, body: Data(text.utf8)))
            for path in ["\(app.pickerPath)?page=two", "\(app.pickerPath)/events?page=two"] {
                note(.get, path, try await gallery.respond(path))
            }
        }
        let unknown = "/api/picker/\(String(program.number.reversed()))"
        for path in [unknown, "\(unknown)/events"] { note(.get, path, try await gallery.respond(path)) }

        let photo = try gallery.add(.photograph("other.jpg"))
        let revision = try #require(try gallery.server.picks.session(app.number)).revision
        let eligibility = "{\"assets\": [\"\(live)\", \"\(photo)\"]}"
        try await change(.post, "eligibility", eligibility, of: app)
        try await change(.put, "selection", "{\"revision\": \(revision), \"assets\": [\"\(photo)\"]}", of: app)
        try await change(
            .put, "selection", "{\"revision\": \(revision), \"assets\": [\"\(live)\"], \"confirms\": true}", of: app)
        try await change(.put, "selection", "{\"revision\": \(revision), \"assets\": []}", of: app)
        try await change(.post, "end", "{\"action\": \"add\", \"revision\": \(revision)}", of: app)
        try await change(.post, "end", "{\"action\": \"add\", \"revision\": \(revision + 1)}", of: app)
        try await change(.post, "end", "{\"action\": \"add\", \"revision\": \(revision + 2)}", of: app)
        try await change(.put, "selection", "{\"revision\": \(revision + 2), \"assets\": []}", of: app)
        for path in [app.pickerPath, "\(app.pickerPath)/events"] { note(.get, path, try await gallery.respond(path)) }
        for (method, name) in [(HTTPRequest.Method.post, "eligibility"), (.put, "selection"), (.post, "end")] {
            let valid = name == "eligibility" ? eligibility : "{\"revision\": 1, \"assets\": []}"
            let body = name == "end" ? "{\"action\": \"cancel\", \"revision\": 1}" : valid
            let path = "\(unknown)/\(name)"
            note(method, path, body, try await gallery.change(method, path, body))
            try await change(method, name, "{\"color\": 1}", of: app)
            try await change(method, name, "{}", of: app, as: .nobody)
            try await change(method, name, "{}", of: app, tellsToken: false)
            try await change(method, name, "{}", of: app, contentType: "text/plain")
            try await change(method, name, String(repeating: " ", count: JSONBody.limit + 1), of: app)
        }
    }

    private func change(
        _ method: HTTPRequest.Method, _ name: String, _ body: String, of app: PickClient,
        as visitor: GalleryFixture.Visitor = .owner, tellsToken: Bool = true, contentType: String = "application/json"
    ) async throws {
        let path = "\(app.pickerPath)/\(name)"
        let answer = try await gallery.change(
            method, path, body, as: visitor, headers: [.contentType: contentType], tellsToken: tellsToken)
        note(method, path, body, answer)
    }

    // MARK: Apps

    private func apps(_ app: PickClient, _ live: String) async throws {
        let (path, items) = (app.path, "\(app.path)/items")
        for path in ["\(path)?after=1", items] { note(.get, path, try await app.ask(.get, path)) }
        let item = try #require(try await app.items().items.first)
        for file in ["public.jpeg", "com.apple.quicktime-movie/paired"] {
            let path = "\(items)/\(item.item)/\(file)"
            let answer = try await app.ask(.get, path)
            note(.get, path, answer)
            let tag = try #require(answer.headers[.eTag])
            for headers: HTTPFields in [[.range: "bytes=0-9"], [.range: "bytes=99999999-"], [.ifNoneMatch: tag]] {
                note(.get, path, try await app.ask(.get, path, nil, headers))
            }
            note(.get, "\(path)/progress", try await app.ask(.get, "\(path)/progress"))
        }
        note(.patch, path, "{\"limit\": 1}", try await app.ask(.patch, path, "{\"limit\": 1}"))
        let other = try await PickClient(gallery, origin: "http://b.example")
        for body in [
            #"{"limit": 3, "move": {"item": "x", "after": null}, "deselect": ["x"], "zoom": "in"}"#, #"{"limit": -1}"#,
            String(repeating: " ", count: PickUpdate.bodyLimit + 1),
        ] {
            note(.patch, other.path, body, try await other.ask(.patch, nil, body))
        }
        note(.patch, other.path, "{}", try await other.ask(.patch, nil, "{}", [.contentType: "text/plain"]))
        note(.delete, other.path, try await other.ask(.delete))
    }

    private func refusals(_ app: PickClient, _ live: String) async throws {
        let paths =
            ["", "/items"]
            + ["", "/paired"].flatMap { tail in
                ["/items/x/public.jpeg\(tail)", "/items/x/public.jpeg\(tail)/progress"]
            }
        for path in paths.map({ app.path + $0 }) {
            note(.get, path, try await gallery.respond(path, as: .nobody))
            note(.get, path, try await app.ask(.get, path, token: "unknown"))
        }
        for method in [HTTPRequest.Method.patch, .delete] {
            let body = method == .patch ? "{}" : nil
            note(method, app.path, body, try await app.ask(method, nil, body, token: "unknown"))
            let answer =
                body == nil
                ? try await gallery.respond(method, app.path, as: .nobody)
                : try await gallery.change(method, app.path, "{}", as: .nobody)
            note(method, app.path, body, answer)
        }
        clock.advance(by: 3600)
        for path in paths.dropFirst().map({ app.path + $0 }) { note(.get, path, try await app.ask(.get, path)) }
    }
}
