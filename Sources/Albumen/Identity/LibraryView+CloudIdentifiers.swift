import BlobStore
import Catalog
import Foundation
import Records

/// Identifiers that mean the same in every library.
///
/// An asset's is made of the hash of the original that shows it, so that one file imported into two libraries has one
/// identifier, and two assets of one file share theirs. A collection's is its own identifier.
enum CloudIdentifier {
    private static let assetHead = "asset:"
    private static let collectionHead = "collection:"

    static func ofAsset(_ sha256: Data) -> String? {
        BlobDigest(bytes: sha256).map { "\(assetHead)\($0)" }
    }

    static func ofCollection(_ uuid: String) -> String {
        collectionHead + uuid
    }

    enum Meaning {
        case asset(BlobDigest)
        case collection(uuid: String)
    }

    static func meaning(of identifier: String) -> Meaning? {
        if identifier.hasPrefix(assetHead) {
            return BlobDigest(hexadecimal: String(identifier.dropFirst(assetHead.count))).map(Meaning.asset)
        }
        guard identifier.hasPrefix(collectionHead) else { return nil }
        return LocalIdentifier.uuid(of: String(identifier.dropFirst(collectionHead.count))).map(Meaning.collection)
    }
}

extension LibraryView {
    /// The cloud identifiers of assets, albums and folders, by local identifier; unknown ones are left out.
    package func cloudIdentifiers(
        ofLocalIdentifiers identifiers: [String]
    ) throws -> [String: String] {
        let uuids = Set(identifiers.compactMap(LocalIdentifier.uuid))
        let cloud = try catalog.read { reader in
            var cloud: [String: String] = [:]
            let rows = try reader.assetIdentifiers(uuids: Array(uuids))
            let visible = try reader.visible(rows.values, scope: scope)
            let resources = try reader.resources(ofAssets: visible)
            for (uuid, row) in rows where visible.contains(row) {
                let original = AssetFiles(resources[row] ?? []).picture(.unadjusted)
                cloud[uuid] = original.flatMap { CloudIdentifier.ofAsset($0.sha256) }
            }
            for collection in try reader.collections(.uuids(Array(uuids)), scope: scope) {
                cloud[collection.uuid] = CloudIdentifier.ofCollection(collection.uuid)
            }
            return cloud
        }
        var answer: [String: String] = [:]
        for identifier in identifiers {
            guard let uuid = LocalIdentifier.uuid(of: identifier) else { continue }
            answer[identifier] =
                cloud[uuid] ?? (SmartAlbum.withUUID(uuid) == nil ? nil : CloudIdentifier.ofCollection(uuid))
        }
        return answer
    }

    /// The local identifiers that a cloud identifier stands for here, by cloud identifier: several where assets share
    /// their bytes.
    package func localIdentifiers(
        ofCloudIdentifiers identifiers: [String]
    ) throws -> [String: [String]] {
        try catalog.read { reader in
            var answer: [String: [String]] = [:]
            for identifier in Set(identifiers) {
                switch CloudIdentifier.meaning(of: identifier) {
                case nil: break
                case .asset(let digest):
                    let rows = try reader.assets(showing: digest, .unadjusted)
                    let visible = try reader.visible(rows, scope: scope)
                    let assets = try reader.assets(withIdentifiers: visible)
                    answer[identifier] = assets.values.sorted { $0.id < $1.id }
                        .map { LocalIdentifier.string(uuid: $0.uuid, kind: .asset) }
                case .collection(let uuid):
                    let records = try reader.collections(.uuids([uuid]), scope: scope)
                    answer[identifier] = records.map {
                        LocalIdentifier.string(uuid: $0.uuid, kind: $0.kind == .album ? .collection : .folder)
                    }
                    if records.isEmpty, scope != .nothing, SmartAlbum.withUUID(uuid) != nil {
                        answer[identifier] = [LocalIdentifier.string(uuid: uuid, kind: .collection)]
                    }
                }
            }
            return answer
        }
    }
}
