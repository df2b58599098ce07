import AlbumenTestSupport
import Foundation
import HTTPTypes
import PickerWire
import Testing

@testable import AlbumenServer

extension GalleryFixture {
    /// Creates a session of the picker, opens it as a page does, and returns its number.
    func openPick() throws -> String {
        let new = try server.picks.create(PickConfiguration(), for: .origin("http://app.example"), preselected: [])
        return try server.picks.open(new.session.number, in: "").number
    }
}

extension PickLimits {
    /// The usual limits, except that a busy machine can take minutes to send a body.
    static var patient: PickLimits {
        var limits = PickLimits()
        limits.bodyTime = .seconds(TestPatience.seconds)
        return limits
    }

    /// Limits for tests with many sessions.
    static var generous: PickLimits {
        var limits = patient
        (limits.waitingOfRequester, limits.waitingOfPages) = (100_000, 100_000)
        (limits.waiting, limits.all) = (100_000, 100_000)
        return limits
    }
}

/// An app with a session of the picker.
struct PickClient: Sendable {
    struct New: Decodable {
        let number: String
        let page: String
        let token: String
    }

    struct Pick: Decodable, Equatable {
        struct Form: Decodable, Equatable {
            let type: String
            let name: String
            let bytes: Int?
        }

        struct Item: Decodable, Equatable {
            let item: String
            let identifier: String?
            let name: String?
            let kind: String?
            let isPreselected: Bool
            let representations: [Form]
            let pairedVideo: Form?
        }

        let revision: Int
        let state: String
        var wantsFiles = false
        let items: [Item]
    }

    struct Picker: Decodable {
        struct Requester: Decodable, Equatable {
            let kind: String
            let origin: String?
            let user: String?
            let program: String?
        }

        let requester: Requester
        let application: String?
        let purpose: String?
        let limit: Int
        let removes: [String]
        let revision: Int
        let state: String
        let chosen: [String]
        let initial: String?
        let requestChanges: Int
        let needsConfirmation: Bool
        let offersFiles: Bool
    }

    let gallery: GalleryFixture
    let number: String
    let token: String
    let origin: String?

    /// Creates a session. Without an origin, a program of the owner asks.
    init(_ gallery: GalleryFixture, _ configuration: String = "{}", origin: String? = "http://app.example") async throws
    {
        let answer = try await Self.create(gallery, configuration, origin: origin)
        try #require(answer.status == 201, "\(answer.text)")
        let new = try answer.decoded(as: New.self)
        (self.gallery, number, token, self.origin) = (gallery, new.number, new.token, origin)
    }

    /// The owner's side of a session of another client.
    init(_ gallery: GalleryFixture, number: String) {
        (self.gallery, self.number, token, origin) = (gallery, number, "", nil)
    }

    static func create(
        _ gallery: GalleryFixture, _ configuration: String, origin: String?
    ) async throws -> Answer {
        try await gallery.change(
            .post, "/api/picks", configuration, as: .nobody, headers: origin.map { [.origin: $0] } ?? [:],
            tellsOrigin: false)
    }

    var path: String { "/api/picks/\(number)" }

    func ask(
        _ method: HTTPRequest.Method = .get, _ path: String? = nil, _ body: String? = nil,
        _ headers: HTTPFields = [:], token: String? = nil
    ) async throws -> Answer {
        var headers = headers
        headers[.authorization] = "Bearer \(token ?? self.token)"
        headers[.origin] = origin
        guard let body else {
            return try await gallery.respond(
                method, path ?? self.path, as: .nobody, headers: headers, tellsOrigin: false)
        }
        return try await gallery.change(
            method, path ?? self.path, body, as: .nobody, headers: headers, tellsOrigin: false)
    }

    func items() async throws -> Pick { try await ask(.get, "\(path)/items").decoded() }

    /// Loads a file of an item.
    func load(_ item: String, _ type: String, _ tail: String = "", _ headers: HTTPFields = [:]) async throws -> Answer {
        try await ask(.get, "\(path)/items/\(item)/\(type)\(tail)", nil, headers)
    }

    // MARK: The owner

    var pickerPath: String { "/api/picker/\(number)" }

    func open() async throws -> Picker { try await gallery.respond(pickerPath).decoded() }

    func select(
        _ assets: [String], revision: Int? = nil, confirms: Bool = false, _ language: String = "en"
    ) async throws -> Answer {
        let current = if let revision { revision } else { try await open().revision }
        let list = assets.map { "\"\($0)\"" }.joined(separator: ",")
        return try await gallery.change(
            .put, "\(pickerPath)/selection",
            "{\"revision\": \(current), \"assets\": [\(list)]\(confirms ? ", \"confirms\": true" : "")}",
            headers: [.acceptLanguage: language])
    }

    func end(_ action: String = "add", removes: [String] = []) async throws -> Answer {
        let revision = try await open().revision
        let list = removes.map { "\"\($0)\"" }.joined(separator: ",")
        return try await gallery.change(
            .post, "\(pickerPath)/end",
            "{\"action\": \"\(action)\", \"revision\": \(revision), \"removes\": [\(list)]}")
    }

    /// The owner chooses assets, and the app reads them.
    func choose(_ assets: [String], removes: [String] = []) async throws -> Pick {
        try #require(try await select(assets).status == 200)
        try #require(try await end(removes: removes).status == 200)
        return try await items()
    }
}
