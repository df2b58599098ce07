package import Albumen
import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import Logging
import MediaWork
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Serves the library as a page and an HTTP API, only for the owner and only on this machine.
package struct GalleryServer: Sendable {
    /// The connection limit. Browsers open fewer connections.
    private static let connectionLimit = 256
    /// The number of connections beyond the limit that can wait.
    private static let backlog = 4096
    /// The time between heartbeats on an idle stream.
    package static let heartbeat = Duration.seconds(25)

    private let library: Library
    private let address: ServerAddress
    private let sessions: OwnerSessions
    let work: BlockingWork
    private let logger: Logger
    private let files: PageFiles
    private let description: APIDescription
    private let signInPage: SignInPage
    private let heartbeat: Duration
    private let socketTables: [any SocketTable]

    /// - Throws: `ServerError` if the page's files aren't beside the program.
    package init(
        library: Library, address: ServerAddress, sessions: OwnerSessions = OwnerSessions(),
        heartbeat: Duration = Self.heartbeat
    ) throws {
        try self.init(
            library: library, address: address, sessions: sessions, heartbeat: heartbeat,
            socketTables: SocketTableProbe.tables)
    }

    init(
        library: Library, address: ServerAddress, sessions: OwnerSessions, heartbeat: Duration,
        socketTables: [any SocketTable]
    ) throws {
        self.library = library
        self.socketTables = socketTables
        self.heartbeat = heartbeat
        self.address = address
        self.sessions = sessions
        work = BlockingWork(pictureThreads: Processors.usableCount)
        var logger = Logger(label: "albumen.server")
        logger.logLevel = .error
        self.logger = logger
        files = try PageFiles()
        description = try APIDescription()
        signInPage = try SignInPage()
    }

    /// Runs the server until SIGINT or SIGTERM, or until the task is cancelled. Responses in flight get two seconds to
    /// finish.
    ///
    /// - Parameter whenReady: Called once when the server listens, with the actual port. If it throws, the server ends.
    /// - Throws: `ServerError` if the server can't listen, and the errors of `whenReady`.
    package func run(whenReady: @escaping @Sendable (ServerAddress) throws -> Void) async throws {
        let failure = Mutex<(any Error)?>(nil)
        let sockets = try await SocketTableProbe.table(at: address.host, among: socketTables)
        let application = Application(
            router: router(), server: HTTPServerBuilder { LocalChannel(responder: $0, sockets: sockets) },
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), serverName: "albumen", backlog: Self.backlog,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit)),
            onServerRunning: { [address] channel in
                do {
                    try whenReady(address.on(port: channel.localAddress?.port ?? address.port))
                } catch {
                    failure.withLock { $0 = error }
                    channel.close(promise: nil)
                }
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        configuration.maximumGracefulShutdownDuration = Duration.seconds(2)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch _ where failure.withLock({ $0 }) != nil {
            // Thrown below.
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ServerError(
                .portTaken,
                "Port \(address.port) is taken, perhaps by another albumen serve. Choose another with --port, or 0 for "
                    + "any that is free.")
        } catch let error as IOError where error.errnoCode == EACCES {
            throw ServerError(
                .cannotListen, "Port \(address.port) is not yours to use. Choose one from 1024 on with --port.")
        } catch let error as IOError {
            throw ServerError.cannotListen(at: address.host, error)
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Waits for the remaining work of disconnected requests. Call it after `run`, before closing the library.
    package func finish() async throws {
        try await work.finish()
    }

    /// Creates a link for the owner and returns its address.
    package func link(at address: ServerAddress) throws -> String {
        address.origin + SignInRoute.link(key: try sessions.makeKey())
    }

    /// Returns all routes with their middleware. The order of the middleware is the order of the checks.
    package func router() -> Router<GalleryContext> {
        let router = Router(context: GalleryContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProtectionMiddleware())
        router.add(middleware: RefusalMiddleware(signInPage: signInPage))
        router.add(middleware: HeadLimitMiddleware())
        router.add(middleware: OriginMiddleware(address: address))
        router.add(middleware: AccessMiddleware(sessions: sessions))
        let table = RouteTable()
        router.add(middleware: MethodMiddleware(routes: table))
        let signIn = SignInRoute(sessions: sessions, page: signInPage)
        table.add(.get, SignInRoute.path)
        router.get(SignInRoute.path, use: signIn.open)
        let routes = GalleryRoutes(library: library, router: router, table: table)
        SessionRoutes(sessions: sessions).add(to: routes)
        PageRoutes(files: files, description: description).add(to: routes)
        let timelines = TimelineCache()
        CollectionRoutes(
            work: work, timelines: timelines,
            walks: TimelineWalks(timelines, work: work),
            counts: CollectionCounts(work: work)
        ).add(to: routes)
        AssetRoutes(work: work).add(to: routes)
        PictureRoutes(work: work).add(to: routes)
        BurstRoutes(work: work).add(to: routes)
        AssetChangeRoutes(work: work).add(to: routes)
        CollectionChangeRoutes(work: work).add(to: routes)
        MemberRoutes(work: work).add(to: routes)
        ChangeRoutes(
            work: work, alarms: ChangeAlarms(of: library, interval: heartbeat), sessions: sessions
        ).add(to: routes)
        return router
    }
}
