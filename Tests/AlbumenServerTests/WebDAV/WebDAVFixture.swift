import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import Albumen
@testable import AlbumenServer

/// A sender on another machine that uses WebDAV.
struct WebDAVFixture: Sendable {
    let devices: DeviceFixture
    let sender: Sender
    private let password: String

    init(_ devices: DeviceFixture, _ name: String = "phone", canRead: Bool = false) throws {
        self.devices = devices
        (sender, password) = try devices.signIns.addSender(named: name, canRead: canRead)
    }

    var inbox: WebDAVInbox { get throws { try #require(devices.server.inbox) } }

    func send(
        _ method: String, _ path: String, _ fields: [String: String] = [:], body: Data = Data(),
        at root: String = "/dav/inbox/"
    ) async throws -> Answer {
        var headers = DeviceFixture.credentials(sender.name, password)
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        return try await devices.send(
            try #require(HTTPRequest.Method(rawValue: method)), root + path, headers, body: body)
    }

    func put(_ path: String, _ body: Data, _ fields: [String: String] = [:]) async throws -> Int {
        var fields = fields
        fields["Content-Length"] = fields["Content-Length"] ?? String(body.count)
        return try await send("PUT", path, fields, body: body).status
    }

    func move(_ path: String, to target: String, _ fields: [String: String] = [:]) async throws -> Int {
        try await send("MOVE", path, fields.merging(["Destination": "/dav/inbox/\(target)"]) { $1 }).status
    }

    /// Returns the addresses and properties of a folder's members.
    func list(_ path: String = "", at root: String = "/dav/inbox/") async throws -> [String: [String: String]] {
        let answer = try await send("PROPFIND", path, ["Depth": "1"], at: root)
        try #require(answer.status == 207, "\(answer.text)")
        var members: [String: [String: String]] = [:]
        for response in try WebDAVElement(document: Array(answer.body)).elements {
            let href = try #require(response.first("href")?.text.removingPercentEncoding)
            guard href != root + path else { continue }
            let properties = response.elements.flatMap(\.elements).flatMap(\.elements)
            members[String(href.dropFirst((root + path).count))] = Dictionary(
                properties.map { ($0.name.name, $0.text) }
            ) { $1 }
        }
        return members
    }

    /// Waits until a file has a state.
    func await(_ state: String, of path: String) async throws {
        let parts = path.split(separator: "/")
        let folder = parts.dropLast().map { $0 + "/" }.joined()
        try await waitUntil("\(path) is \(state)") {
            try await list(folder)[String(parts.last ?? "")]?["state"] == state
        }
    }

}
