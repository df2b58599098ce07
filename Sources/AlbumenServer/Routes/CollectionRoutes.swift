import Albumen
import HTTPTypes
import Hummingbird
import Records
import Synchronization

/// Routes for the collections and their timelines.
struct CollectionRoutes: Sendable {
    let work: BlockingWork
    let timelines: TimelineCache
    let walks: TimelineWalks
    let counts: CollectionCounts

    func add(to routes: GalleryRoutes) {
        routes.get("/api/collections", use: collections)
        routes.get("/api/collections/:collection/timeline", use: timeline)
        routes.get("/api/collections/:collection/timeline/:version", use: window)
        routes.get("/api/collections/:collection/timeline/:version/identifiers", use: identifiers)
        routes.get("/api/collections/:collection/timeline/:version/ranks", use: ranks)
        routes.get("/api/collections/:collection/timeline/:version/ranks/:asset", use: rank)
    }

    @Sendable private func collections(_ request: Request, _: GalleryContext, _ view: LibraryView) async throws
        -> Response
    {
        async let own = work.read { (try view.collections(), try view.chosenCovers()) }
        let current = try await counts.current(in: view)
        let (collections, covers) = try await own
        let document = CollectionsDocument(
            current, collections, covers: covers, languageCode: AcceptedLanguage.code(of: request))
        return try JSONAnswer.response(document)
    }

    @Sendable private func timeline(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.collectionUUID()
        let count = try request.number("count", else: 0, atMost: TimelineWindow.limit)
        let (order, search) = (try request.order, try request.search(in: view))
        let membership = try await work.read { try view.membership(ofCollection: uuid) }
        let timeline = try await walks.current(membership, order: order, search: search, in: view)
        return try await work.read {
            let futureCount =
                order == .standard && membership.isByDate(in: order) ? try view.futureCount(of: timeline) : 0
            let window =
                count > 0
                ? try part(of: timeline, membership, from: futureCount, count: count, in: view, request) : nil
            let document = try TimelineDocument(
                timeline, version: view.name(ofVersion: timeline.version),
                isByDate: membership.isByDate(in: order), futureCount: futureCount,
                days: try days(of: timeline, from: futureCount, in: view), window: window)
            return try JSONAnswer.response(document)
        }
    }

    @Sendable private func window(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let from = try request.number("from", else: 0)
        let count = try request.number("count", else: 100, atMost: TimelineWindow.limit)
        return try await work.read {
            let membership = try view.membership(ofCollection: context.collectionUUID())
            let timeline = try versioned(request, context, view)
            return try JSONAnswer.response(
                part(of: timeline, membership, from: from, count: count, in: view, request))
        }
    }

    @Sendable private func identifiers(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let from = try request.number("from", else: 0)
        let limit = IdentifiersDocument.limit
        let count = try request.number("count", else: limit, atMost: limit)
        return try await work.read {
            let timeline = try versioned(request, context, view)
            let (first, rows) = timeline.part(from: from, count: count)
            let records = try view.liveAssets(withIdentifiers: rows)
            let uuids = rows.compactMap { records[$0]?.uuid }
            guard uuids.count == rows.count else { throw Refusal.versionGone }
            return try JSONAnswer.response(
                IdentifiersDocument(
                    version: view.name(ofVersion: timeline.version), count: timeline.identifiers.count, from: first,
                    identifiers: uuids))
        }
    }

    @Sendable private func rank(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        return try await work.read {
            let timeline = try versioned(request, context, view)
            guard let rank = timeline.rank(of: try view.visibleAsset(uuid).id) else { throw Refusal.noAsset }
            return try JSONAnswer.response(RankDocument(rank: rank))
        }
    }

    @Sendable private func ranks(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let list = request.uri.queryParameters.get("assets")
        let names = list?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
        guard names.count <= RanksDocument.limit, (list ?? "").utf8.count <= RanksDocument.longestList else {
            throw Refusal.badRequest(
                "assets are at most \(RanksDocument.limit), in at most \(RanksDocument.longestList) bytes.")
        }
        return try await work.read {
            let timeline = try versioned(request, context, view)
            let uuids = names.map(LocalIdentifier.uuid)
            let rows = try view.assetRows(uuids: uuids.compactMap(\.self))
            let ranks = timeline.ranks(of: Set(rows.values))
            return try JSONAnswer.response(
                RanksDocument(ranks: uuids.map { $0.flatMap { rows[$0] }.flatMap { ranks[$0] } }))
        }
    }

    private func versioned(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) throws -> Timeline {
        try timelines.requested(by: request, context, in: view).timeline
    }

    private func days(
        of timeline: Timeline, from first: Int, in view: LibraryView
    ) throws -> [(rank: Int, day: Int?)] {
        let ranks = timeline.ranks(from: first, atMost: TimelineDocument.markLimit)
        let records = try view.assets(withIdentifiers: ranks.map { timeline.identifiers[$0] })
        return ranks.map { rank in
            (rank, records[timeline.identifiers[rank]].flatMap { Timestamp.localTime(of: $0)?.dayNumber })
        }
    }

    private func part(
        of timeline: Timeline, _ membership: AssetFetch.Membership, from: Int, count: Int, in view: LibraryView,
        _ request: Request
    ) throws -> TimelineWindow {
        let (first, part) = timeline.part(from: from, count: count)
        guard let rows = try view.timelineRows(part) else { throw Refusal.versionGone }
        return TimelineWindow(
            version: try view.name(ofVersion: timeline.version), count: timeline.identifiers.count, from: first,
            rows: rows,
            daysLeft: membership == .smartAlbum(.recentlyDeleted) ? rows.map { view.daysLeft(of: $0.asset) } : nil,
            places: WindowPlaces(of: rows, in: AcceptedLanguage.ofPlaces(request)))
    }
}

extension Timeline {
    fileprivate func part(from: Int, count: Int) -> (first: Int, rows: Slice<IdentifierList>) {
        let first = min(from, identifiers.count)
        return (first, identifiers[first..<min(first + count, identifiers.count)])
    }
}

extension TimelineCache {
    /// Returns the timeline that an address names by its collection and version.
    ///
    /// - Throws: `versionGone` if the timeline is no longer cached.
    func requested(
        by request: Request, _ context: GalleryContext, in view: LibraryView
    ) throws -> (timeline: Timeline, isByDate: Bool) {
        let (order, search) = (try request.order, try request.search(in: view))
        let membership = try view.membership(ofCollection: context.collectionUUID())
        guard let version = try context.parameters.get("version").flatMap({ try view.versionNames().number($0) }),
            let timeline = try timeline(membership, order: order, search: search, in: view, version: version)
        else { throw Refusal.versionGone }
        return (timeline, membership.isByDate(in: order))
    }
}

extension LibraryView {
    /// - Throws: `noCollection` if the collection doesn't exist, isn't visible, or is a folder.
    fileprivate func membership(ofCollection uuid: String) throws -> AssetFetch.Membership {
        if let album = SmartAlbum.withUUID(uuid) { return .smartAlbum(album) }
        guard let collection = try collection(uuid: uuid), collection.kind == .album else {
            throw Refusal.noCollection
        }
        return .album(collection.id)
    }
}

extension Request {
    /// Returns the words in the query parameter `search`, or `nil` if it's missing or blank.
    fileprivate func search(in view: LibraryView) throws -> TextSearch? {
        guard let text = uri.queryParameters.get("search") else { return nil }
        guard text.count <= TextSearch.lengthLimit else {
            throw Refusal.badRequest("search has at most \(TextSearch.lengthLimit) characters.")
        }
        return view.search(text)
    }

    fileprivate var order: TimelineOrder {
        get throws {
            guard let name = uri.queryParameters.get("order") else { return .standard }
            guard let order = TimelineOrder(rawValue: name) else {
                throw Refusal.badRequest(
                    "order is \(TimelineOrder.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return order
        }
    }
}

extension AssetFetch.Membership {
    /// Whether a page shows the newest assets first.
    fileprivate func isByDate(in order: TimelineOrder) -> Bool {
        guard order == .standard else { return order == .newest }
        return switch self {
        case .smartAlbum(let album): album != .recentlyDeleted
        case .library, .moment, .keyAssets: true
        case .album, .rows, .nothing: false
        }
    }
}

extension Refusal {
    static let versionGone = Refusal(
        status: .gone, code: "versionGone", message: "The library has changed. Fetch the timeline again.")
}
