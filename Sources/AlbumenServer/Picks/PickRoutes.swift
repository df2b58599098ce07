import Albumen
import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import MediaRequests
import PickerWire
import Records
import ServiceLifecycle
import SystemCalls
import SystemPackage

/// The routes of sessions, for apps.
struct PickRoutes: Sendable {
    let library: Library
    let work: BlockingWork
    let picks: PickSessions
    let files: PickFiles
    let browser: OwnersBrowser
    let address: ServerAddress

    func add(to routes: AppRoutes) {
        let pick = "\(AppRoutes.picks)/:number"
        let item = "\(pick)/items/:item/:type"
        routes.postForEverybody(RouterPath(AppRoutes.picks), use: create)
        routes.get(RouterPath(pick), use: wait)
        routes.patch(RouterPath(pick), use: update)
        routes.delete(RouterPath(pick), use: delete)
        routes.get(RouterPath("\(pick)/items"), use: items)
        routes.get(RouterPath(item)) { try await bytes($0, $1, $2, $3, isPaired: false) }
        routes.get(RouterPath("\(item)/progress")) { try await progress($0, $1, $2, $3, isPaired: false) }
        routes.get(RouterPath("\(item)/paired")) { try await bytes($0, $1, $2, $3, isPaired: true) }
        routes.get(RouterPath("\(item)/paired/progress")) { try await progress($0, $1, $2, $3, isPaired: true) }
    }

    // MARK: Sessions

    @Sendable private func create(
        _ request: Request, _ body: PickRequest, _ context: GalleryContext
    ) async throws -> Response {
        let origin = try RequestOrigin(of: request)
        let peer = context.peer
        // Requests of apps have no principal until the user has chosen. Only the preselection is read here, and the app
        // learns nothing about it before the user opens the page.
        let site = context.site
        let (requester, preselected, names) = try await work.read { [library] in
            let requester = site.map { PickRequester.site($0) } ?? Self.requester(origin, peer)
            let view = library.view(for: .owner(through: "page"))
            let names = try Self.preselectedNames(body.configuration, requester, view)
            return (requester, try Self.preselected(names, body.configuration, view), names)
        }
        let (session, token) = try picks.create(
            body.configuration, for: requester, preselected: preselected, names: names)
        let here = address.on(port: context.port)
        let page = (context.deviceOrigin ?? here.origin) + AppRoutes.entrance + session.number
        if body.configuration.isPresented, requester.isOwnersProgram {
            browser.open(pick: session.number, at: here, inNewWindow: body.configuration.isInNewWindow)
        }
        var response = try JSONAnswer.response(
            NewPickDocument(number: session.number, page: page, token: token), status: .created)
        response.headers[.location] = "\(AppRoutes.picks)/\(session.number)"
        return response
    }

    private static func requester(_ origin: RequestOrigin, _ peer: ConnectionPeer) -> PickRequester {
        let program = peer.isOwner ? SocketProgram.path(ofSocket: peer.inode, user: peer.user) : nil
        return switch origin {
        case .page(let origin): .origin(origin, user: peer.user, program: program, isOwner: peer.isOwner)
        case .program: .program(user: peer.user, path: program, isOwner: peer.isOwner)
        }
    }

    /// Returns the preselected names. Ignores tokens of other requesters, and local identifiers of requesters whose
    /// results have none. With a limit of one, nothing is preselected.
    private static func preselectedNames(
        _ configuration: PickConfiguration, _ requester: PickRequester, _ view: LibraryView
    ) throws -> [PickSession.PreselectedName] {
        guard configuration.limit != 1, !configuration.preselected.isEmpty else { return [] }
        let names = AssetNames(configuration, requester, try view.pickItemCipher(for: requester.key))
        var seen: Set<String> = []
        return try configuration.preselected.compactMap(names.name).filter { seen.insert($0.uuid).inserted }
    }

    /// Returns the preselected assets. Ignores those that don't exist, are invisible or don't match the filter.
    private static func preselected(
        _ names: [PickSession.PreselectedName], _ configuration: PickConfiguration, _ view: LibraryView
    ) throws -> [PickSession.Asset] {
        guard !names.isEmpty else { return [] }
        let uuids = names.map(\.uuid)
        let allowed = try view.pickIneligibilities(ofAssets: uuids, filter: configuration.filter)
        return try view.pickableRows(uuids: uuids).filter { allowed[$0.uuid] == nil }
            .prefix(configuration.assetLimit).map { PickSession.Asset(uuid: $0.uuid, row: $0.row) }
    }

    /// The names by which an app refers to assets.
    private struct AssetNames {
        let acceptsIdentifiers: Bool
        let cipher: PickItemCipher

        init(_ configuration: PickConfiguration, _ requester: PickRequester, _ cipher: PickItemCipher) {
            acceptsIdentifiers = configuration.hasIdentifiers && requester.isOwnersProgram
            self.cipher = cipher
        }

        func name(_ text: String) throws -> PickSession.PreselectedName? {
            if let uuid = try cipher.open(text) { return PickSession.PreselectedName(uuid: uuid, isIdentifier: false) }
            guard acceptsIdentifiers, let uuid = LocalIdentifier.uuid(of: text) else { return nil }
            return PickSession.PreselectedName(uuid: uuid, isIdentifier: true)
        }

        func uuid(_ text: String) throws -> String? { try name(text)?.uuid }
    }

    @Sendable private func wait(
        _ request: Request, _ context: GalleryContext, _ pick: PickSession, _: LibraryView
    ) async throws -> Response {
        let revision = request.uri.queryParameters.get("after", as: Int.self) ?? 0
        guard pick.state.isRunning, pick.appRevision <= revision else { return try await document(of: pick) }
        let (picks, number) = (picks, pick.number)
        let changed = try await context.whileConnected {
            try await withGracefulShutdownHandler {
                try await picks.wait(for: number, after: revision)
            } onGracefulShutdown: {
                picks.resumeWaiters()
            }
        }
        return try await document(of: changed)
    }

    @Sendable private func items(
        _: Request, _: GalleryContext, _ pick: PickSession, _: LibraryView
    ) async throws -> Response {
        guard pick.state != .expired else { throw Refusal.ended(pick) }
        return try await document(of: pick)
    }

    /// Reads the items as the session may see them after its last change.
    private func document(of pick: PickSession) async throws -> Response {
        try await work.read { [library] in
            let view = library.view(for: .pick(pick.loadable.map(\.row)))
            return try JSONAnswer.response(PickDocument(pick, in: view))
        }
    }

    @Sendable private func update(
        _ update: PickUpdate, _: GalleryContext, _ pick: PickSession, _ view: LibraryView
    ) async throws -> Response {
        let changed = try await work.read { [picks] in
            let names = AssetNames(
                pick.configuration, pick.requester, try view.pickItemCipher(for: pick.requester.key))
            return try picks.update(pick.number, update, asset: names.uuid)
        }
        // The app ended a continuous session, whose assets the user has chosen.
        if pick.state.isRunning, let confirmed = ConfirmedPick(changed) {
            try await work.change { [library] in
                try library.remember(confirmed, assets: changed.loadable.map(\.row))
            }
        }
        return try await document(of: changed)
    }

    @Sendable private func delete(
        _: Request, _: GalleryContext, _ pick: PickSession, _: LibraryView
    ) async throws -> Response {
        try picks.delete(pick.number)
        return Response(status: .noContent)
    }

    // MARK: Bytes

    private struct Delivery: Sendable {
        let representation: PickRepresentation
        let assetUUID: String
        let digest: BlobDigest
        /// The original, if it's only in the library's place.
        let remote: PictureSource?
        let key: PickFiles.Key
    }

    private func bytes(
        _ request: Request, _ context: GalleryContext, _ pick: PickSession, _ view: LibraryView, isPaired: Bool
    ) async throws -> Response {
        let delivery = try await delivery(context, pick, view, isPaired: isPaired)
        let representation = delivery.representation
        if representation.form == .stored {
            // The pieces of an original in the library's place are sent as they come, so the app sees the progress.
            let answer = try await work.read { [work] in
                try FileAnswer(
                    of: representation.resource, ofAssetUUID: delivery.assetUUID, as: representation.type,
                    named: representation.filename, in: view, work)
            }
            return try await answer.response(to: request, context)
        }
        let (files, make) = (files, Self.maker(of: delivery, view))
        let file = try await context.whileConnected { try await files.file(delivery.key, make: make) }
        let answer = try await work.read { [work] in
            let body = try FileBody(contentsOf: file, work: work)
            return FileAnswer(
                tag: Self.tag(of: delivery, pick), contentType: FileAnswer.contentType(of: representation.type),
                byteCount: Int(try body.byteCount()), filename: representation.filename, content: .file(body))
        }
        return try await answer.response(to: request, context)
    }

    private static func tag(of delivery: Delivery, _ pick: PickSession) -> String {
        let removes = pick.removes.map(\.rawValue).sorted().joined(separator: "-")
        return EntityTag.text(of: delivery.digest, variant: "-\(delivery.representation.form)-\(removes)")
    }

    private func progress(
        _: Request, _ context: GalleryContext, _ pick: PickSession, _ view: LibraryView, isPaired: Bool
    ) async throws -> Response {
        let delivery = try await delivery(context, pick, view, isPaired: isPaired)
        let isStored = delivery.representation.form == .stored
        let state = isStored ? nil : files.progress(delivery.key, make: Self.maker(of: delivery, view))
        return try JSONAnswer.response(
            PickProgressDocument(
                phase: state.map { $0.isDownloading ? .downloading : .making } ?? .ready,
                fraction: state?.fraction ?? 1))
    }

    /// Returns the requested file, if it's a form of a chosen asset.
    private func delivery(
        _ context: GalleryContext, _ pick: PickSession, _ view: LibraryView, isPaired: Bool
    ) async throws -> Delivery {
        guard pick.state != .expired else { throw Refusal.ended(pick) }
        let (item, type) = (try context.parameters.require("item"), try context.parameters.require("type"))
        return try await work.read {
            guard let uuid = try view.pickItemCipher(for: pick.requester.key).open(item),
                pick.loadable.contains(where: { $0.uuid == uuid }),
                let picked = try view.pickedAssets(uuids: [uuid])[uuid]
            else { throw Refusal.noPick }
            let forms = PickRepresentations(of: picked, in: pick)
            let found = isPaired ? forms.pairedVideo.map { [$0] } ?? [] : forms.main
            guard let representation = found.first(where: { $0.type == type }) else { throw Refusal.noPick }
            let digest = representation.resource.sha256
            let isRemote = try view.originals.isOnlyInPlace(digest)
            let remote = isRemote ? PictureSource(representation.resource, assetUUID: uuid) : nil
            guard try isRemote || view.originals.isHere(digest, byteCount: representation.resource.fileSize) else {
                throw LibraryError.missingBytes(of: representation.filename)
            }
            return Delivery(
                representation: representation, assetUUID: uuid, digest: digest, remote: remote,
                key: PickFiles.Key(
                    session: pick.number, content: representation.resource.sha256, type: type,
                    form: representation.form, removes: pick.removes))
        }
    }

    private static func maker(
        of delivery: Delivery, _ view: LibraryView
    ) -> @Sendable (URL, PickFiles.Making) throws -> URL {
        { folder, making in
            let representation = delivery.representation
            let file = folder.appending(path: "file", directoryHint: .notDirectory)
            let rendering = PickRendering(in: view, cancellation: making.cancellation) { making.note($0) }
            let resource = representation.resource
            var made = file
            /// The original, which may be a part of another one.
            func stored() throws -> URL { try view.originals.url(of: delivery.digest, copiedTo: file) }
            if let source = delivery.remote {
                try view.originals.fetch(
                    source, .allowed(progress: { making.noteDownload($0) }, cancellation: making.cancellation))
                making.endDownload()
            }
            switch representation.form {
            case .stored: return try stored()
            case .reduced: made = try stored()
            case .jpeg: try rendering.writeJPEG(of: resource, to: file)
            case .h264:
                let isQuickTime = representation.type == "com.apple.quicktime-movie"
                if try !rendering.writeMovie(of: resource, to: file, isQuickTime: isQuickTime) {
                    made = try stored()
                }
            }
            guard !delivery.key.removes.isEmpty else { return made }
            let copy = folder.appending(path: "copy", directoryHint: .notDirectory)
            let removed = RemovedMetadata(delivery.key.removes)
            try rendering.writeCopy(of: made, named: representation.filename, without: removed, to: copy)
            if made == file { try FileManager.default.removeItem(at: file) }
            return copy
        }
    }
}

extension RemovedMetadata {
    fileprivate init(_ removes: Set<PickConfiguration.Removal>) {
        self = []
        if removes.contains(.location) { insert(.location) }
        if removes.contains(.captions) { insert(.captions) }
    }
}
