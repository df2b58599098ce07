import Foundation
import HTTPTypes
import Hummingbird
import ServerCertificates
import Synchronization

/// The addresses at which other devices reach the server.
final class DevicePlace: Sendable {
    private let listener: DeviceListener
    private let tls: ServerTLS?
    private let port: Mutex<Int>

    init(_ listener: DeviceListener, tls: ServerTLS?) {
        (self.listener, self.tls) = (listener, tls)
        port = Mutex(listener.port)
    }

    /// Sets the port at which the server listens.
    func listens(at port: Int) { self.port.withLock { $0 = port } }

    /// The address for links, without a path.
    var origin: String {
        if case .proxy(let origin, _) = listener.protection { return origin }
        return "https://\(authority(of: listener.linkName))"
    }

    /// All addresses without a path, the one for links first.
    var origins: [String] {
        guard let tls else { return [origin] }
        return [origin] + tls.names.all.map { "https://\(authority(of: $0))" }.filter { $0 != origin }
    }

    /// Returns the origin of a request's `Host`, or `nil` if the server has no such name. So other sites' names that
    /// resolve to this machine open nothing (DNS rebinding).
    func origin(ofAuthority authority: String?) -> String? {
        guard let authority = authority?.lowercased() else { return nil }
        return origins.first { $0 == "https://\(authority)" }
    }

    /// Whether browsers should remember that the name is reached by TLS alone. Not with a certificate of the user's own
    /// authority: browsers would then refuse what else the machine serves without TLS under that name.
    var isStrict: Bool { tls?.authority == nil }

    private func authority(of name: String) -> String {
        let host = name.contains(":") ? "[\(name)]" : name
        let port = port.withLock { $0 }
        return port == 443 ? host : "\(host):\(port)"
    }
}

/// Refuses requests under foreign names, and those of other sites' pages.
struct DeviceOriginMiddleware: RouterMiddleware {
    let place: DevicePlace
    /// The paths to which other sites' pages may link.
    private static let linked: Set = ["/", PairingEntrance.page]

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = place.origin(ofAuthority: request.head.authority) else {
            throw Refusal.foreignDeviceHost(place.origin)
        }
        if context.remote?.isProxy == true {
            let scheme = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
            guard scheme == "https" else { throw Refusal.plainConnection }
        }
        var context = context
        context.deviceOrigin = origin
        // `SiteAdmissions` judges pages of other sites.
        if AppRoutes.area(of: request.uri.path) != nil { return try await next(request, context) }
        try request.checkOrigin(
            origin, isProgram: SenderArea.contains(request.uri.path), linkedPaths: Self.linked)
        return try await next(request, context)
    }
}

extension Refusal {
    fileprivate static func foreignDeviceHost(_ origin: String) -> Refusal {
        Refusal(
            status: .misdirectedRequest, code: "foreignHost",
            message: "This server isn't known by this name. Use \(origin).")
    }

    fileprivate static let plainConnection = Refusal(
        status: .forbidden, code: "plainConnection", message: "The library is shown over https alone.")
}
