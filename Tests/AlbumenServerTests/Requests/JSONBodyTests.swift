import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// Invalid bodies of requests.
@Suite struct JSONBodyTests {
    private static let asset = "421C93B7-0D2B-4F47-9C2D-0A6B8E3E7F11"
    private static let list = "\"assets\": [\"\(asset)\"]"

    @Test(arguments: [
        ("{", "The body"), ("", "The body"), ("[]", "The body is not an object"), ("7", "The body is not an object"),
        ("{}", "assets is missing"), ("{\"assets\": []}", "assets has 0 identifiers"),
        ("{\"assets\": \"\(asset)\"}", "assets is not a list"), ("{\"assets\": [1]}", "assets.0 is not a text"),
        ("{\"assets\": [null]}", "assets.0 is not a text"),
        ("{\"assets\": [\"x\"]}", "assets has “x”, which isn't an identifier"),
        ("{\(list)}", "nothing to change"), ("{\(list), \"color\": 1}", "color is no field"),
        ("{\(list), \"isFavorite\": 1}", "isFavorite is not true or false"),
        ("{\(list), \"isFavorite\": null}", "isFavorite is not true or false"),
        ("{\(list), \"rating\": \"3\"}", "rating is not a whole number"), ("{\(list), \"rating\": 1.5}", "rating"),
        ("{\(list), \"keywords\": [\"a\", 2]}", "keywords.1 is not a text"),
        ("{\(list), \"creationDate\": \"yesterday\"}", "creationDate isn't a date"),
        ("{\(list), \"location\": {\"latitude\": 1}}", "location.longitude is missing"),
        ("{\(list), \"location\": {\"latitude\": 1, \"longitude\": 2, \"name\": \"x\"}}", "location.name is no field"),
    ])
    func `the message names the invalid field`(body: String, reason: String) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.change(.patch, "/api/assets", body)
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == "badRequest")
            #expect(answer.refusal?.message.contains(reason) == true, "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("{}", "add is missing"),
        ("{\"add\": [\"\(asset)\"], \"remove\": [\"\(asset)\"]}", "remove does not go with add"),
        ("{\"add\": [\"\(asset)\"], \"at\": [1]}", "at goes with insert and move alone"),
        ("{\"insert\": [\"\(asset)\"]}", "at is missing"),
        ("{\"insert\": [\"\(asset)\"], \"at\": [1, 2]}", "at has not one index"),
        ("{\"insert\": [\"\(asset)\"], \"at\": [-1]}", "at has not one index"),
        ("{\"insert\": [\"\(asset)\"], \"at\": [9223372036854775807]}", "at has not one index"),
        ("{\"move\": [\"\(asset)\"]}", "before is missing"),
        ("{\"move\": [\"\(asset)\"], \"before\": \"x\"}", "before has “x”"),
        ("{\"move\": [\"\(asset)\"], \"before\": null, \"at\": [0]}", "before does not go with at"),
        ("{\"move\": [\"\(asset)\"], \"at\": [1, 2]}", "at has not one index"),
    ])
    func `a request has one change of members`(body: String, reason: String) async throws {
        try await GalleryFixture.open { gallery in
            let album = try gallery.addAlbum("Album")
            let answer = try await gallery.change(.patch, "/api/collections/\(album)/members", body)
            #expect(answer.status == 400)
            #expect(answer.refusal?.message.contains(reason) == true, "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("{\"type\": \"smartAlbum\", \"title\": \"x\"}", "type is album or folder"),
        ("{\"type\": \"album\", \"title\": \" \"}", "title is empty"), ("{\"type\": \"album\"}", "title is missing"),
        ("{\"type\": \"folder\", \"title\": \"x\", \"assets\": [\"\(asset)\"]}", "assets are for albums"),
    ])
    func `a new collection is an album or a folder`(body: String, reason: String) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.change(.post, "/api/collections", body)
            #expect(answer.status == 400)
            #expect(answer.refusal?.message.contains(reason) == true, "\(answer.text)")
        }
    }

    @Test func `a change of a collection is not empty`() async throws {
        try await GalleryFixture.open { gallery in
            let album = try gallery.addAlbum("Album")
            let answer = try await gallery.change(.patch, "/api/collections/\(album)", "{}")
            #expect(answer.status == 400)
        }
    }

    @Test(arguments: ["", "text/plain", "application/x-www-form-urlencoded", "application/json-seq", "json"])
    func `a body with another content type is refused`(contentType: String) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.change(
                .patch, "/api/assets", "{\(Self.list), \"isFavorite\": true}", headers: [.contentType: contentType])
            #expect(answer.status == 415)
            #expect(answer.refusal?.code == "notJSON")
        }
    }

    @Test func `the content type can have parameters`() async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.change(
                .patch, "/api/assets", "{", headers: [.contentType: "Application/JSON; charset=utf-8"])
            #expect(answer.status == 400)
        }
    }

    @Test func `a body has a size limit`() async throws {
        try await GalleryFixture.serve { gallery in
            let body = "{\"assets\": [\"\(String(repeating: "x", count: JSONBody.limit))\"]}"
            let answer = try await gallery.change(.patch, "/api/assets", body)
            #expect(answer.status == 413)
            #expect(answer.refusal?.code == "tooLarge")
        }
        try await GalleryFixture.open { gallery in
            // Without a length in the headers.
            let answer = try await gallery.change(
                .patch, "/api/assets", String(repeating: " ", count: JSONBody.limit + 1))
            #expect(answer.status == 413)
        }
    }

    @Test func `a request has at most 10,000 assets`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = (0...10_000).map { _ in "\"\(UUID().uuidString)\"" }.joined(separator: ",")
            let answer = try await gallery.change(.post, "/api/trash", "{\"assets\": [\(assets)]}")
            #expect(answer.status == 400)
            #expect(answer.refusal?.message.contains("10001") == true)
        }
    }
}
