import Foundation
import Glibc
import HTTPTransfers
import LocalSockets

/// A server of a library, with the calls that a picker makes.
struct PickerServer: Sendable, Equatable {
    /// The address without a path, such as `http://127.0.0.1:8420`.
    let address: String
    /// Whether the server must belong to this user. Only a server that the user has named needn't.
    let isChecked: Bool

    /// Returns a request whose connection is checked before anything is sent.
    func request(_ method: String, _ path: String, token: String? = nil) -> TransferRequest {
        var request = TransferRequest(method, address + path)
        if let token { request.fields["Authorization"] = "Bearer \(token)" }
        if isChecked { request.check = { try Self.check($0) } }
        return request
    }

    /// Sends a request and decodes the answer.
    ///
    /// - Parameter body: A document to send as JSON.
    /// - Throws: `TransferError` or `PickerError`.
    func document<Document: Decodable>(
        _ method: String, _ path: String, token: String? = nil, body: (any Encodable)? = nil,
        start: (HTTPTransfer) -> Void = { _ in }
    ) throws -> Document {
        let data = try send(method, path, token: token, body: body, start: start)
        do {
            return try JSONDecoder().decode(Document.self, from: data)
        } catch {
            throw PickerError(
                .unreadableAnswer, "The program at \(address) isn't a server of this version of Albumen: \(error)")
        }
    }

    /// Sends a request and returns the body of the answer.
    ///
    /// - Parameter start: Takes the transfer before it starts, so that it can be cancelled.
    /// - Throws: `TransferError` or `PickerError`.
    @discardableResult
    func send(
        _ method: String, _ path: String, token: String? = nil, body: (any Encodable)? = nil,
        start: (HTTPTransfer) -> Void = { _ in }
    ) throws -> Data {
        var request = request(method, path, token: token)
        if let body {
            request.fields["Content-Type"] = "application/json"
            request.body = .data(try JSONEncoder().encode(body))
        }
        let transfer = HTTPTransfer(request)
        start(transfer)
        let (answer, data) = try transfer.data(limit: 16 << 20)
        guard answer.isSuccess else { throw Self.failure(answer, data, address: address) }
        return data
    }

    /// Returns the error of an answer that isn't a success.
    static func failure(_ answer: TransferAnswer, _ body: Data, address: String) -> PickerError {
        let document = try? JSONDecoder().decode(PickerFailureDocument.self, from: body)
        let message = document?.error.message ?? "The server at \(address) answered with the status \(answer.status)."
        return PickerError(answer.status == 404 || answer.status == 410 ? .expired : .refused, message)
    }

    // MARK: The server's user

    /// Throws if the other end of a connection doesn't belong to this user or to root.
    private static func check(_ connection: TransferConnection) throws {
        guard
            let server = SocketEndpoint(address: connection.remoteAddress, port: connection.remotePort),
            let own = SocketEndpoint(address: connection.localAddress, port: connection.localPort)
        else { throw foreign(connection, "its address isn't one of this machine") }
        guard let socket = try PeerSocket.accepted(at: server, from: own) else {
            throw foreign(connection, "the kernel doesn't say whose it is")
        }
        guard socket.isOpen(by: geteuid()) else { throw foreign(connection, "it belongs to the user \(socket.user)") }
    }

    private static func foreign(_ connection: TransferConnection, _ reason: String) -> PickerError {
        PickerError(
            .foreignServer,
            "The program at \(connection.remoteAddress), port \(connection.remotePort), can't be used, because "
                + "\(reason). To use the server of another user, set ALBUMEN_SERVER to its address.")
    }
}
