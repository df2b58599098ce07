import Albumen
import HTTPTypes
import Hummingbird
import Records

/// Routes for the dates of a timeline that is newest first: its months, its days, and assets that represent them.
struct TimelineDateRoutes: Sendable {
    let work: BlockingWork
    let timelines: TimelineCache

    func add(to routes: GalleryRoutes) {
        routes.get("/api/collections/:collection/timeline/:version/months", use: months)
        routes.get("/api/collections/:collection/timeline/:version/days", use: days)
        routes.get("/api/collections/:collection/timeline/:version/covers", use: covers)
    }

    @Sendable private func months(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await work.read {
            let timeline = try dated(request, context, view)
            guard let months = try view.months(of: timeline) else { throw Refusal.versionGone }
            return try JSONAnswer.response(
                TimelineMonthsDocument(timeline, version: view.name(ofVersion: timeline.version), months))
        }
    }

    @Sendable private func days(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let days = try request.days()
        return try await work.read {
            let timeline = try dated(request, context, view)
            guard let ranks = try view.ranks(ofDays: days, in: timeline) else { throw Refusal.versionGone }
            return try JSONAnswer.response(
                TimelineDaysDocument(timeline, version: view.name(ofVersion: timeline.version), ranks))
        }
    }

    @Sendable private func covers(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let parts = try request.parts()
        let count = try request.number("count", else: 3, atMost: TimelineCoversDocument.countLimit)
        return try await work.read {
            let timeline = try dated(request, context, view)
            guard let covers = try view.covers(of: parts, atMost: count, in: timeline),
                let rows = try view.timelineRows(covers.joined().map { timeline.identifiers[$0] })
            else { throw Refusal.versionGone }
            var next = rows.makeIterator()
            let filled = covers.map { $0.compactMap { rank in next.next().map { (rank: rank, row: $0) } } }
            return try JSONAnswer.response(
                TimelineCoversDocument(timeline, version: view.name(ofVersion: timeline.version), filled))
        }
    }

    /// Returns the timeline that the address names.
    ///
    /// - Throws: `Refusal` (400) if the collection has an order of its own.
    private func dated(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) throws -> Timeline {
        let (timeline, isByDate) = try timelines.requested(by: request, context, in: view)
        guard isByDate else { throw Refusal.badRequest("This collection isn't in the order of dates.") }
        return timeline
    }
}

extension Request {
    /// The largest number of days before or after 1970-01-01 in a request: some 10,000 years.
    private static let dayLimit = 4_000_000

    /// Returns the days in the query parameters `first` and `last`, or `nil` if both are missing.
    fileprivate func days() throws -> ClosedRange<Int>? {
        let (first, last) = (uri.queryParameters.get("first"), uri.queryParameters.get("last"))
        if first == nil, last == nil { return nil }
        let limits = -Self.dayLimit...Self.dayLimit
        guard let first = first.flatMap({ Int($0) }), let last = last.flatMap({ Int($0) }), limits.contains(first),
            limits.contains(last), first <= last
        else {
            throw Refusal.badRequest(
                "first and last are days since 1970-01-01, in this order. Leave out both for assets without a date.")
        }
        return first...last
    }

    /// Returns the ranks in the query parameter `parts`, such as `0-99,150-150`.
    fileprivate func parts() throws -> [Range<Int>] {
        let limit = TimelineCoversDocument.partLimit
        let parts = (uri.queryParameters.get("parts") ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let ranges = parts.prefix(limit + 1).compactMap { part -> Range<Int>? in
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard bounds.count == 2, let first = bounds[0], let last = bounds[1], first <= last, last < .max else {
                return nil
            }
            return first..<last + 1
        }
        guard ranges.count == parts.count, parts.count <= limit else {
            throw Refusal.badRequest(
                "parts are at most \(limit) pairs of a first and a last rank, such as 0-99,150-150.")
        }
        return ranges
    }
}
