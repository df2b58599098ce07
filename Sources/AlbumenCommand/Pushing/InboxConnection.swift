import Albumen
import Foundation
import HTTPTransfers
import Records
import ServerCertificates
import SystemPackage

/// The inbox of a sender in another library, over HTTP.
final class InboxConnection {
    /// What the other library says of a file.
    struct State: Decodable {
        let state: String
        let offset: Int64
        let reason: String?

        /// The library had the file before.
        static let known = State(state: "known", offset: 0, reason: nil)

        /// Whether nothing more happens with the file.
        var isFinal: Bool { !["receiving", "waiting"].contains(state) }
    }

    /// A request failed.
    enum Failure: Error {
        /// The connection or the server failed. Later, it may succeed.
        case passing(String)
        /// The server refuses this file.
        case file(String)
        /// The server refuses all files of this sender.
        case all(CommandFailure)
    }

    private struct Refusal: Decodable {
        struct Detail: Decodable {
            let message: String
        }

        let error: Detail
    }

    private let origin: String
    private let password: String
    private let trust: TransferRequest.Trust
    private let isLocal: Bool
    private var hasAnswered = false
    private let connections = TransferConnections(limit: 1)
    /// Groups the files of one run into one import.
    private let delivery = UUID().uuidString

    /// - Parameters:
    ///   - address: The server's address. Its path isn't used.
    ///   - fingerprint: The SHA-256 of the server's own authority, or `nil` if the system trusts its certificate.
    /// - Throws: `CommandFailure` if the address is none, or if the server's authority has another fingerprint.
    init(to address: String, password: String, fingerprint: String?) throws {
        guard let url = URLComponents(string: address), let scheme = url.scheme?.lowercased(), let host = url.host,
            !host.isEmpty, ["http", "https"].contains(scheme), url.user == nil
        else {
            throw CommandFailure("--to is an address such as https://attic.local:8421", status: .usage)
        }
        guard scheme == "https" || ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host) else {
            throw CommandFailure(
                "The password would be readable for others on the way to \(address). Use https.", status: .usage)
        }
        let origin = "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
        (self.origin, self.password, isLocal) = (origin, password, scheme == "http")
        trust = try fingerprint.map { .authorities(try Self.authority(of: origin, fingerprint: $0)) } ?? .system
    }

    /// Gets the certificate of the server's own authority, and compares it with what the owner has seen.
    private static func authority(of origin: String, fingerprint: String) throws -> Data {
        var request = TransferRequest("GET", origin + "/authority.crt")
        request.trust = .unchecked
        let (answer, certificate) = try HTTPTransfer(request).data(limit: 64 << 10)
        guard answer.isSuccess else {
            throw CommandFailure(
                "\(origin) has no certificate of its own (status \(answer.status)). Leave --fingerprint out.")
        }
        guard let authority = Certificate(pem: certificate) else {
            throw CommandFailure("\(origin) answered with something else than its certificate. Check the address.")
        }
        let found = try authority.fingerprint()
        guard digits(of: found) == digits(of: fingerprint) else {
            throw CommandFailure(
                "The certificate of \(origin) has the SHA-256 \(found), and not the given one. Somebody may stand "
                    + "between this machine and the server: nothing was sent.")
        }
        // The answer may have others beside the one that was compared.
        return try authority.pem()
    }

    private static func digits(of fingerprint: String) -> String { fingerprint.lowercased().filter(\.isHexDigit) }

    // MARK: Files

    /// Asks what the library has of a file. Returns `nil` if it has nothing.
    func state(of file: PushedDigest) throws -> State? {
        var request = request("GET", file)
        if !file.isSidecar { request.fields["Repr-Digest"] = Self.field(file.digest) }
        let (answer, body) = try answer(to: request)
        if answer.status == 404 { return nil }
        return try state(answer, body)
    }

    /// Sends a file's bytes from an offset on.
    func send(_ file: OpenedFile, from offset: Int64) throws -> State {
        var request = request(offset == 0 ? "PUT" : "PATCH", file.pushed)
        // At the end, the server may hash all bytes again.
        request.idleTimeout = 600
        request.body = .file(file.descriptor, offset..<file.size)
        request.fields.merge([
            "Upload-Complete": "?1", "Upload-Draft-Interop-Version": "8", "Albumen-Delivery": delivery,
        ]) { $1 }
        if offset == 0 {
            request.fields[file.pushed.isSidecar ? "Content-Digest" : "Repr-Digest"] = Self.field(file.pushed.digest)
            let name = file.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            request.fields["Content-Disposition"] = "inline; filename*=UTF-8''\(name)"
            request.fields["Albumen-File-Date"] = String(Int64(file.modificationDate.timeIntervalSince1970 * 1_000))
            request.fields["Content-Type"] = "application/octet-stream"
        } else {
            request.fields["Upload-Offset"] = String(offset)
            request.fields["Content-Type"] = "application/partial-upload"
        }
        do {
            let (answer, body) = try answer(to: request)
            return try state(answer, body)
        } catch let error as Errno {
            throw Failure.file("it can't be read: \(error)")
        } catch Failure.passing(let reason) {
            guard file.hasItsSize else { throw Failure.file("it became shorter while it was sent") }
            throw Failure.passing(reason)
        }
    }

    private func request(_ method: String, _ file: PushedDigest) -> TransferRequest {
        // A second run finds the file again.
        var request = TransferRequest(method, "\(origin)/inbox/\(file.digest)/\(file.place)")
        request.fields = ["Authorization": "Bearer \(password)", "Accept": "application/json"]
        (request.trust, request.connections) = (trust, connections)
        if isLocal {
            // Another user's program could listen in place of the server.
            let server = CheckedServer(address: origin, process: nil, owner: getuid())
            request.check = { try server.check($0) }
        }
        return request
    }

    private func answer(to request: TransferRequest) throws -> (TransferAnswer, Data) {
        do {
            let answer = try HTTPTransfer(request).data()
            hasAnswered = true
            return answer
        } catch let error as TransferError {
            // The path says nothing to people.
            let message = error.message.replacing(request.address, with: origin)
            switch error.code {
            case .unreachable, .handshakeFailed, .timedOut, .interrupted:
                // An address that has never answered may be wrong.
                throw hasAnswered ? Failure.passing(message) : Failure.all(CommandFailure(message))
            case .cancelled, .tooLong, .protocolViolation: throw Failure.all(CommandFailure(message))
            }
        }
    }

    private func state(_ answer: TransferAnswer, _ body: Data) throws -> State {
        if answer.isSuccess { return try JSONDecoder().decode(State.self, from: body) }
        let message =
            (try? JSONDecoder().decode(Refusal.self, from: body))?.error.message
            ?? "\(origin) answered with the status \(answer.status)."
        switch answer.status {
        case 401, 403: throw Failure.all(CommandFailure(message))
        case 507: throw Failure.all(CommandFailure(message, status: .diskFull))
        case 408, 409, 429, 500...599: throw Failure.passing(message)
        default: throw Failure.file(message)
        }
    }

    private static func field(_ digest: BlobDigest) -> String { "sha-256=:\(digest.data.base64EncodedString()):" }
}
