import AlbumenTestSupport
import Foundation
import Photos
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The folder of the top level (`PHCollectionListSubtype.rootFolder`, OS 27).
@Suite struct RootFolderTests {
    private let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    private func roots() -> PHFetchResult<PHCollectionList> {
        PHCollectionList.fetchCollectionLists(with: .folder, subtype: .rootFolder, options: nil)
    }

    private func fetchRoot() throws -> PHCollectionList { try #require(roots().firstObject) }

    @Test func `rootFolder: there is one, and it contains the collections of the top level`() throws {
        let album = try fixture.makeAlbum("Album")
        try fixture.makeFolder("Folder", [fixture.makeAlbum("Inside")])
        try fixture.run {
            #expect(roots().count == 1)
            let root = try fetchRoot()
            #expect(root.collectionListType == .folder && root.collectionListSubtype == .rootFolder)
            #expect(root.canContainCollections && !root.canContainAssets && root.localizedTitle == nil)
            let children = PHCollection.fetchCollections(in: root, options: nil).all
            #expect(children == PHCollection.fetchTopLevelUserCollections(with: nil).all)
            #expect(Set(children.map(\.localizedTitle)) == ["Album", "Folder"])
            let folders = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil)
            #expect(folders.all.map(\.localizedTitle) == ["Folder"], "Other fetches of folders don't include it.")
            #expect(PHCollectionList.fetchCollectionListsContaining(album, options: nil).count == 0)
            let found = PHCollectionList.fetchCollectionLists(
                withLocalIdentifiers: [root.localIdentifier], options: nil)
            #expect(found.all == [root])
            let cloud = PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: [root.localIdentifier])
            let identifier = try #require(try cloud[root.localIdentifier]?.get())
            let local = PHPhotoLibrary.shared().localIdentifierMappings(forSynced: [identifier])
            #expect(try local[identifier]?.get() == root.localIdentifier)
        }
        fixture.run(access: "denied") { #expect(roots().count == 0) }
    }

    @Test(arguments: ["authorized", "limited", "denied"])
    func `rootFolder: canPerform(.rename) and (.delete) are false`(access: String) throws {
        let root = try fixture.run { try fetchRoot() }
        fixture.run(access: access) {
            let all: [PHCollectionEditOperation] = [
                .deleteContent, .removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename,
            ]
            let expected: [PHCollectionEditOperation] =
                access == "denied" ? [] : [.addContent, .createContent, .rearrangeContent]
            #expect(all.filter(root.canPerform) == expected)
        }
    }

    @Test func `rootFolder: a request for it changes the order of the top level, and nothing else of it`() throws {
        let inner = try fixture.makeAlbum("Inner")
        try fixture.makeFolder("Folder", [inner])
        let root = try fixture.run { try fetchRoot() }
        #expect(fixture.topLevelTitles() == ["Folder"])
        try fixture.change {
            let request = PHCollectionListChangeRequest(for: root)
            request?.addChildCollections([inner] as NSArray)
            request?.moveChildCollections(at: [1], to: 0)
        }
        #expect(fixture.topLevelTitles() == ["Inner", "Folder"])
        #expect(try fixture.failure { PHCollectionListChangeRequest(for: root)?.title = "Top" } == .changeNotSupported)
        #expect(
            try fixture.failure { PHCollectionListChangeRequest.deleteCollectionLists([root] as NSArray) }
                == .changeNotSupported)
    }

    @Test func `rootFolder: its contents change, and it doesn't`() throws {
        try fixture.run {
            let root = try fetchRoot()
            let children = PHCollection.fetchCollections(in: root, options: nil)
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            try fixture.makeAlbum("Album")
            let change = try #require(listener.next())
            #expect(change.changeDetails(for: root) == nil)
            #expect(change.changeDetails(for: children)?.insertedIndexes == [0])
        }
    }
}
