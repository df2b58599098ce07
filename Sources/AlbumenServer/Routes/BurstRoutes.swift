import Albumen
import Hummingbird
import Records

/// Routes for the frames of bursts and the user's choice among them.
struct BurstRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset/burst", use: burst)
        routes.patch("/api/assets/:asset/burst", use: change)
        routes.post("/api/bursts/frames", use: otherFrames)
    }

    @Sendable private func burst(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let from = try request.number("from", else: 0)
        let count = try request.number("count", else: 100, atMost: TimelineWindow.limit)
        return try await work.read {
            // The loop repeats only if a frame was purged between the two reads, so at most once for each frame.
            while true {
                let version = try view.version()
                let burst = try view.visibleBurst(ofAsset: uuid)
                let part = burst.frames.dropFirst(from).prefix(count)
                guard let rows = try view.timelineRows(part.map(\.id)) else { continue }
                let window = TimelineWindow(
                    version: try view.name(ofVersion: version), count: burst.frames.count, from: part.startIndex,
                    rows: rows)
                return try JSONAnswer.response(
                    BurstDocument(
                        identifier: burst.identifier, key: burst.representative?.uuid,
                        kept: part.map(\.isUserPick), window: window))
            }
        }
    }

    @Sendable private func change(
        _ request: BurstChangeRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        return try await work.change {
            let burst = try view.visibleBurst(ofAsset: uuid)
            let plan = try BurstPlan(request, for: burst)
            try view.commit(plan.operations)
            return try JSONAnswer.response(ChangedBurstDocument(assets: plan.changed, former: plan.former))
        }
    }

    @Sendable private func otherFrames(
        _ request: AssetList, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await work.read {
            let others = try view.otherFrames(ofBurstsOf: request.assets)
            return try JSONAnswer.response(FramesDocument(bursts: others.bursts, frames: others.frames))
        }
    }
}

/// The operations that change a burst, and the former state to undo them.
private struct BurstPlan {
    let operations: [Transaction.Operation]
    let changed: [String]
    let former: ChangedBurstDocument.Former

    /// - Throws: `LibraryError` if a frame isn't in the burst.
    init(_ request: BurstChangeRequest, for burst: Burst) throws {
        let present = Set(burst.frames.map(\.uuid))
        let named = (request.kept ?? []) + [request.key ?? nil].compactMap(\.self)
        if let stranger = named.first(where: { !present.contains($0) }) { throw LibraryError.noAsset(stranger) }
        former = ChangedBurstDocument.Former(
            kept: burst.frames.filter(\.isUserPick).map(\.uuid),
            key: burst.frames.first(where: \.isKeyPhoto)?.uuid)
        let kept = request.kept.map(Set.init)
        var changes: [(uuid: String, change: AssetChange)] = []
        for frame in burst.frames {
            var change = AssetChange()
            if let kept, kept.contains(frame.uuid) != frame.isUserPick { change.isUserPick = !frame.isUserPick }
            if let wanted = request.key, (wanted == frame.uuid) != frame.isKeyPhoto {
                change.isKeyPhoto = wanted == frame.uuid
            }
            if !change.isEmpty { changes.append((frame.uuid, change)) }
        }
        operations = changes.map { .change($0.change, assetUUID: $0.uuid) }
        changed = changes.map(\.uuid)
    }
}

extension LibraryView {
    /// - Throws: `Refusal` (404) if the asset isn't visible, or isn't a frame of a burst.
    fileprivate func visibleBurst(ofAsset uuid: String) throws -> Burst {
        guard let burst = try burst(of: visibleAsset(uuid)) else {
            throw Refusal.notFound("This photo or video isn't a frame of a burst.")
        }
        return burst
    }
}
