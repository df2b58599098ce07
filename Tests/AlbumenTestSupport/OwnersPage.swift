import Foundation
import HTTPTransfers
import Testing

/// The owner of a served library, who chooses in the picker without a browser.
package struct OwnersPage: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let address: String
    private let cookie: String
    private let csrfToken: String

    /// Follows an owner's link of a server.
    package init(link: String) async throws {
        let parts = URLComponents(string: link)
        guard let host = parts?.host, let port = parts?.port else { throw Failure(description: "\(link) is no link") }
        address = "http://\(host):\(port)"
        let address = address
        (cookie, csrfToken) = try await onOwnThread {
            let (entrance, _) = try Self.answer(TransferRequest("GET", link))
            guard let field = entrance.fields["set-cookie"] else {
                throw Failure(description: "\(link) has no cookie")
            }
            let cookie = String(field.prefix { $0 != ";" })
            var request = TransferRequest("GET", address + "/api/session")
            request.fields["Cookie"] = cookie
            let document = try JSONSerialization.jsonObject(with: try Self.answer(request).1) as? [String: Any]
            return (cookie, document?["csrfToken"] as? String ?? "")
        }
    }

    /// Sends a request of the page, and returns the answer's document.
    package func send(_ method: String, _ path: String) async throws -> [String: Any] {
        let document = try await onOwnThread { try data(method, path) }
        return try JSONSerialization.jsonObject(with: document) as? [String: Any] ?? [:]
    }

    /// Sends a request. Blocks.
    private func document(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> [String: Any] {
        let body = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        return try JSONSerialization.jsonObject(with: data(method, path, body)) as? [String: Any] ?? [:]
    }

    private func data(_ method: String, _ path: String, _ body: Data? = nil) throws -> Data {
        var request = TransferRequest(method, address + path)
        request.fields = ["Cookie": cookie, "Albumen-CSRF-Token": csrfToken, "Origin": address]
        if let body {
            request.fields["Content-Type"] = "application/json"
            request.body = .data(body)
        }
        let (answer, data) = try Self.answer(request)
        guard answer.isSuccess else {
            throw Failure(description: "\(path): \(answer.status) \(String(decoding: data, as: UTF8.self))")
        }
        return data
    }

    /// Waits for a pick of a program of the owner, and returns its number.
    package func waitingPick() async throws -> String {
        var number: String?
        try await waitUntil {
            let picks = try await send("GET", "/api/picker/waiting")["picks"] as? [[String: Any]] ?? []
            number = picks.first?["number"] as? String
            return number != nil
        }
        return try #require(number)
    }

    /// Opens a pick, selects assets, and ends it.
    ///
    /// - Parameter action: `add` or `cancel`.
    package func choose(_ assets: [String], in number: String, action: String = "add") async throws {
        // On one thread: other tests could keep this one from going on, and the server counts a page that has opened
        // and doesn't ask for a minute as closed.
        try await onOwnThread { [self] in
            let opened = try document("GET", "/api/picker/\(number)?page=test")
            let selected = try document(
                "PUT", "/api/picker/\(number)/selection", ["revision": opened["revision"] ?? 0, "assets": assets])
            _ = try document(
                "POST", "/api/picker/\(number)/end",
                ["action": action, "revision": selected["revision"] ?? 0, "removes": [String]()])
        }
    }

    private static func answer(_ request: TransferRequest) throws -> (TransferAnswer, Data) {
        var request = request
        request.idleTimeout = TestPatience.seconds
        return try HTTPTransfer(request).data()
    }
}
