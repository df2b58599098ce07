import BlobStore
import Catalog
import Foundation
import Records

/// Identifiers that are valid in every library.
///
/// An asset's cloud identifier contains the digest of the original that shows the asset. So a file has the same
/// identifier in two libraries, and two assets of the same file share it. A collection's cloud identifier contains
/// its UUID.
enum CloudIdentifier {
    private static let assetHead = "asset:"
    private static let collectionHead = "collection:"

    static func ofAsset(_ original: BlobDigest) -> String {
        "\(assetHead)\(original)"
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
    /// Returns the cloud identifiers of assets, albums and folders, by local identifier. Leaves out unknown ones.
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
                // The identifier stays the same whichever original the user chooses.
                let original = AssetFiles(resources[row] ?? []).describingFile
                cloud[uuid] = original.map { CloudIdentifier.ofAsset($0.sha256) }
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
                cloud[uuid] ?? (builtInKind(ofUUID: uuid) == nil ? nil : CloudIdentifier.ofCollection(uuid))
        }
        return answer
    }

    /// Returns the local identifiers in this library, by cloud identifier. A cloud identifier has several if assets
    /// share their bytes.
    package func localIdentifiers(
        ofCloudIdentifiers identifiers: [String]
    ) throws -> [String: [String]] {
        try catalog.read { reader in
            var answer: [String: [String]] = [:]
            for identifier in Set(identifiers) {
                switch CloudIdentifier.meaning(of: identifier) {
                case nil: break
                case .asset(let digest):
                    let rows = try reader.assets(showing: digest, .compressed)
                    let visible = try reader.visible(rows, scope: scope)
                    let assets = try reader.assets(withIdentifiers: visible)
                    answer[identifier] = assets.values.sorted { $0.id < $1.id }
                        .map { LocalIdentifier.string(uuid: $0.uuid, kind: .asset) }
                case .collection(let uuid):
                    let records = try reader.collections(.uuids([uuid]), scope: scope)
                    answer[identifier] = records.map {
                        LocalIdentifier.string(uuid: $0.uuid, kind: $0.kind == .album ? .collection : .folder)
                    }
                    if records.isEmpty, scope != .nothing, let kind = builtInKind(ofUUID: uuid) {
                        answer[identifier] = [LocalIdentifier.string(uuid: uuid, kind: kind)]
                    }
                }
            }
            return answer
        }
    }

    /// Returns the kind of a smart album or of the folder of the top level, which have no rows. `nil` for other UUIDs.
    private func builtInKind(ofUUID uuid: String) -> LocalIdentifier.Kind? {
        if uuid == FetchedCollection.rootFolderUUID { return .folder }
        return SmartAlbum.withUUID(uuid) == nil ? nil : .collection
    }
}
