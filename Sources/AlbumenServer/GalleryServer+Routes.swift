import Albumen
import Hummingbird

/// The routes of the library's server.
extension GalleryServer {
    /// Adds the routes of senders, for this machine and for other devices.
    func addSenderRoutes(to routes: SenderRoutes) {
        // Without sign-ins, there are no senders.
        guard let inbox, let signIns else { return }
        InboxRoutes(work: work, uploads: uploads, library: library).add(to: routes)
        let copies = WebDAVLibrary(library, timelines)
        WebDAVRoutes(inbox: inbox, library: copies, signIns: signIns, work: work).add(to: routes)
    }

    /// Adds the routes of the library and of its page.
    func addRoutes(to routes: GalleryRoutes, _ clients: ClientAdmissions) {
        SessionRoutes(sessions: sessions).add(to: routes)
        PageRoutes(files: files, description: description).add(to: routes)
        CollectionRoutes(work: work, timelines: timelines, walks: walks, counts: counts).add(to: routes)
        AlbumRoutes(work: work).add(to: routes)
        SearchRoutes(work: work).add(to: routes)
        TimelineDateRoutes(work: work, timelines: timelines).add(to: routes)
        AssetRoutes(work: work).add(to: routes)
        ShownRoutes(work: work).add(to: routes)
        PictureRoutes(work: work).add(to: routes)
        TileRoutes(work: work).add(to: routes)
        MovieRoutes(work: work).add(to: routes)
        BurstRoutes(work: work).add(to: routes)
        let consents = ChangeConsents(clients: clients, patience: consentPatience)
        AssetChangeRoutes(work: work, reversals: reversals, consents: consents).add(to: routes)
        AdjustmentRoutes(work: work, reversals: reversals, consents: consents, progress: edits).add(to: routes)
        SelectionRoutes(work: work, prepared: downloads).add(to: routes)
        CollectionChangeRoutes(work: work, reversals: reversals, consents: consents).add(to: routes)
        MemberRoutes(work: work).add(to: routes)
        picks.whenWaitingChanges { [weak alarms] _ in alarms?.ringForPicks() }
        ChangeRoutes(
            work: work, alarms: alarms, sessions: sessions, picks: picks, clients: clients, edits: edits,
            imports: imports, uploads: uploads, signIns: signIns, devices: devices
        ).add(to: routes)
        QuestionRoutes(work: work, picks: picks, presenter: presenter).add(to: routes)
        ClientRoutes(work: work, picks: picks).add(to: routes)
        ImportRoutes(work: work, imports: imports).add(to: routes)
        UploadRoutes(work: work, uploads: uploads).add(to: routes)
        BackupRoutes(work: work).add(to: routes)
        WatchedFolderRoutes(work: work).add(to: routes)
        StatusRoutes(work: work).add(to: routes)
        RemovalRoutes(work: work).add(to: routes)
        BrowserRoutes(work: work, sessions: sessions, signIns: signIns).add(to: routes)
        PairingRoutes(work: work, devices: devices).add(to: routes)
        SenderListRoutes(work: work, signIns: signIns, devices: devices).add(to: routes)
        SiteListRoutes(work: work, signIns: signIns, picks: picks, devices: devices).add(to: routes)
    }

    var senderAdmissions: SenderAdmissions {
        SenderAdmissions(
            signIns: signIns, work: work, attempts: senderAttempts, connections: senderConnections,
            deviceConnections: devices?.connections)
    }

    /// Adds the routes of the picker, for apps and for the owner's page.
    func addPicker(to routes: GalleryRoutes, _ router: Router<GalleryContext>, _ table: RouteTable) {
        let apps = AppRoutes(library: library, router: router, table: table, limits: picks.limits)
        PickRoutes(
            library: library, work: work, picks: picks, files: pickFiles, browser: browser, address: address
        ).add(to: apps)
        let entrance = PickEntrance(files: files, page: visitorPage, picks: picks)
        entrance.add(to: apps)
        entrance.add(to: routes)
        PickerRoutes(work: work, picks: picks, sessions: sessions, heartbeat: heartbeat).add(to: routes)
    }
}
