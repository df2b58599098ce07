import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A client with limited access tries to learn about assets that weren't chosen for it. Each answer is the one for
/// objects that don't exist (§1.3.1).
@Suite struct LimitedSecrecyTests {
    let fixture: PhotoKitFixture
    private let secret: PHAsset
    private let album: PHAssetCollection
    private let folder: PHCollectionList
    private var library: Library { fixture.temporary.library }

    init() throws {
        fixture = try PhotoKitFixture()
        try fixture.addPhotos(4)
        let assets = fixture.assets()
        secret = assets[3]
        let other = PhotoKitFixture(temporary: fixture.temporary, client: "other")
        album = try other.makeAlbum("Secret", [secret])
        folder = try other.makeFolder("Secrets", [album])
        try fixture.grant(assets[0])
    }

    private func answers(_ asset: String, _ album: String, _ folder: String) throws -> [String] {
        let uuid = String(asset.prefix(36))
        let view = library.view(.limited(client: "test"))
        func message(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "done"
            } catch {
                return "\(type(of: error)) \(error) \((error as NSError).code) \(error.localizedDescription)"
            }
        }
        func commit(_ operation: Transaction.Operation) -> String {
            message {
                var transaction = Transaction()
                transaction.record(operation)
                _ = try view.commit(transaction)
            }
        }
        let all = try fixture.run(access: "limited") { () -> [String] in
            let mapped = PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: [asset, album, folder])
            return try [
                "\(PHAsset.fetchAssets(withLocalIdentifiers: [asset], options: nil).count)",
                "\(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [album], options: nil).count)",
                "\(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [folder], options: nil).count)",
                [asset, album, folder].map { "\($0) \(String(describing: mapped[$0]))" }.joined(separator: ", "),
                "\(view.assetRows(uuids: [uuid]))", "\(String(describing: view.asset(withUUID: uuid)))",
                "\(view.collections(uuids: [String(album.prefix(36)), String(folder.prefix(36))]).count)",
                "\(view.covers(ofAlbums: [String(album.prefix(36))]))",
                "\(String(describing: view.pictureSource(ofAssetUUID: uuid, version: .current)))",
                commit(.trash(assetUUID: uuid)), commit(.restore(assetUUID: uuid)),
                commit(.setFavorite(true, assetUUID: uuid)), commit(.purge(assetUUID: uuid)),
                commit(.rename("Mine", collectionUUID: String(album.prefix(36)))),
                commit(.deleteCollection(uuid: String(folder.prefix(36)))),
                commit(.editMembers(ListEdit(.add([uuid])), albumUUID: String(album.prefix(36)))),
                commit(.revertEdit(assetUUID: uuid)),
            ]
        }
        return all.map { text in
            [asset, album, folder].reduce(text) { text, identifier in
                text.replacing(String(identifier.prefix(36)), with: "UUID")
            }
        }
    }

    @Test("assets, albums and folders that aren't chosen answer like identifiers that don't exist")
    func identifiers() throws {
        let missing = try answers(
            LocalIdentifier.string(uuid: UUID().uuidString, kind: .asset),
            LocalIdentifier.string(uuid: UUID().uuidString, kind: .collection),
            LocalIdentifier.string(uuid: UUID().uuidString, kind: .folder))
        let foreign = try answers(secret.localIdentifier, album.localIdentifier, folder.localIdentifier)
        for (missing, foreign) in zip(missing, foreign) { #expect(missing == foreign) }
        // The same questions have other answers for the owner.
        #expect(try library.owner.assetRows(uuids: [String(secret.localIdentifier.prefix(36))]).count == 1)
    }

    @Test("a cloud identifier of a foreign file isn't found, as if no asset had it")
    func cloudIdentifier() throws {
        let identifier = secret.localIdentifier
        let mappings = fixture.run {
            PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: [identifier])
        }
        let cloud = try #require(try mappings[identifier]?.get())
        let text = cloud.archivalStringValue
        let index = try #require(text.lastIndex { $0.isHexDigit })
        let other = try #require(
            PHCloudIdentifier(
                archivalStringValue: text.replacingCharacters(
                    in: index...index, with: text[index] == "0" ? "1" : "0")))
        fixture.run(access: "limited") {
            let found = PHPhotoLibrary.shared().localIdentifierMappings(for: [cloud, other])
            let messages = [cloud, other].map { key in
                "\(found[key].map { String(describing: $0) } ?? "")".replacing(key.archivalStringValue, with: "CLOUD")
            }
            #expect(messages[0] == messages[1])
            #expect(!messages[0].contains("success"))
        }
    }

    @Test("foreign changes and other apps' choices are the same empty change, for observers and in history")
    func emptyChanges() throws {
        try fixture.run(access: "limited") {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let assets = PHAsset.fetchAssets(with: nil)
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            let moments = PHAssetCollection.fetchMoments(with: nil)
            let lists = PHCollection.fetchTopLevelUserCollections(with: nil)
            let row = try #require(
                try library.owner.assetRows(uuids: [String(secret.localIdentifier.prefix(36))]).values.first)
            let uuid = String(secret.localIdentifier.prefix(36))
            let changes: [() throws -> Void] = [
                { try library.choose([row], forClient: "other", author: "test") },
                { try library.deselect([row], fromClient: "other", author: "test") },
                { try library.setAccess(.full, ofClient: "other", author: "test") },
                { try fixture.temporary.commit(.setFavorite(true, assetUUID: uuid)) },
                { try fixture.temporary.commit(.trash(assetUUID: uuid)) },
                { try fixture.temporary.commit(.restore(assetUUID: uuid)) },
                {
                    try fixture.temporary.commit(
                        .rename("Other", collectionUUID: String(album.localIdentifier.prefix(36))))
                },
                { try fixture.temporary.add([.image("NEW.JPG")]) },
            ]
            for (number, change) in changes.enumerated() {
                let token = PHPhotoLibrary.shared().currentChangeToken
                try change()
                let told = try #require(listener.next(), "change \(number)")
                #expect(told.changeDetails(for: assets) == nil, "change \(number)")
                #expect(told.changeDetails(for: albums) == nil, "change \(number)")
                #expect(told.changeDetails(for: moments) == nil, "change \(number)")
                #expect(told.changeDetails(for: lists) == nil, "change \(number)")
                #expect(told.changeDetails(for: secret) == nil, "change \(number)")
                #expect(told.changeDetails(for: album) == nil, "change \(number)")
                #expect(Array(try PHPhotoLibrary.shared().fetchPersistentChanges(since: token)).isEmpty)
                #expect(PHPhotoLibrary.shared().currentChangeToken != token)
            }
            #expect(listener.changes.count == changes.count)
        }
    }

    @Test("an album that the app sees doesn't report changes of members that the app can't see")
    func foreignMembers() throws {
        let assets = fixture.assets()
        let trip = try PhotoKitFixture(temporary: fixture.temporary, client: "other")
            .makeAlbum("Trip", [assets[0], assets[1]])
        try fixture.run(access: "limited") {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            let members = PHAsset.fetchAssets(in: trip, options: nil)
            let foreign = String(assets[1].localIdentifier.prefix(36))
            for operation in [
                Transaction.Operation.trash(assetUUID: foreign), .restore(assetUUID: foreign),
                .setHidden(true, assetUUID: foreign),
            ] {
                try fixture.temporary.commit(operation)
                let change = try #require(listener.next())
                #expect(change.changeDetails(for: albums) == nil)
                #expect(change.changeDetails(for: members) == nil)
                let album = try #require(albums.firstObject)
                #expect(change.changeDetails(for: album) == nil)
            }
        }
    }
}
