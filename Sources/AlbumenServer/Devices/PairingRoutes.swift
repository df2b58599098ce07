import Albumen
import HTTPTypes
import Hummingbird
import QRCodes
import Records
import ServerCertificates

/// The owner's routes for adding a device.
struct PairingRoutes: Sendable {
    private static let pairings = "/api/pairings"

    let work: BlockingWork
    /// The pairings and the server's addresses, or `nil` if the server doesn't listen for other devices.
    let devices: DeviceServing?

    func add(to routes: GalleryRoutes) {
        routes.get(RouterPath(Self.pairings), use: list)
        routes.post(RouterPath(Self.pairings), use: offer)
        routes.post(RouterPath("\(Self.pairings)/:pairing"), use: answer)
        routes.delete(RouterPath("\(Self.pairings)/:pairing"), use: cancel)
    }

    @Sendable private func list(_: Request, _: GalleryContext, _: LibraryView) async throws -> Response {
        let open = devices?.pairings.all ?? []
        return try JSONAnswer.response(
            PairingsDocument(
                addresses: devices?.place.origins ?? [], fingerprint: devices?.tls?.authority?.fingerprint,
                pairings: open.map(PairingDocument.init)))
    }

    @Sendable private func offer(
        _: EmptyRequest, _ context: GalleryContext, _: LibraryView
    ) async throws -> Response {
        guard let devices else { throw Refusal.notListening }
        // A device that this one pairs ends with it.
        let (pairing, key) = try devices.pairings.offer(by: context.device?.id)
        let link = "\(devices.place.origin)\(PairingEntrance.page)#\(key)"
        return try JSONAnswer.response(OfferedPairingDocument(pairing, link: link), status: .created)
    }

    @Sendable private func answer(
        _ request: Request, _ body: PairingAnswer, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        guard let devices else { throw Refusal.notListening }
        let id = context.parameters.get("pairing") ?? ""
        let device = context.device?.id
        try await work.change {
            try devices.pairings.answer(id, confirms: body.confirms, number: body.number, by: device)
            view.library.doorbell.ring()
        }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    @Sendable private func cancel(_: Request, _ context: GalleryContext, _: LibraryView) async throws -> Response {
        devices?.pairings.cancel(context.parameters.get("pairing") ?? "")
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
}

/// The owner's answer to a device that waits.
struct PairingAnswer: RequestDocument {
    let confirms: Bool
    /// The four digits that the owner has seen.
    let number: String

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["confirms", "number"])
        confirms = try fields.value("confirms")
        number = try fields.value("number")
    }
}

/// The devices that are being paired, and where devices reach the server.
struct PairingsDocument: Encodable {
    /// The addresses for other devices. Empty if the server doesn't listen for them.
    let addresses: [String]
    /// The SHA-256 of the certificate that devices have to trust, or `nil` if they know its authority.
    @OrNull var fingerprint: String?
    let pairings: [PairingDocument]
}

/// A device that is being paired.
struct PairingDocument: Encodable {
    let id: String
    /// `offered`, `asking`, `confirmed`, `refused`, or `contested`.
    let state: String
    let expires: String
    /// The device's name, once it has opened the link.
    @OrNull var name: String?
    /// The device's numeric address.
    @OrNull var address: String?
    /// The four digits that the device shows.
    @OrNull var number: String?

    init(_ pairing: Pairing) {
        (id, state) = (pairing.id, pairing.state.name)
        expires = Timestamp.utc(pairing.end) ?? ""
        (name, address) = (pairing.visitor?.name, pairing.visitor?.address)
        number = pairing.visitor?.number
    }
}

/// A new link.
struct OfferedPairingDocument: Encodable {
    let id: String
    let expires: String
    /// The address to open on the device.
    let link: String
    /// The link as a QR code: the number of modules on a side, and the path of an SVG.
    @OrNull var code: QRCodeDocument?

    init(_ pairing: Pairing, link: String) {
        (id, self.link) = (pairing.id, link)
        expires = Timestamp.utc(pairing.end) ?? ""
        code = QRCode(link).map { QRCodeDocument(size: $0.size, path: $0.svgPath) }
    }
}

/// A QR code as an SVG.
struct QRCodeDocument: Encodable {
    let size: Int
    let path: String
}

extension Refusal {
    fileprivate static let notListening = Refusal(
        status: .conflict, code: "notListening",
        message: "The server doesn't listen for other devices. Start it with: albumen serve --listen 0.0.0.0")
}
