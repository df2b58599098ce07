import Albumen
import HTTPTypes
import Hummingbird
import Records
import ServerCertificates

/// The list of senders, for the owner's page and paired devices.
struct SenderListRoutes: Sendable {
    private static let senders = "/api/senders"

    let work: BlockingWork
    /// The senders, or `nil` if the file with them can't be used.
    let signIns: LastingSignIns?
    /// The server's addresses, or `nil` if it doesn't listen for other devices.
    let devices: DeviceServing?

    func add(to routes: GalleryRoutes) {
        routes.get(RouterPath(Self.senders), use: list)
        routes.post(RouterPath(Self.senders), use: create)
        routes.delete(RouterPath("\(Self.senders)/:sender"), use: remove)
    }

    @Sendable private func list(_: Request, _: GalleryContext, _: LibraryView) async throws -> Response {
        let (signIns, devices) = (signIns, devices)
        return try await work.read {
            try JSONAnswer.response(
                SendersDocument(
                    addresses: devices?.place.origins ?? [], fingerprint: devices?.tls?.authority?.fingerprint,
                    senders: (signIns?.senders() ?? []).map(SenderDocument.init)))
        }
    }

    @Sendable private func create(
        _ request: NewSenderRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        guard let signIns else { throw Refusal.noSenders }
        let device = context.device?.id
        return try await work.change {
            let (sender, password) = try signIns.addSender(
                named: request.name, canRead: request.canRead, addedBy: device)
            view.library.doorbell.ring()
            return try JSONAnswer.response(
                NewSenderDocument(sender: SenderDocument(sender), password: password), status: .created)
        }
    }

    @Sendable private func remove(
        _: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let id = context.parameters.get("sender") ?? ""
        let signIns = signIns
        let removed = try await work.change {
            // The address has the identifier, never a name.
            guard let sender = try signIns?.sender(id) else { return false }
            let isRemoved = try signIns?.removeSender(sender.id) != nil
            // Its transfers end at once.
            view.library.doorbell.ring()
            return isRemoved
        }
        guard removed else { throw Refusal.notFound("There is no such sender any more.") }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
}

/// A new sender.
struct NewSenderRequest: RequestDocument {
    let name: String
    /// Whether it can also read the library.
    let canRead: Bool

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["name", "canRead"])
        name = try fields.value("name")
        canRead = try fields.optional("canRead") ?? false
    }
}

/// The senders, by name, and where they send to.
struct SendersDocument: Encodable {
    /// The addresses for other devices, without a path. Empty if the server doesn't listen for them.
    let addresses: [String]
    /// The SHA-256 of the certificate that devices have to trust, or `nil` if they know its authority.
    @OrNull var fingerprint: String?
    let senders: [SenderDocument]
}

/// A sender.
struct SenderDocument: Encodable {
    let id: String
    let name: String
    /// Whether it can also read the library.
    let canRead: Bool
    let created: String
    /// The last use within an hour, or `nil` if it wasn't used yet.
    @OrNull var lastUsed: String?
    /// The numeric address of the last noted use, or `nil` if it was on this machine or there is none.
    @OrNull var address: String?

    init(_ sender: Sender) {
        (id, name, canRead) = (sender.id, sender.name, sender.canRead)
        address = sender.address
        created = Timestamp.utc(sender.created) ?? ""
        lastUsed = sender.lastUse.flatMap { Timestamp.utc($0) }
    }
}

/// A new sender with its password, which is shown once.
struct NewSenderDocument: Encodable {
    let sender: SenderDocument
    let password: String
}

extension Refusal {
    fileprivate static let noSenders = Refusal(
        status: .serviceUnavailable, code: "unavailable",
        message: "Senders can't be added, because this server keeps no sign-ins. Start it without "
            + "--no-lasting-sign-in.")
}
