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

/// The library in a browser: a page and an HTTP API, for the owner and on this machine alone.
package struct GalleryServer: Sendable {
    /// More connections than browsers open.
    private static let connectionLimit = 256
    /// Connections beyond the limit that wait for their turn.
    private static let backlog = 4096
    /// Between two signs of life on a connection that has nothing to tell.
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

    /// - Throws: `ServerError` where the page's files are not beside the program.
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

    /// Serves until the process is told to end (SIGINT, SIGTERM) or the task is cancelled; answers under way get two seconds.
    ///
    /// - Parameter whenReady: called once, when the server listens; the address has the port that it listens on. The server ends
    ///   where it throws.
    /// - Throws: `ServerError` where it cannot listen, and what `whenReady` throws.
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
            // Told below.
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ServerError(
                .portTaken,
                "Port \(address.port) is taken, perhaps by another albumen serve. Choose another with --port, or 0 for any "
                    + "that is free.")
        } catch let error as IOError where error.errnoCode == EACCES {
            throw ServerError(
                .cannotListen, "Port \(address.port) is not yours to use. Choose one from 1024 on with --port.")
        } catch let error as IOError {
            throw ServerError.cannotListen(at: address.host, error)
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Waits for the work of requests that are gone. To be called after `run`, before the library is closed.
    package func finish() async throws {
        try await work.finish()
    }

    /// The address of a new link for the owner.
    package func link(at address: ServerAddress) throws -> String {
        address.origin + SignInRoute.link(key: try sessions.makeKey())
    }

    /// All routes, behind what decides who may use them. The order is that of the checks.
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
