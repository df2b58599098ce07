package import Albumen
import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import LocalSockets
import Logging
import MediaRequests
import NIOCore
import NIOPosix
import PickerWire
import Places
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Serves the library as a page and an HTTP API, only for the owner: on this machine, and on paired devices if it
/// listens for them.
package struct GalleryServer: Sendable {
    /// The connection limit. Browsers open fewer connections.
    private static let connectionLimit = 256
    /// The number of connections beyond the limit that can wait.
    private static let backlog = 4096
    /// The time between heartbeats on an idle stream.
    package static let heartbeat = Duration.seconds(25)

    let library: Library
    let address: ServerAddress
    let sessions: OwnerSessions
    let work: BlockingWork
    let logger: Logger
    let files: PageFiles
    let description: APIDescription
    let visitorPage: VisitorPage
    let heartbeat: Duration
    private let socketTables: [any SocketTable]
    private let shares = ConnectionShares()
    let picks: PickSessions
    let downloads: PreparedDownloads
    let pickFiles: PickFiles
    let browser: OwnersBrowser
    let alarms: ChangeAlarms
    let imports: ImportRuns
    let uploads: UploadRuns
    /// What the routes of all listeners share.
    let timelines = TimelineCache()
    let walks: TimelineWalks
    let counts: CollectionCounts
    let reversals = ChangeReversals()
    let edits: EditProgress
    let presenter: QuestionPresenter
    let consentPatience: Duration
    let signIns: LastingSignIns?
    /// The names of this run, or `nil` if no browser stays signed in.
    private let names: RunNames?
    private let cookie: LastingCookie?
    let senderConnections: SenderConnections
    let senderAttempts = AttemptLimit()
    /// The files that senders copy to the library, or `nil` if there can't be senders.
    let inbox: WebDAVInbox?
    /// What serves other devices, or `nil` if the server doesn't listen for them.
    let devices: DeviceServing?

    /// - Parameters:
    ///   - signIns: The browsers that stay signed in, or `nil` if sessions end with the server.
    ///   - devices: Where the server listens for other devices, or `nil` if it doesn't.
    /// - Throws: `ServerError` if the page's files aren't beside the program, or if devices can't be remembered.
    ///   `CertificateError` if there is no usable certificate for them.
    package init(
        library: Library, address: ServerAddress, sessions: OwnerSessions? = nil, signIns: LastingSignIns? = nil,
        devices: DeviceListener? = nil, heartbeat: Duration = Self.heartbeat
    ) throws {
        try self.init(
            library: library, address: address,
            sessions: sessions ?? OwnerSessions(endingWith: signIns, offers: OfferedLinks()),
            heartbeat: heartbeat, socketTables: SocketTableProbe.tables, signIns: signIns, devices: devices)
    }

    init(
        library: Library, address: ServerAddress, sessions: OwnerSessions, heartbeat: Duration,
        socketTables: [any SocketTable], signIns: LastingSignIns? = nil, devices: DeviceListener? = nil,
        picks: PickSessions = PickSessions(),
        downloads: PreparedDownloads = PreparedDownloads(), consentPatience: Duration = .seconds(120),
        logger: Logger = Self.errorLogger
    ) throws {
        self.library = library
        self.socketTables = socketTables
        self.heartbeat = heartbeat
        self.address = address
        self.sessions = sessions
        self.signIns = signIns
        let names = signIns == nil ? nil : RunNames()
        self.names = names
        cookie = try signIns.map { _ in try LastingCookie(ofLibrary: library.identifier) }
        work = BlockingWork(pictureThreads: Processors.usableCount)
        let pickFiles = PickFiles(work: work)
        (self.picks, self.pickFiles) = (picks, pickFiles)
        self.downloads = downloads
        picks.whenEnded { pickFiles.remove($0) }
        browser = OwnersBrowser(sessions: sessions, names: names)
        alarms = ChangeAlarms(of: library, interval: heartbeat)
        self.devices = try Self.deviceServing(devices, signIns, library, logger) { [weak alarms] in
            alarms?.ringForDevices()
        }
        walks = TimelineWalks(timelines, work: work)
        counts = CollectionCounts(work: work)
        edits = EditProgress { [weak alarms] in alarms?.ringForEdits() }
        imports = ImportRuns(into: library) { [weak alarms] in alarms?.ringForImports() }
        uploads = UploadRuns(into: library, logger: logger) { [weak alarms] in alarms?.ringForImports() }
        inbox = signIns.map { [uploads] in WebDAVInbox(uploads.store, signIns: $0) }
        senderConnections = SenderConnections(for: library) { id in (try? signIns?.sender(id)) != nil }
        presenter = QuestionPresenter(library: library, alarms: alarms, picks: picks, browser: browser)
        self.consentPatience = consentPatience
        self.logger = logger
        if case .failure(let error) = Result(catching: Gazetteer.shared) {
            logger.error("Photos have no names of places: \(error)")
        }
        files = try PageFiles.shared.get()
        description = try APIDescription()
        visitorPage = try VisitorPage()
    }

    /// A logger that writes errors to standard error.
    private static var errorLogger: Logger {
        var logger = Logger(label: "albumen.server")
        logger.logLevel = .error
        return logger
    }

    /// Runs the server until SIGINT or SIGTERM, or until the task is cancelled. Responses in flight get two seconds to
    /// finish.
    ///
    /// - Parameters:
    ///   - idleTime: The time without an app and a browser after which the server also ends; `nil` for never. A server
    ///     that nobody has used yet waits at least a minute.
    ///   - whenReady: Called once when the server listens, with the actual port. If it throws, the server ends.
    /// - Throws: `ServerError` if the server can't listen, and the errors of `whenReady`.
    package func run(
        untilIdleFor idleTime: Duration? = nil, whenReady: @escaping @Sendable (ServerAddress) throws -> Void
    ) async throws {
        let failure = Mutex<(any Error)?>(nil)
        // Until the server ends.
        let reservation = Mutex<LoopbackReservation?>(nil)
        defer { reservation.withLock { $0 = nil } }
        let sockets = try await SocketTableProbe.table(at: address.host, among: socketTables)
        let beginning = ServerBeginning(listeners: devices == nil ? 1 : 2, whenReady: whenReady)
        let application = Application(
            router: router(),
            server: HTTPServerBuilder { [shares] in LocalChannel(responder: $0, sockets: sockets, shares: shares) },
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), serverName: "albumen", backlog: Self.backlog,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit)),
            onServerRunning: { [self] channel in
                do {
                    let address = address.on(port: channel.localAddress?.port ?? address.port)
                    browser.serve(at: address)
                    reservation.withLock { $0 = useNames(at: address) }
                    try beginning.listens(at: address)
                } catch {
                    failure.withLock { $0 = error }
                    channel.close(promise: nil)
                }
            },
            logger: logger)
        var services = services(with: application, untilIdleFor: idleTime)
        if let devices {
            let service = try deviceService(for: devices) { channel in
                do {
                    try beginning.listensForDevices()
                } catch {
                    failure.withLock { $0 = error }
                    channel.close(promise: nil)
                }
            }
            services.append(.init(service: service))
        }
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
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

    /// Reserves the other loopback address, and uses the names of the run if no other program has it.
    private func useNames(at address: ServerAddress) -> LoopbackReservation? {
        guard let names, LoopbackReservation.applies(to: address) else { return nil }
        switch LoopbackReservation.make(beside: address) {
        case .reserved(let reservation):
            names.use()
            return reservation
        case .absent: names.use()
        case .taken: break
        }
        return nil
    }

    /// Returns the address for a bookmark, at which browsers stay signed in. Returns `nil` if sessions end with the
    /// server, or if it doesn't listen yet.
    package func bookmark(at address: ServerAddress) -> String? {
        names.flatMap { $0.isUsed ? "\($0.entranceOrigin(at: address))/" : nil }
    }

    /// Whether browsers can't stay signed in because another program has the port at the machine's other loopback
    /// address. Valid when the server listens.
    package var isOtherAddressTaken: Bool {
        names.map { !$0.isUsed && LoopbackReservation.applies(to: address) } ?? false
    }

    private func services(
        with application: any Service, untilIdleFor idleTime: Duration?
    ) -> [ServiceGroupConfiguration.ServiceConfiguration] {
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: application), .init(service: PickExpiry(picks: picks)),
        ]
        if let idleTime {
            // A failure counts as use, so that the server doesn't end while a program waits.
            let watch = IdleWatch(
                isIdle: { [picks, shares, library, imports, uploads] in
                    shares.count == 0 && imports.isIdle && uploads.isIdle
                        && (try? picks.isIdle() && library.openQuestions().isEmpty) ?? false
                }, patience: idleTime)
            services.append(.init(service: watch, successTerminationBehavior: .gracefullyShutdownGroup))
        }
        return services
    }

    /// Calls the action with each new session of a program of the owner: the program's path or name, and the address of
    /// its page.
    package func whenPickWaits(_ action: @escaping @Sendable (_ program: String?, _ number: String) -> Void) {
        picks.whenWaitingChanges { session in
            guard let session, session.requester.isOwnersProgram, !session.configuration.isPresented else { return }
            action(session.requester.program, session.number)
        }
    }

    /// Returns the address of a session's page.
    package func page(ofPick number: String, at address: ServerAddress) -> String {
        address.origin + AppRoutes.entrance + number
    }

    /// Sets the action that opens an address in the owner's browser, in a new window if the second value is `true`.
    /// Without it, the server opens no browser.
    package func openBrowser(with action: @escaping @Sendable (_ address: String, _ isInNewWindow: Bool) -> Void) {
        browser.use(action)
        presenter.start()
    }

    /// Waits for the remaining work of disconnected requests. Call it after `run`, before closing the library.
    package func finish() async throws {
        presenter.stop()
        senderConnections.stop()
        pickFiles.removeAll()
        let (imports, uploads, inbox) = (imports, uploads, inbox)
        try await work.walk { try inbox?.close() }
        try await work.walk { imports.close() }
        try await work.walk { uploads.close() }
        try await work.finish()
    }

    /// Returns when each thread that reads connections has done a small piece of work.
    package func check() async throws {
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() { try await loop.submit {}.get() }
    }

    /// Whether a request has used the library within two seconds.
    package var isInUse: Bool { work.activity.wasUsed(within: .seconds(2)) }

    /// Returns the address of a link with a key of `OfferedLinks`.
    package static func link(offeredKey key: String, at page: String) -> String { page + SignInRoute.link(key: key) }

    /// Returns the address of links without a path. Valid when the server listens.
    package func linkOrigin(at address: ServerAddress) -> String { browser.linkOrigin(at: address) }

    /// Creates a link for the owner and returns its address.
    package func link(at address: ServerAddress) throws -> String {
        try browser.link(at: address)
    }

    /// Returns all routes with their middleware. The order of the middleware is the order of the checks.
    package func router() -> Router<GalleryContext> {
        let router = Router(context: GalleryContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProtectionMiddleware())
        router.add(middleware: CrossOriginMiddleware())
        let guide = SignInGuide(page: visitorPage, picks: picks, address: address, names: names)
        router.add(middleware: RefusalMiddleware(page: visitorPage, guide: guide.answer))
        router.add(middleware: HeadLimitMiddleware())
        if let entrance { router.add(middleware: entrance) }
        router.add(middleware: OriginMiddleware(address: address, names: names))
        let table = RouteTable()
        router.add(middleware: PreflightMiddleware())
        let clients = ClientAdmissions(library: library, work: work)
        router.add(
            middleware: AccessMiddleware(
                sessions: sessions, picks: picks, clients: clients, senders: senderAdmissions))
        router.add(middleware: MethodMiddleware(routes: table))
        let signIn = SignInRoute(sessions: sessions, page: visitorPage, address: address, names: names)
        table.add(.get, SignInRoute.path)
        router.get(SignInRoute.path, use: signIn.open)
        let routes = GalleryRoutes(library: library, router: router, table: table)
        addRoutes(to: routes, clients)
        addSenderRoutes(to: SenderRoutes(library: library, router: router, table: table))
        addPicker(to: routes, router, table)
        return router
    }

    private var entrance: EntranceMiddleware? {
        guard let names, let signIns, let cookie else { return nil }
        return EntranceMiddleware(
            names: names, address: address,
            entrance: Entrance(
                library: library, names: names, sessions: sessions, signIns: signIns, cookie: cookie,
                page: visitorPage, picks: picks, work: work))
    }
}
