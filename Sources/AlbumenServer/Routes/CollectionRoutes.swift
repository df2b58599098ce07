import Albumen
import Catalog
import HTTPTypes
import Hummingbird
import Synchronization

/// The collections and their timelines.
struct CollectionRoutes: Sendable {
    let library: Library
    let work: BlockingWork
    let timelines: TimelineCache
    let walks: TimelineWalks
    let counts: CollectionCounts

    func add(to routes: GalleryRoutes) {
        routes.get("/api/collections", use: collections)
        routes.get("/api/collections/:collection/timeline", use: timeline)
        routes.get("/api/collections/:collection/timeline/:version", use: window)
        routes.get("/api/collections/:collection/timeline/:version/ranks/:asset", use: rank)
    }

    @Sendable private func collections(_ request: Request, _: GalleryContext, _ access: Access) async throws -> Response
    {
        let current = try await counts.current(access: access)
        let document = CollectionsDocument(current, languageCode: AcceptedLanguage.code(of: request))
        return try JSONAnswer.response(document)
    }

    @Sendable private func timeline(
        _ request: Request, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let album = try context.album()
        let count = try windowCount(of: request, else: 0)
        let timeline = try await walks.current(album, access: access)
        return try await work.read {
            let window = count > 0 ? try part(of: timeline, from: 0, count: count) : nil
            return try JSONAnswer.response(TimelineDocument(timeline, days: days(of: timeline), window: window))
        }
    }

    @Sendable private func window(
        _ request: Request, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let album = try context.album()
        let from = try number("from", in: request, else: 0)
        let count = try windowCount(of: request, else: 100)
        return try await work.read {
            let timeline = try versioned(album, context, access)
            return try JSONAnswer.response(part(of: timeline, from: from, count: count))
        }
    }

    @Sendable private func rank(_: Request, _ context: GalleryContext, _ access: Access) async throws -> Response {
        let album = try context.album()
        let uuid = try context.assetUUID()
        return try await work.read {
            let timeline = try versioned(album, context, access)
            guard let asset = try library.asset(withUUID: uuid, access: access),
                let rank = timeline.rank(of: asset.id)
            else { throw Refusal.noAsset }
            return try JSONAnswer.response(RankDocument(rank: rank))
        }
    }

    private func versioned(_ album: SmartAlbum, _ context: GalleryContext, _ access: Access) throws -> Timeline {
        guard let version = context.parameters.get("version").flatMap({ Int64($0) }),
            let timeline = try timelines.timeline(album, access: access, version: version)
        else { throw Refusal.versionGone }
        return timeline
    }

    private func days(of timeline: Timeline) throws -> [(rank: Int, day: Int?)] {
        let ranks = timeline.ranks(atMost: TimelineDocument.markLimit)
        let records = try library.assets(withIdentifiers: ranks.map { timeline.identifiers[$0] })
        return ranks.map { rank in
            (rank, records[timeline.identifiers[rank]].flatMap { Timestamp.localTime(of: $0)?.dayNumber })
        }
    }

    private func part(of timeline: Timeline, from: Int, count: Int) throws -> TimelineWindow {
        let first = min(from, timeline.identifiers.count)
        let part = timeline.identifiers[first..<min(first + count, timeline.identifiers.count)]
        guard let rows = try library.timelineRows(part) else { throw Refusal.versionGone }
        return TimelineWindow(timeline, from: first, rows: rows)
    }

    private func windowCount(of request: Request, else standard: Int) throws -> Int {
        let count = try number("count", in: request, else: standard)
        guard count <= TimelineWindow.limit else {
            throw Refusal.badRequest("A window has at most \(TimelineWindow.limit) ranks.")
        }
        return count
    }

    private func number(_ name: String, in request: Request, else standard: Int) throws -> Int {
        guard let text = request.uri.queryParameters.get(name) else { return standard }
        guard let number = Int(text), number >= 0 else { throw Refusal.badRequest("\(name) is a number from 0 on.") }
        return number
    }
}

extension Refusal {
    fileprivate static let versionGone = Refusal(
        status: .gone, code: "versionGone", message: "The library has changed. Fetch the timeline again.")
}
