import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// The owner's page with a session of the picker for a client's selection.
struct SelectionClient: Sendable {
    struct Number: Decodable {
        let number: String
    }

    struct Picker: Decodable {
        let number: String
        let selectionFor: String?
        let count: Int
        let chosen: [String]
        let limit: Int
        let revision: Int
        let state: String
    }

    struct Chosen: Decodable {
        let chosen: [String]
    }

    let gallery: GalleryFixture
    let number: String

    /// Opens a session for a client.
    init(_ gallery: GalleryFixture, client: String) async throws {
        let answer = try await gallery.change(.post, "/api/clients/\(client)/choose", "{}")
        try self.init(gallery, answer)
    }

    /// Opens a session that answers a question.
    init(_ gallery: GalleryFixture, question: Int64) async throws {
        let answer = try await gallery.change(.post, "/api/questions/\(question)/picker", "{}")
        try self.init(gallery, answer)
    }

    private init(_ gallery: GalleryFixture, _ answer: Answer) throws {
        try #require(answer.status == 200, "\(answer.text)")
        (self.gallery, number) = (gallery, try answer.decoded(as: Number.self).number)
    }

    private var path: String { "/api/picker/\(number)" }

    func open() async throws -> Picker { try await gallery.respond(path).decoded() }

    func change(
        choosing chosen: [String] = [], deselecting deselected: [String] = [], revision: Int? = nil
    ) async throws -> Answer {
        let current = if let revision { revision } else { try await open().revision }
        return try await gallery.change(
            .patch, "\(path)/selection",
            "{\"revision\": \(current), \"choose\": \(Self.list(chosen)), \"deselect\": \(Self.list(deselected))}")
    }

    func chosen(among assets: [String]) async throws -> [String] {
        try await gallery.change(.post, "\(path)/chosen", "{\"assets\": \(Self.list(assets))}")
            .decoded(as: Chosen.self).chosen
    }

    func end(_ action: String = "add", revision: Int? = nil) async throws -> Answer {
        let current = if let revision { revision } else { try await open().revision }
        return try await gallery.change(
            .post, "\(path)/end", "{\"action\": \"\(action)\", \"revision\": \(current)}")
    }

    private static func list(_ assets: [String]) -> String {
        "[\(assets.map { "\"\($0)\"" }.joined(separator: ","))]"
    }
}
