import Albumen
import Catalog
import Foundation
import Hummingbird

/// What puts assets into albums, takes them out and arranges them.
struct MemberRoutes: Sendable {
    let library: Library
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.patch("/api/collections/:collection/members", use: change)
    }

    @Sendable private func change(
        _ request: MembersRequest, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let uuid = try context.collectionUUID()
        return try await work.change {
            guard let album = try library.collection(uuid: uuid, access: access) else { throw Refusal.noCollection }
            let list = album.kind == .album ? try library.members(of: album, access) : []
            let rows = try library.catalog.read { try $0.assetIdentifiers(uuids: request.uuids) }
            let (step, changed) = try plan(request, list: list, rows: rows)
            try library.commit(access, [.editMembers(ListEdit(step, shown: list), albumUUID: uuid)])
            return try JSONAnswer.response(changed)
        }
    }

    /// The engine's step, and what it will have changed.
    private func plan(
        _ request: MembersRequest, list: [Int64], rows: [String: Int64]
    ) throws -> (step: ListEdit.Step, changed: ChangedMembersDocument) {
        switch request {
        case .add(let assets):
            let members = Set(list)
            let newcomers = assets.filter { asset in rows[asset].map { !members.contains($0) } ?? true }
            return (.add(assets), ChangedMembersDocument(assets: newcomers, ranks: []))
        case .insert(let assets, let indexes):
            return (.insert(assets, at: indexes), ChangedMembersDocument(assets: assets, ranks: []))
        case .remove(let assets):
            let ranks = ranks(of: assets, in: list, rows)
            let names = Dictionary(uniqueKeysWithValues: rows.map { ($0.value, $0.key) })
            return (
                .remove(assets), ChangedMembersDocument(assets: ranks.compactMap { names[list[$0]] }, ranks: ranks)
            )
        case .move(let assets, let before):
            let ranks = ranks(of: assets, in: list, rows)
            guard ranks.count == assets.count else {
                throw Refusal.conflict("Not all of these are in the album any longer. Fetch its timeline again.")
            }
            return (
                .move(IndexSet(ranks), to: try target(before, in: list, rows, without: ranks)),
                ChangedMembersDocument(assets: assets, ranks: [])
            )
        }
    }

    /// In rising order.
    private func ranks(of assets: [String], in list: [Int64], _ rows: [String: Int64]) -> [Int] {
        let wanted = Set(assets.compactMap { rows[$0] })
        return list.indices.filter { wanted.contains(list[$0]) }
    }

    /// The index among those that stay.
    private func target(
        _ before: String?, in list: [Int64], _ rows: [String: Int64], without moved: [Int]
    ) throws -> Int {
        guard let before else { return list.count - moved.count }
        guard let row = rows[before], let rank = list.firstIndex(of: row), !moved.contains(rank) else {
            throw Refusal.conflict(
                "The one that they are to come before is not in the album. Fetch its timeline again.")
        }
        return rank - moved.count { $0 < rank }
    }
}

extension MembersRequest {
    /// All assets that it names.
    fileprivate var uuids: [String] {
        switch self {
        case .add(let assets), .insert(let assets, _), .remove(let assets): assets
        case .move(let assets, let before): assets + (before.map { [$0] } ?? [])
        }
    }
}

extension Library {
    /// All members in their order, hidden ones too. A cost of the album.
    fileprivate func members(of album: CollectionRecord, _ access: Access) throws -> [Int64] {
        var fetch = AssetFetch()
        fetch.membership = .album(album.id)
        fetch.includesHidden = true
        fetch.includesAllBurstMembers = true
        fetch.sourceTypes = -1
        return try assetIdentifiers(fetch, access: access)
    }
}
