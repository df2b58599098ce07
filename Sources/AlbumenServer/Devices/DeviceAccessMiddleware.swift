import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Decides what a request of another device may see and change: everything of the library for a paired device, and
/// nothing for others. Only the paths of `PairingEntrance` need no pairing. On the paths of senders (`SenderArea`), the
/// password of a sender counts, and cookies have no effect. On the routes for apps, the secrets of connected sites and
/// the result tokens of their sessions count alone.
///
/// The cookie of a paired device is that of its lasting sign-in. As on this machine, a change also needs the session's
/// CSRF token. Tokens of clients have no effect: they are for programs of this machine's users.
struct DeviceAccessMiddleware: RouterMiddleware {
    let signIns: LastingSignIns
    let sessions: OwnerSessions
    let connections: DeviceConnections
    let cookie: LastingCookie
    let work: BlockingWork
    let senders: SenderAdmissions
    let sites: SiteAdmissions

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        guard let remote = context.remote else { throw Refusal.notPaired }
        if PairingEntrance.contains(request.uri.path) { return try await next(request, context) }
        if SenderArea.contains(request.uri.path) {
            return try await next(request, senders.admit(request, context))
        }
        if let area = AppRoutes.area(of: request.uri.path) {
            return try await next(request, sites.admit(request, context, to: area))
        }
        guard let (signIn, value) = try signIn(of: request) else { throw Refusal.notPaired }
        let session = try sessions.session(ofDevice: signIn.id)
        if !request.method.isSafe {
            guard let token = request.headers[.csrfToken], try sessions.accepts(token: token, of: session) else {
                throw Refusal.noToken
            }
        }
        guard DeviceArea.contains(request.uri.path) else { throw Refusal.onlyHere }
        connections.note(signIn.id, on: remote.number)
        // A sign-out between the check of the cookie and the note closes no connection, so it's checked again.
        guard sessions.isOpen(session) else { throw Refusal.notPaired }
        let address = ForwardedAddress.of(request, on: remote)
        let isUseDue = signIns.isUseDue(of: signIn, from: address)
        if isUseDue { try await noteUse(of: signIn, from: address, context) }
        var context = context
        context.principal = .owner(through: "page")
        context.session = session
        context.device = signIn
        var response = try await next(request, context)
        // Browsers forget the cookie 90 days after it was set.
        if isUseDue { cookie.set(value, in: &response) }
        return response
    }

    /// Notes a use. A failure, such as a full disk, has no effect on the device.
    private func noteUse(of signIn: LastingSignIn, from address: String, _ context: GalleryContext) async throws {
        let signIns = signIns
        do {
            try await work.read { try signIns.noteUse(of: signIn, from: address) }
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("The use of a device can't be noted: \(error)")
        }
    }

    private func signIn(of request: Request) throws -> (LastingSignIn, cookie: String)? {
        for value in cookie.values(in: request) {
            if let signIn = try signIns.device(ofCookie: value) { return (signIn, String(value)) }
        }
        return nil
    }
}

/// The address of the device that a request comes from.
enum ForwardedAddress {
    /// Returns the connection's address, or the last one that the trusted proxy has added. Earlier ones are claims of
    /// the device.
    static func of(_ request: Request, on connection: RemoteConnection) -> String {
        guard connection.isProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[values: name].last?.split(separator: ",").last
        else { return connection.address }
        let text = last.trimmingCharacters(in: .whitespaces)
        // Some proxies write the address of version 6 in brackets, and a port.
        return text.utf8.count <= 60 ? text : connection.address
    }
}

extension Refusal {
    static let notPaired = Refusal(
        status: .unauthorized, code: "notPaired",
        message: "This device isn't paired. On a device that is signed in, choose Add a Device, or run: albumen pair")

    fileprivate static let onlyHere = Refusal(
        status: .forbidden, code: "thisMachineOnly",
        message: "This is possible only in a browser on the machine that has the library.")
}
