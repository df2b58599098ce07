import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SentFiles
import XMLTokens

/// WebDAV for senders (RFC 4918): a folder into which they copy files, for the library to take in.
struct WebDAVRoutes: Sendable {
    let inbox: WebDAVInbox
    let library: WebDAVLibrary
    let signIns: LastingSignIns
    let work: BlockingWork

    private static let noFolder = Refusal.notFound("There is no such folder.")

    static let methods = [
        "OPTIONS", "GET", "HEAD", "PUT", "DELETE", "MKCOL", "COPY", "MOVE", "PROPFIND", "PROPPATCH", "LOCK", "UNLOCK",
    ].compactMap { HTTPRequest.Method(rawValue: $0) }

    func add(to routes: SenderRoutes) {
        for path: RouterPath in ["/dav", "/dav/**"] {
            for method in Self.methods { routes.on(method, path, use: respond) }
        }
    }

    /// A request with what it's about.
    struct Visit: Sendable {
        let request: Request
        let context: GalleryContext
        let sender: Sender
        let path: SentPath

        /// - Throws: `Refusal` (403) for the sender's own folder, which can't be changed.
        func requireMember() throws {
            guard !path.isRoot else { throw Refusal.fixedFolder }
        }
    }

    @Sendable private func respond(
        _ request: Request, _ context: GalleryContext, _ sender: Sender
    ) async throws -> Response {
        // Clients must not send the part of an address after it.
        guard request.head.path?.contains("#") != true else { throw Refusal.badPath }
        switch try WebDAVAddress(path: request.uri.path) {
        case .root: return try await respondAtRoot(request, context, sender)
        case .inbox(let path):
            let visit = Visit(request: request, context: context, sender: sender, path: path)
            return try await respond(to: visit)
        case .library(let names):
            guard sender.canRead else { throw Self.noFolder }
            let visit = Visit(request: request, context: context, sender: sender, path: .root)
            return try await respondInLibrary(visit, names)
        }
    }

    private func respondAtRoot(
        _ request: Request, _ context: GalleryContext, _ sender: Sender
    ) async throws -> Response {
        switch request.method.rawValue {
        case "OPTIONS": return Self.options
        case "PROPFIND":
            return try await propertiesOfRoot(Visit(request: request, context: context, sender: sender, path: .root))
        default: throw Refusal.fixedFolder
        }
    }

    private func respond(to visit: Visit) async throws -> Response {
        switch visit.request.method.rawValue {
        case "OPTIONS": return Self.options
        case "GET", "HEAD": return try await get(visit)
        case "PUT": return try await put(visit)
        case "DELETE": return try await delete(visit)
        case "MKCOL": return try await makeFolder(visit)
        case "COPY", "MOVE": return try await transfer(visit)
        case "PROPFIND": return try await properties(visit)
        case "PROPPATCH": return try await changeProperties(visit)
        case "LOCK": return try await lock(visit)
        default: return try await unlock(visit)
        }
    }

    static let options = Response(
        status: .ok,
        headers: [
            .allow: methods.map(\.rawValue).joined(separator: ", "), .dav: "1, 2", .msAuthorVia: "DAV",
            .contentLength: "0",
        ])

    // MARK: Conditions

    /// Checks the headers `If`, `If-Match` and `If-None-Match`, and that the client has the tokens of the locks.
    ///
    /// - Parameters:
    ///   - paths: The files or folders that the request changes.
    ///   - isDeep: Whether it changes all that is in them.
    ///   - changesMembers: Whether it adds or removes the paths, so that a lock on their folder counts.
    /// - Throws: `Refusal`: 412, or 423 with the missing tokens.
    func check(_ visit: Visit, changing paths: [SentPath], isDeep: Bool = false, changesMembers: Bool = false) throws {
        let (request, sender) = (visit.request, visit.sender)
        let file = try inbox.file(visit.path, of: sender)
        if let tags = request.headers[.ifMatch] {
            guard let file, tags.contains("\"\(file.tag)\"") || tags == "*" else { throw Refusal.failedCondition }
        }
        if let tags = request.headers[.ifNoneMatch], let file, ![.get, .head].contains(request.method) {
            guard tags != "*", !tags.contains("\"\(file.tag)\"") else { throw Refusal.failedCondition }
        }
        let condition = try WebDAVCondition(HTTPField.Name("If").flatMap { request.headers[$0] })
        if let condition {
            let holds = try condition.holds { address in
                let path: SentPath
                if let address {
                    guard case .inbox(let other) = try WebDAVAddress(destination: address, of: request) else {
                        return ([], nil)
                    }
                    path = other
                } else {
                    path = visit.path
                }
                let tokens = Set(inbox.locks.on(path, of: sender.id).map(\.token))
                return (tokens, try inbox.file(path, of: sender).map { "\"\($0.tag)\"" })
            }
            guard holds else { throw Refusal.failedCondition }
        }
        let tokens = condition?.tokens ?? []
        for path in paths {
            var locks = isDeep ? inbox.locks.within(path, of: sender.id) : inbox.locks.on(path, of: sender.id)
            if changesMembers, !path.isRoot { locks += inbox.locks.on(path.parent, of: sender.id) }
            let isHeld = locks.allSatisfy { lock in
                // Of several shared locks on a path, one token is enough.
                tokens.contains(lock.token)
                    || !lock.isExclusive && locks.contains { $0.path == lock.path && tokens.contains($0.token) }
            }
            guard isHeld else { throw Refusal.locked }
        }
    }

    /// Reads the request's XML. Returns `nil` if it has no body.
    ///
    /// - Throws: `Refusal`: 400 if it isn't well-formed, and 413 if it's too large.
    func document(_ visit: Visit) async throws -> WebDAVElement? {
        do {
            if visit.request.headers[.expect]?.lowercased() == "100-continue" { try await visit.context.inviteBody() }
            let buffer = try await JSONBody.collect(
                visit.request.body, upTo: WebDAVElement.bodyLimit, within: .seconds(30))
            guard buffer.readableBytes > 0 else { return nil }
            return try WebDAVElement(document: Array(buffer.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw Refusal.tooLarge(limit: WebDAVElement.bodyLimit)
        } catch is XMLTokenizer.Failure {
            throw Refusal.badRequest("The body isn't well-formed XML.")
        }
    }
}

extension HTTPField.Name {
    static let dav = HTTPField.Name("DAV")!
    static let msAuthorVia = HTTPField.Name("MS-Author-Via")!
    static let depth = HTTPField.Name("Depth")!
    static let destination = HTTPField.Name("Destination")!
    static let overwrite = HTTPField.Name("Overwrite")!
    static let timeout = HTTPField.Name("Timeout")!
    static let lockToken = HTTPField.Name("Lock-Token")!
    /// The date of the client's file, in seconds since 1970.
    static let ocMtime = HTTPField.Name("X-OC-Mtime")!
    static let expectedEntityLength = HTTPField.Name("X-Expected-Entity-Length")!
}

extension Refusal {
    static let fixedFolder = Refusal(
        status: .forbidden, code: "fixedFolder",
        message: "This folder can't be changed. Add files and folders in /dav/inbox/.")

    static let failedCondition = Refusal(
        status: .preconditionFailed, code: "preconditionFailed", message: "A condition of the request doesn't hold.")

    static let locked = Refusal(
        status: .init(code: 423, reasonPhrase: "Locked"), code: "locked",
        message: "The file or folder is locked, and the request doesn't have the lock's token.")

    static let noFile = Refusal.notFound("There is no such file or folder.")
}
