import Albumen
import HTTPTypes
import Hummingbird
import Records

/// The list of connected sites, for the owner's page and paired devices.
struct SiteListRoutes: Sendable {
    private static let sites = "/api/sites"

    let work: BlockingWork
    /// The sites, or `nil` if the file with them can't be used.
    let signIns: LastingSignIns?
    let picks: PickSessions
    /// The server's addresses, or `nil` if it doesn't listen for other devices.
    let devices: DeviceServing?

    func add(to routes: GalleryRoutes) {
        routes.get(RouterPath(Self.sites), use: list)
        routes.delete(RouterPath("\(Self.sites)/:site"), use: remove)
    }

    @Sendable private func list(_: Request, _: GalleryContext, _: LibraryView) async throws -> Response {
        let (signIns, devices) = (signIns, devices)
        return try await work.read {
            let names = Dictionary(
                uniqueKeysWithValues: (try signIns?.all() ?? []).map { ($0.id, $0.browser) })
            return try JSONAnswer.response(
                SitesDocument(
                    addresses: devices?.place.origins ?? [],
                    sites: (signIns?.sites() ?? []).map { ConnectedSiteDocument($0, device: names[$0.device]) }))
        }
    }

    @Sendable private func remove(
        _: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let isRemoved = try await Self.remove(
            context.parameters.get("site") ?? "", signIns, picks, view.library, work)
        guard isRemoved else { throw Refusal.notFound("There is no such site any more.") }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    /// Ends the connection of a site with its sessions and transfers. Returns `false` if there is none.
    @discardableResult
    static func remove(
        _ id: String, _ signIns: LastingSignIns?, _ picks: PickSessions, _ library: Library, _ work: BlockingWork
    ) async throws -> Bool {
        let isRemoved = try await work.change {
            let removed = try signIns?.disconnectSite(id)
            library.doorbell.ring()
            return removed != nil
        }
        if isRemoved { try picks.deleteSessions { $0 == id } }
        return isRemoved
    }
}

/// The connected sites, by origin, and where others connect.
struct SitesDocument: Encodable {
    /// The addresses for other devices, without a path. Empty if the server doesn't listen for them.
    let addresses: [String]
    let sites: [ConnectedSiteDocument]
}

/// A site that may ask for photos in a device's browser.
struct ConnectedSiteDocument: Encodable {
    let id: String
    let origin: String
    /// The name of the device, or `nil` if it has none.
    @OrNull var device: String?
    let created: String
    /// The last use within an hour, or `nil` if it wasn't used yet.
    @OrNull var lastUsed: String?

    init(_ site: ConnectedSite, device: String?) {
        (id, origin, self.device) = (site.id, site.origin, device)
        created = Timestamp.utc(site.created) ?? ""
        lastUsed = site.lastUse.flatMap { Timestamp.utc($0) }
    }
}
