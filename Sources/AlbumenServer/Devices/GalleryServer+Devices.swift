import Albumen
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServerCertificates
import ServiceLifecycle
import SystemPackage

extension GalleryServer {
    /// The addresses for other devices, without a path, the one for links first. Empty if the server doesn't listen for
    /// them. Valid when the server listens.
    package var deviceOrigins: [String] { devices?.place.origins ?? [] }

    /// The SHA-256 of the certificate that devices have to trust, and whether none can trust it yet because it's new.
    /// `nil` if devices know the certificate's authority.
    package var deviceAuthority: (fingerprint: String, isNew: Bool)? {
        devices?.tls?.authority.map { ($0.fingerprint, $0.isAuthorityNew) }
    }

    /// - Throws: `ServerError` if devices can't be remembered. `CertificateError`.
    static func deviceServing(
        _ listener: DeviceListener?, _ signIns: LastingSignIns?, _ library: Library, _ logger: Logger,
        changed: @escaping @Sendable () -> Void
    ) throws -> DeviceServing? {
        guard let listener else { return nil }
        guard let signIns else {
            throw ServerError(
                .noSignIns,
                "Other devices can't stay signed in, because the file with the sign-ins can't be used. Mend that, or "
                    + "serve without --listen.")
        }
        return try DeviceServing(listener, signIns: signIns, now: library.now, logger: logger, changed: changed)
    }

    /// Returns all routes for other devices with their middleware. The order of the middleware is the order of the
    /// checks.
    func deviceRouter(for devices: DeviceServing) throws -> Router<GalleryContext> {
        let router = Router(context: GalleryContext.self, options: .autoGenerateHeadEndpoints)
        let page = visitorPage
        router.add(middleware: ProtectionMiddleware(isStrict: devices.place.isStrict))
        router.add(middleware: CrossOriginMiddleware())
        router.add(middleware: RefusalMiddleware(page: page) { request, _ in page.unpaired(for: request) })
        router.add(middleware: HeadLimitMiddleware())
        router.add(middleware: CompressionMiddleware(files: try CompressedFiles.shared.get()))
        router.add(middleware: DeviceOriginMiddleware(place: devices.place))
        router.add(middleware: PreflightMiddleware())
        let cookie = try LastingCookie(ofLibrary: library.identifier)
        let sites = SiteAdmissions(
            signIns: devices.signIns, picks: picks, connections: devices.connections, work: work)
        router.add(
            middleware: DeviceAccessMiddleware(
                signIns: devices.signIns, sessions: sessions, connections: devices.connections, cookie: cookie,
                work: work, senders: senderAdmissions, sites: sites))
        router.add(middleware: OfflineMiddleware(library: library, work: work))
        let table = RouteTable()
        router.add(middleware: MethodMiddleware(routes: table))
        PairingEntrance(
            files: files, pairings: devices.pairings, attempts: devices.attempts, cookie: cookie, tls: devices.tls
        ).add(to: router, table)
        let routes = GalleryRoutes(library: library, router: router, table: table)
        addRoutes(to: routes, ClientAdmissions(library: library, work: work))
        addSenderRoutes(to: SenderRoutes(library: library, router: router, table: table))
        addPicker(to: routes, router, table)
        let entrance = SiteEntrance(
            library: library, files: files, visitorPage: page, devices: devices, picks: picks, admissions: sites,
            work: work)
        entrance.add(to: router, table)
        entrance.add(to: routes)
        return router
    }

    /// Returns the service that listens for other devices.
    ///
    /// - Parameter whenReady: Called with the listening channel.
    func deviceService(
        for devices: DeviceServing, whenReady: @escaping @Sendable (any Channel) -> Void
    ) throws -> some Service {
        let (listener, connections, tls, proxies) = (
            devices.listener, devices.connections, devices.tls, devices.proxies
        )
        let application = Application(
            router: try deviceRouter(for: devices),
            server: HTTPServerBuilder {
                DeviceChannel(responder: $0, connections: connections, tls: tls, proxies: proxies)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(listener.host, port: listener.port), serverName: "albumen"),
            onServerRunning: { channel in
                devices.place.listens(at: channel.localAddress?.port ?? listener.port)
                whenReady(channel)
            },
            logger: logger)
        return DeviceService(application: application, devices: devices, picks: picks, library: library)
    }
}

/// Listens for other devices, until the server ends.
private struct DeviceService<Listening: Service>: Service {
    let application: Listening
    let devices: DeviceServing
    let picks: PickSessions
    let library: Library

    func run() async throws {
        try devices.connections.start(for: library)
        defer { devices.connections.stop() }
        // Sites end with their device.
        let bell = try library.changes.subscribeToBell { [picks, signIns = devices.signIns] in
            try? picks.deleteSessions { (try? signIns.site($0)) == nil }
        }
        defer { bell.cancel() }
        do {
            try await application.run()
        } catch let error as IOError {
            let (host, port) = (devices.listener.host, devices.listener.port)
            let reason =
                error.errnoCode == EADDRINUSE
                ? "Port \(port) is taken. Choose another, such as --listen \(host):\(port + 1)."
                : "\(Errno(rawValue: error.errnoCode)). Choose an address of this machine and a port from 1024 on."
            throw ServerError(.cannotListen, "Nothing can listen for other devices at \(host). \(reason)")
        }
    }
}
