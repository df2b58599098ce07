import AlbumenTestSupport
import Catalog
import Foundation
import Records

@testable import Albumen
@testable import PhotoLibrary

/// A second library that holds only what a client with limited access may see: its chosen assets, the albums that
/// contain one of them, the collections that it created, and their folders. Computed without the engine's queries for
/// limited access.
enum LimitedTwin {
    static func make(of original: TemporaryLibrary, client: String) throws -> TemporaryLibrary {
        let twin = try TemporaryLibrary(copying: original)
        let catalog = twin.library.catalog
        let chosen = Set(try original.library.chosenAssets(ofClient: client))
        try catalog.write(author: "test") { transaction in
            let all = try transaction.reader.collections(.all, scope: .everything)
            let byRow = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
            var seen: Set<Int64> = []
            for collection in all {
                let members = try transaction.reader.members(ofAlbum: collection.id, among: Array(chosen))
                guard !members.isEmpty || collection.creator == "client:\(client)" else { continue }
                var next: CollectionRecord? = collection
                while let current = next {
                    seen.insert(current.id)
                    next = current.parentID.flatMap { byRow[$0] }
                }
            }
            for asset in try transaction.reader.assets(after: 0, limit: 10_000) where !chosen.contains(asset.id) {
                _ = try transaction.purge(asset)
            }
            // Children first.
            var unseen = all.filter { !seen.contains($0.id) }
            while let leaf = unseen.first(where: { folder in !unseen.contains { $0.parentID == folder.id } }) {
                try transaction.delete(collection: leaf.id)
                unseen.removeAll { $0.id == leaf.id }
            }
        }
        return twin
    }
}
