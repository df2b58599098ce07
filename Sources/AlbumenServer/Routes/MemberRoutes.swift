import Albumen
import Foundation
import Hummingbird
import Records

/// Routes that add assets to albums, remove them and move them.
struct MemberRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.patch("/api/collections/:collection/members", use: change)
    }

    @Sendable private func change(
        _ request: MembersRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.collectionUUID()
        return try await work.change {
            guard let album = try view.collection(uuid: uuid) else { throw Refusal.noCollection }
            let rows = try view.assetRows(uuids: request.uuids)
            let (edits, changed) = try plan(request, album: album, rows: rows, view)
            try view.commit(edits.map { .editMembers($0, albumUUID: uuid) })
            return try JSONAnswer.response(changed)
        }
    }

    /// Returns the engine's edits and the members that they change.
    private func plan(
        _ request: MembersRequest, album: CollectionRecord, rows: [String: Int64], _ view: LibraryView
    ) throws -> (edits: [ListEdit], changed: ChangedMembersDocument) {
        let names = Dictionary(uniqueKeysWithValues: rows.map { ($0.value, $0.key) })
        switch request {
        case .add(let assets):
            // Appending doesn't need the list of members, which may have a million.
            let members = try view.members(ofAlbum: album.id, among: Array(rows.values))
            let newcomers = assets.filter { asset in rows[asset].map { !members.contains($0) } ?? true }
            return ([ListEdit(.add(assets))], ChangedMembersDocument(assets: newcomers, ranks: []))
        case .insert(let assets, let indexes):
            let list = try view.members(of: album)
            return (
                [ListEdit(.insert(assets, at: indexes), shown: list)], ChangedMembersDocument(assets: assets, ranks: [])
            )
        case .remove(let assets):
            let list = try view.members(of: album)
            let ranks = ranks(of: assets, in: list, rows)
            return (
                [ListEdit(.remove(assets), shown: list)],
                ChangedMembersDocument(assets: ranks.compactMap { names[list[$0]] }, ranks: ranks)
            )
        case .move(let assets, let before):
            let list = try view.members(of: album)
            let ranks = try ranks(ofAll: assets, in: list, rows)
            let target = try target(before, in: list, rows, without: ranks)
            return (
                [ListEdit(.move(IndexSet(ranks), to: target), shown: list)],
                ChangedMembersDocument(assets: ranks.compactMap { names[list[$0]] }, ranks: ranks)
            )
        case .place(let assets, let indexes):
            let list = try view.members(of: album)
            let ranks = try ranks(ofAll: assets, in: list, rows)
            return (
                Self.moves(of: IndexSet(ranks), to: indexes, in: list),
                ChangedMembersDocument(assets: ranks.compactMap { names[list[$0]] }, ranks: ranks)
            )
        }
    }

    /// Returns the ranks in ascending order.
    private func ranks(of assets: [String], in list: [Int64], _ rows: [String: Int64]) -> [Int] {
        let wanted = Set(assets.compactMap { rows[$0] })
        return list.indices.filter { wanted.contains(list[$0]) }
    }

    /// Returns the ranks in ascending order.
    ///
    /// - Throws: A `Refusal` if one of the assets isn't a member.
    private func ranks(ofAll assets: [String], in list: [Int64], _ rows: [String: Int64]) throws -> [Int] {
        let ranks = ranks(of: assets, in: list, rows)
        guard ranks.count == assets.count else {
            throw Refusal.conflict("Not all of these are in the album any longer. Fetch its timeline again.")
        }
        return ranks
    }

    /// Returns the edits that move members to indexes, in their order.
    ///
    /// The first edit moves all of them to the end. So no member that still has to move comes before an index.
    private static func moves(of ranks: IndexSet, to indexes: IndexSet, in list: [Int64]) -> [ListEdit] {
        var rest = ranks.count
        let toEnd = ListEdit(.move(ranks, to: list.count - rest), shown: list)
        return [toEnd]
            + indexes.rangeView.map { range in
                let first = list.count - rest
                rest -= range.count
                return ListEdit(.move(IndexSet(first..<(first + range.count)), to: range.lowerBound), shown: list)
            }
    }

    /// Returns the index among the members that don't move.
    private func target(
        _ before: String?, in list: [Int64], _ rows: [String: Int64], without moved: [Int]
    ) throws -> Int {
        guard let before else { return list.count - moved.count }
        guard let row = rows[before], let rank = list.firstIndex(of: row), !moved.contains(rank) else {
            throw Refusal.conflict(
                "The photo or video that they should precede isn't in the album. Fetch its timeline again.")
        }
        return rank - moved.count { $0 < rank }
    }
}

extension MembersRequest {
    /// All assets in the request.
    fileprivate var uuids: [String] {
        switch self {
        case .add(let assets), .insert(let assets, _), .remove(let assets), .place(let assets, _): assets
        case .move(let assets, let before): assets + (before.map { [$0] } ?? [])
        }
    }
}

extension LibraryView {
    /// Returns all members in their order, including hidden ones, or an empty array for a folder.
    ///
    /// - Complexity: O(*n*) for *n* members of the album.
    fileprivate func members(of album: CollectionRecord) throws -> [Int64] {
        guard album.kind == .album else { return [] }
        var fetch = AssetFetch()
        fetch.membership = .album(album.id)
        fetch.includesHidden = true
        fetch.includesAllBurstMembers = true
        fetch.sourceTypes = .all
        return try assetIdentifiers(fetch)
    }
}
