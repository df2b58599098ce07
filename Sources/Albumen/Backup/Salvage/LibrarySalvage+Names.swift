import Catalog
import Foundation
import PhotoLibrary
import Records

extension LibrarySalvage {
    /// Returns the names of assets for people: the filename with the day of capture. Purged assets have none any more.
    func names(of assets: Set<Int64>) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        try view.forEachAsset(assets.sorted()) { asset, resources, _ in
            let files = AssetFiles(resources)
            let filename = (files.describingFile ?? files.all.first)?.originalFilename ?? asset.uuid
            names[asset.id] = Timestamp.localTime(of: asset).map { "\(filename) (\($0.dateText))" } ?? filename
        }
        return names
    }

    /// Makes the list's entries of a change.
    func entry(_ change: ChangeRecord, _ facts: ChangeFacts) throws -> SalvageList.Change {
        var named = Set(facts.assets.map(\.id))
        for collection in facts.collections {
            for case .added(let assets) in collection.facts { named.formUnion(assets) }
            for case .removed(let assets) in collection.facts { named.formUnion(assets) }
        }
        let names = try names(of: named)
        func name(_ asset: Int64) -> String { names[asset] ?? "a photo or video that is deleted permanently" }
        let assets = facts.assets.map { asset in
            SalvageList.Item(
                kind: "asset", identifier: LocalIdentifier.string(uuid: asset.uuid, kind: .asset),
                name: name(asset.id), facts: asset.facts.map { SalvageList.Fact($0) })
        }
        let collections = facts.collections.map { collection in
            SalvageList.Item(
                kind: collection.isFolder ? "folder" : "album",
                identifier: LocalIdentifier.string(
                    uuid: collection.uuid, kind: collection.isFolder ? .folder : .collection),
                name: "“\(collection.title)”", facts: collection.facts.map { SalvageList.Fact($0, name: name) })
        }
        return SalvageList.Change(
            number: change.id, date: Timestamp.utc(change.date), author: change.author, items: assets + collections,
            client: facts.client)
    }
}
