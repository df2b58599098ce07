import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Changes that a client with limited access may make (§1.3).
@Suite struct LimitedAccessTests {
    let fixture: PhotoKitFixture
    private let assets: [PHAsset]

    init() throws {
        fixture = try PhotoKitFixture()
        try fixture.addPhotos(6)
        assets = fixture.assets()
        for asset in assets.prefix(2) { try fixture.grant(asset) }
    }

    @Test("§1.3: in the user's albums an app only adds and removes visible assets")
    func albumOfTheUser() throws {
        let album = try makeUsersAlbum("Trip", assets)
        let prompt = DeletionAnswer(answer: true)
        func failure(
            _ change: @escaping (PHAssetCollectionChangeRequest) -> Void
        ) throws -> PHPhotosError.Code? {
            try fixture.failure(access: "limited", prompt: prompt) {
                PHAssetCollectionChangeRequest(for: album).map(change)
            }
        }
        #expect(try failure { $0.title = "Mine" } == .changeNotSupported)
        #expect(try failure { $0.moveAssets(at: [0], to: 1) } == .changeNotSupported)
        #expect(
            try fixture.failure(access: "limited", prompt: prompt) {
                PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
            } == .changeNotSupported)
        #expect(prompt.asked.calls.isEmpty, "The user is asked only about what can be done.")
        #expect(try fixture.album(album.localIdentifier).localizedTitle == "Trip")
        #expect(fixture.members(album) == assets.map(\.localIdentifier))

        #expect(try failure { $0.removeAssets([assets[1]] as NSArray) } == nil)
        #expect(fixture.members(album) == [0, 2, 3, 4, 5].map { assets[$0].localIdentifier })
        #expect(try failure { $0.insertAssets([assets[1]] as NSArray, at: [0]) } == nil)
        #expect(Set(fixture.members(album)) == Set(assets.map(\.localIdentifier)))
        #expect(try failure { $0.addAssets([assets[2]] as NSArray) } == .missingResource)
    }

    @Test("§2.6.12: canPerform agrees with what an app with limited access may change")
    func canPerform() throws {
        let theirs = try makeUsersAlbum("Trip", assets)
        let theirFolder = try makeUsersFolder("Trips", theirs)
        let own = try fixture.makeAlbum("Mine", access: "limited")
        let ownFolder = try fixture.makeFolder("All mine", [own])
        func allowed(_ collection: PHCollection) -> [PHCollectionEditOperation] {
            fixture.run(access: "limited") {
                (1...7).compactMap(PHCollectionEditOperation.init).filter(collection.canPerform)
            }
        }
        #expect(allowed(theirs) == [.deleteContent, .removeContent, .addContent, .createContent])
        #expect(allowed(theirFolder).isEmpty)
        #expect(allowed(own).count == 7)
        #expect(allowed(ownFolder).count == 6)
    }

    @Test("§1.3: an app moves and deletes the folders and albums that it created")
    func ownCollections() throws {
        let theirs = try makeUsersAlbum("Trip", [assets[0]])
        let theirFolder = try makeUsersFolder("Trips", theirs)
        let own = try fixture.makeAlbum("Mine", access: "limited")
        let ownFolder = try fixture.makeFolder("All mine")
        func failure(_ change: @escaping () -> Void) throws -> PHPhotosError.Code? {
            try fixture.failure(access: "limited", change)
        }
        #expect(
            try failure {
                PHCollectionListChangeRequest(for: theirFolder)?.addChildCollections([own] as NSArray)
            } == .changeNotSupported)
        #expect(
            try failure {
                PHCollectionListChangeRequest(for: theirFolder)?.removeChildCollections([theirs] as NSArray)
            } == .changeNotSupported)
        #expect(
            try failure {
                PHCollectionListChangeRequest(for: ownFolder)?.addChildCollections([theirs] as NSArray)
            } == .changeNotSupported)
        #expect(
            try failure { PHCollectionListChangeRequest.deleteCollectionLists([theirFolder] as NSArray) }
                == .changeNotSupported)
        #expect(fixture.children(theirFolder) == ["Trip"])
        #expect(
            try failure {
                PHCollectionListChangeRequest(for: ownFolder)?.addChildCollections([own] as NSArray)
            } == nil)
        #expect(fixture.children(ownFolder) == ["Mine"])
        #expect(try failure { PHAssetCollectionChangeRequest(for: own)?.title = "Still mine" } == nil)
        #expect(try failure { PHCollectionListChangeRequest.deleteCollectionLists([ownFolder] as NSArray) } == nil)
        #expect(fixture.topLevelTitles() == ["Trips"])
    }

    @Test("§1.3: an app can't delete its folder while it contains the user's album, and nobody is asked")
    func folderWithTheUsersAlbum() throws {
        let theirs = try makeUsersAlbum("Private", [])
        let ownFolder = try fixture.run(access: "limited") { try fixture.makeFolder("Mine") }
        try fixture.temporary.commit(
            .editChildren(ListEdit(.add([uuid(theirs)])), folderUUID: uuid(ownFolder)))
        let prompt = DeletionAnswer(answer: true)
        let failure = try fixture.failure(access: "limited", prompt: prompt) {
            PHCollectionListChangeRequest.deleteCollectionLists([ownFolder] as NSArray)
        }
        #expect(failure == .changeNotSupported)
        #expect(prompt.asked.calls.isEmpty)
        #expect(fixture.children(ownFolder) == ["Private"])
    }

    @Test("§1.3: at the top level an app only moves its own albums")
    func topLevel() throws {
        let theirs = try makeUsersAlbum("Trip", [assets[0]])
        let own = try fixture.makeAlbum("Mine", access: "limited")
        #expect(fixture.topLevelTitles() == ["Mine", "Trip"])
        func move(_ index: Int, to target: Int) throws -> PHPhotosError.Code? {
            try fixture.failure(access: "limited") {
                let shown = PHCollection.fetchTopLevelUserCollections(with: nil)
                PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: shown)?
                    .moveChildCollections(at: [index], to: target)
            }
        }
        #expect(try move(1, to: 0) == .changeNotSupported)
        #expect(fixture.topLevelTitles() == ["Mine", "Trip"])
        #expect(try move(0, to: 1) == nil)
        #expect(fixture.topLevelTitles() == ["Trip", "Mine"])
        #expect(uuid(theirs) != uuid(own))
    }

    @Test("§1.3: whether a deletion needs its count only depends on visible assets")
    func countsTellNothing() throws {
        let library = fixture.temporary.library
        let uuids = try insertAssets(150)
        try library.catalog.write(author: "test") { transaction in
            for row in try transaction.reader.assetIdentifiers(uuids: uuids).values {
                try transaction.grant(asset: row, to: "test")
            }
        }
        var transaction = Transaction()
        for uuid in uuids.prefix(101) { transaction.record(.trash(assetUUID: uuid)) }
        let access = Access.limited(client: "test")
        let inSmallLibrary = try library.view(access).deletion(in: transaction)
        try insertAssets(11_000)
        #expect(try library.view(.full).deletion(in: transaction)?.needsCount == false)
        #expect(try library.view(access).deletion(in: transaction) == inSmallLibrary)
        #expect(inSmallLibrary?.needsCount == true)
        let error = #expect(throws: LibraryError.self) { try library.view(access).commit(transaction) }
        #expect(error?.code == .needsConfirmation)
    }

    @discardableResult
    private func insertAssets(_ count: Int) throws -> [String] {
        let uuids = (0..<count).map { _ in UUID().uuidString }
        try fixture.temporary.library.catalog.write(author: "test") { transaction in
            for uuid in uuids {
                _ = try transaction.insert(
                    AssetRecord(
                        uuid: uuid, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 4,
                        pixelHeight: 3,
                        duration: 0, creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0)))
            }
        }
        return uuids
    }

    private func makeUsersAlbum(_ title: String, _ members: [PHAsset]) throws -> PHAssetCollection {
        let album = NewCollection(uuid: UUID().uuidString, kind: .album, title: title)
        try fixture.temporary.commit(
            .createCollection(album), .editMembers(ListEdit(.add(members.map(uuid))), albumUUID: album.uuid))
        return try fixture.album(LocalIdentifier.string(uuid: album.uuid, kind: .collection))
    }

    private func makeUsersFolder(_ title: String, _ child: PHCollection) throws -> PHCollectionList {
        let folder = NewCollection(uuid: UUID().uuidString, kind: .folder, title: title)
        try fixture.temporary.commit(
            .createCollection(folder), .editChildren(ListEdit(.add([uuid(child)])), folderUUID: folder.uuid))
        let identifier = LocalIdentifier.string(uuid: folder.uuid, kind: .folder)
        return try fixture.run {
            try #require(
                PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }
    }

    private func uuid(_ object: PHObject) -> String { String(object.localIdentifier.prefix(36)) }
}
