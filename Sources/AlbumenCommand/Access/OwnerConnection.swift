import Albumen
import AlbumenServer
import Foundation
import HTTPTransfers

/// A session of the owner with the library's server on this machine, as a browser of the owner has one.
///
/// Nothing is sent before the kernel has said that the server is the owner's.
struct OwnerConnection {
    private let server: CheckedServer
    private let cookie: String
    private let csrfToken: String

    private struct Session: Decodable {
        let csrfToken: String
    }

    private struct Failure: Decodable {
        struct Detail: Decodable {
            let message: String
        }

        let error: Detail
    }

    /// - Parameter folder: The library's folder.
    /// - Throws: `CommandFailure` if no server of the library runs, or if it's of an earlier version.
    init(toServerOf folder: URL) throws {
        guard let running = try ServerLocation(of: folder).running() else {
            throw CommandFailure("No server of \(folder.path) runs. Start one with: albumen serve --listen 0.0.0.0")
        }
        guard let links = OfferedLinks() else {
            throw CommandFailure("HOME isn't set, so there is no folder for links. Set it.")
        }
        let server = CheckedServer(
            address: running.address, process: running.process, owner: try CheckedServer.owner(of: folder))
        let link = GalleryServer.link(offeredKey: try links.offer(), at: running.address)
        let (answer, _) = try Self.transfer(TransferRequest("GET", link), to: server)
        guard answer.isSuccess, let cookie = answer.fields["set-cookie"]?.split(separator: ";").first else {
            throw CommandFailure("The server at \(running.address) doesn't accept this command. Start it again.")
        }
        var request = TransferRequest("GET", running.address + "/api/session")
        request.fields["Cookie"] = String(cookie)
        let (_, session) = try Self.transfer(request, to: server)
        guard let session = try? JSONDecoder().decode(Session.self, from: session) else {
            throw CommandFailure("The server at \(running.address) is of another version of albumen. Start it again.")
        }
        (self.server, self.cookie, csrfToken) = (server, String(cookie), session.csrfToken)
    }

    /// The server's address on this machine, without a path.
    var address: String { server.address }

    /// Sends a request, and returns the answer's body.
    ///
    /// - Parameters:
    ///   - path: The path of the request, such as `/api/pairings`.
    ///   - body: The JSON to send, or `nil` for none.
    /// - Throws: `CommandFailure` with the server's message if it refuses.
    func send(_ method: String, _ path: String, _ body: (any Encodable)? = nil) throws -> Data {
        var request = TransferRequest(method, server.address + path)
        request.fields = [
            "Cookie": cookie, "Origin": server.address, "Albumen-CSRF-Token": csrfToken, "Accept": "application/json",
        ]
        if let body {
            request.fields["Content-Type"] = "application/json"
            request.body = .data(try JSONEncoder().encode(body))
        }
        let (answer, bytes) = try Self.transfer(request, to: server)
        guard answer.isSuccess else {
            let message = (try? JSONDecoder().decode(Failure.self, from: bytes))?.error.message
            throw CommandFailure(message ?? "The server answered with the status \(answer.status).")
        }
        return bytes
    }

    private static func transfer(
        _ request: TransferRequest, to server: CheckedServer
    ) throws -> (TransferAnswer, Data) {
        var request = request
        request.check = { try server.check($0) }
        return try HTTPTransfer(request).data()
    }
}
