import Albumen
import Foundation
import HTTPTypes
import PhotoLibrary
import Records
import Testing

@testable import AlbumenServer

/// Sites in the browsers of devices.
extension DeviceFixture {
    static let site = "https://photos.example"

    /// The fields of the page's address to which the entrance continues.
    struct SiteFields: Sendable {
        var origin: String
        var secret: String
        var continues: Bool
        var end: Int
        var seal: String

        /// The body of the owner's answer.
        func answer(_ answer: String) -> String {
            """
            {"origin":"\(origin)","secret":"\(secret)","continues":\(continues),"end":\(end),"seal":"\(seal)",\
            "answer":"\(answer)"}
            """
        }
    }

    /// Posts the hash of a secret from a site's window.
    func enter(_ secret: String, from origin: String? = site, continues: Bool = true) async throws -> Answer {
        let hash = try SecretToken.digest(of: secret).hexadecimal
        var headers: HTTPFields = [
            .contentType: "application/x-www-form-urlencoded", .secFetchSite: "cross-site",
            .secFetchMode: "navigate", .secFetchDest: "document",
        ]
        headers[.origin] = origin
        return try await send(
            .post, "/connect", headers, body: Data("secret=\(hash)&continues=\(continues)".utf8))
    }

    /// Returns the fields in the address to which an entrance continues.
    static func fields(in entrance: Answer) throws -> SiteFields {
        let match = try #require(entrance.text.firstMatch(of: /href="(\/site\?[^"]*)"/), "\(entrance.text)")
        let address = try #require(URLComponents(string: String(match.1).replacing("&amp;", with: "&")))
        func value(_ name: String) throws -> String {
            try #require(address.queryItems?.first { $0.name == name }?.value, "\(name)")
        }
        return SiteFields(
            origin: try value("origin"), secret: try value("secret"), continues: try value("continues") == "true",
            end: try #require(Int(try value("end"))), seal: try value("seal"))
    }

    /// Connects a site in a device's browser, and returns the connection's identifier.
    @discardableResult
    func connect(_ secret: String, from origin: String = site, on device: Device) async throws -> String {
        struct Connected: Decodable {
            let id: String
        }
        let fields = try Self.fields(in: try await enter(secret, from: origin))
        let answer = try await ask(.post, "/api/sites", as: device, body: fields.answer("connect"))
        return try answer.decoded(as: Connected.self).id
    }

    /// Sends a request of a site's page.
    func askAsSite(
        _ method: HTTPRequest.Method, _ path: String, _ secret: String?, from origin: String? = site,
        body json: String? = nil
    ) async throws -> Answer {
        var headers: HTTPFields = [:]
        headers[.origin] = origin
        if let secret { headers[.authorization] = "Bearer \(secret)" }
        if json != nil { headers[.contentType] = "application/json" }
        return try await send(method, path, headers, body: Data((json ?? "").utf8))
    }

    struct Pick: Decodable {
        let number: String
        let page: String
        let token: String
    }

    /// Creates a session of a connected site.
    func pick(_ secret: String, from origin: String = site) async throws -> Pick {
        try await askAsSite(.post, "/api/picks", secret, from: origin, body: "{\"limit\":0}").decoded()
    }
}
