import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Records

/// Finds the clients of tokens, and checks whether their access still holds.
struct ClientAdmissions: Sendable {
    let library: Library
    let work: BlockingWork

    /// Returns the client of a token with its access now. Notes the use at most once an hour.
    ///
    /// - Parameter peer: The user at the other end of the connection.
    /// - Throws: `Refusal` (401) if no client has the token, or if its client has no access. Both are the same. Also
    ///   throws if the token was made before the library was copied (401), or isn't for this user (403).
    func admit(_ token: String, from peer: ConnectionPeer, _ logger: Logger) async throws -> ClientVisit {
        let digest = try SecretToken.digest(of: token)
        let credential = try await work.read { [library] in try library.credential(withDigest: digest) }
        guard let credential, credential.access != .denied else { throw Refusal.noClient }
        guard library.isPlace(of: credential) else { throw Refusal.copiedLibrary }
        guard peer.isOwner || credential.users.contains(peer.user) else { throw Refusal.otherUser }
        do {
            try await noteUse(of: credential)
        } catch let error as CancellationError {
            throw error
        } catch {
            // The request doesn't depend on it.
            logger.error("The use of a client's token couldn't be noted: \(error)")
        }
        return ClientVisit(client: credential.client, digest: digest, access: credential.access)
    }

    private func noteUse(of credential: ClientCredential) async throws {
        if let last = credential.lastUsed, abs(library.now().timeIntervalSince(last)) < Library.useInterval { return }
        // Changes can wait for the library's place.
        try await work.read { [library] in
            try library.noteUse(ofClient: credential.client, lastUsed: credential.lastUsed)
        }
    }

    /// Returns whether a client still has the token and the access with which its request began.
    ///
    /// - Parameter asset: The UUID of an asset that the client must still see, or `nil`.
    func holds(_ visit: ClientVisit, asset: String? = nil) async throws -> Bool {
        try await work.read { [library] in
            guard let now = try library.credential(withDigest: visit.digest), now.client == visit.client,
                now.access == visit.access
            else { return false }
            guard let asset, visit.access != .full else { return true }
            let view = library.view(for: .client(visit.client, access: visit.access))
            return try view.assetRows(uuids: [asset])[asset] != nil
        }
    }
}

/// Writes the body of a response to a client. Before each piece, checks that the client still has its access.
struct GuardedBodyWriter: ResponseBodyWriter {
    /// The reason for a body that ends early. The server then closes the connection, so that the client notices.
    struct AccessEnded: Error {}

    private var writer: any ResponseBodyWriter
    private let context: GalleryContext
    private let isAllowed: @Sendable () async throws -> Bool

    private init(
        _ writer: any ResponseBodyWriter, _ context: GalleryContext,
        isAllowed: @escaping @Sendable () async throws -> Bool
    ) {
        self.writer = writer
        self.context = context
        self.isAllowed = isAllowed
    }

    static func guarding(
        _ body: ResponseBody, _ context: GalleryContext, isAllowed: @escaping @Sendable () async throws -> Bool
    ) -> ResponseBody {
        ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(GuardedBodyWriter(writer, context, isAllowed: isAllowed))
        }
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        guard try await isAllowed() else { throw AccessEnded() }
        try await writer.write(buffer)
        // The next check must not precede a write that waits for the client.
        try await context.awaitConnection()
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}

extension Refusal {
    /// The response is the same for an unknown token and for a client without access.
    static let noClient = Refusal(
        status: .unauthorized, code: "noClient",
        message: "This token isn't valid. The library's owner makes one with: albumen access token CLIENT",
        headers: [.wwwAuthenticate: "Bearer"])

    fileprivate static let copiedLibrary = Refusal(
        status: .unauthorized, code: "copiedLibrary",
        message: "The library was copied, or moved to another volume, after this token was made. So it has no effect "
            + "here. The library's owner makes a new one with: albumen access token CLIENT",
        headers: [.wwwAuthenticate: "Bearer"])

    fileprivate static let otherUser = Refusal(
        status: .forbidden, code: "otherUser",
        message: "This token isn't for programs of your user. The library's owner makes one that is, with: "
            + "albumen access token CLIENT --user NAME")

    static let onlyForOwner = Refusal(
        status: .forbidden, code: "ownerOnly", message: "Only the library's owner may use this address.")

    /// The refusal of all requests of a client that may only add.
    static let onlyAdds = Refusal(
        status: .forbidden, code: "addOnly",
        message: "This client may only add photos, and programs can't upload any yet.")
}
