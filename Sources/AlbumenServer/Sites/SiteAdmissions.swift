import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Decides what a site's page on another device may reach: the sessions that it has created as a connected site.
///
/// The site has a secret for its browser, which the owner has confirmed (`SiteEntrance`). The secret creates sessions,
/// and nothing else. As on this machine, the result token of a session gives what was chosen in it. Both have an effect
/// only for the origin that was connected, and only as long as it's connected.
struct SiteAdmissions: Sendable {
    let signIns: LastingSignIns
    let picks: PickSessions
    let connections: DeviceConnections
    let work: BlockingWork

    /// Returns the context of a request for a route for apps.
    ///
    /// - Throws: `Refusal`: 401 without a valid secret or token, 403 for programs and opaque origins, and 404 for the
    ///   token of another site's session.
    func admit(
        _ request: Request, _ context: GalleryContext, to area: AppRoutes.Area
    ) async throws -> GalleryContext {
        switch area {
        // The window of the entrance has no cookie and learns nothing, and everybody can read the script.
        case .page, .script: return context
        // The browser asks before the request.
        case _ where request.method == .options: return context
        case .connection:
            guard case .page = try RequestOrigin(of: request) else { throw Refusal.noOrigin }
            return context
        case .creation: return try await creator(of: request, context)
        case .session: return try owner(ofSessionIn: request, context)
        }
    }

    /// Returns the connected site with a request's secret, or `nil` if there is none.
    ///
    /// - Throws: `Refusal` if the request has no origin.
    func site(of request: Request) throws -> ConnectedSite? {
        guard case .page(let origin) = try RequestOrigin(of: request) else { throw Refusal.noOrigin }
        guard case .token(let secret) = BearerToken(of: request), let site = try signIns.site(withSecret: secret),
            site.origin == origin
        else { return nil }
        return site
    }

    private func creator(of request: Request, _ context: GalleryContext) async throws -> GalleryContext {
        guard let site = try site(of: request) else { throw Refusal.notConnected }
        try note(site, context)
        await noteUse(of: site, context)
        var context = context
        context.site = site
        return context
    }

    private func owner(ofSessionIn request: Request, _ context: GalleryContext) throws -> GalleryContext {
        guard case .page(let origin) = try RequestOrigin(of: request) else { throw Refusal.noOrigin }
        guard case .token(let token) = BearerToken(of: request) else { throw Refusal.noBearer }
        guard let pick = try picks.session(withToken: token), pick.requester.origin == origin,
            let id = pick.requester.site, let site = try signIns.site(id)
        else { throw Refusal.noPick }
        try note(site, context)
        var context = context
        context.site = site
        context.pick = pick
        context.principal = .pick(pick.loadable.map(\.row))
        return context
    }

    /// Notes the connection, so that it's closed when the site or its device loses access.
    private func note(_ site: ConnectedSite, _ context: GalleryContext) throws {
        guard let remote = context.remote else { throw Refusal.notConnected }
        connections.note(site.id, on: remote.number)
        // A removal between the check and the note closes no connection, so it's checked again.
        guard try signIns.site(site.id) != nil else { throw Refusal.notConnected }
    }

    /// Notes a use. A failure, such as a full disk, has no effect on the site.
    private func noteUse(of site: ConnectedSite, _ context: GalleryContext) async {
        let signIns = signIns
        guard signIns.isUseDue(of: site) else { return }
        do {
            try await work.read { try signIns.noteUse(of: site) }
        } catch {
            context.logger.error("The use of a connected site can't be noted: \(error)")
        }
    }
}

extension Refusal {
    /// The response is the same for a secret that nobody knows, and for a site that was removed.
    static let notConnected = Refusal(
        status: .unauthorized, code: "notConnected",
        message: "This site isn't connected to the library. albumen-picker.js asks the user to connect it.",
        headers: [.wwwAuthenticate: "Bearer"])
}
