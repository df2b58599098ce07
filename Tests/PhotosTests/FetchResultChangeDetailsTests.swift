import AlbumenTestSupport
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The changes between two fetch results (§7.3).
@Suite struct FetchResultChangeDetailsTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    private func run(_ body: () throws -> Void) rethrows {
        try fixture.run(prompt: DeletionAnswer(answer: true), body)
    }

    private func change(_ block: @escaping () -> Void) throws -> PHChange {
        let listener = ChangeListener()
        PHPhotoLibrary.shared().register(listener)
        defer { PHPhotoLibrary.shared().unregisterChangeObserver(listener) }
        try PHPhotoLibrary.shared().performChangesAndWait(block)
        return try #require(listener.next())
    }

    private func list<Object: PHObject>(_ result: PHFetchResult<Object>) -> [String] {
        result.all.map(\.localIdentifier)
    }

    private func replay<Object: PHObject>(_ details: PHFetchResultChangeDetails<Object>) throws -> [String] {
        var list = list(details.fetchResultBeforeChanges)
        for index in try #require(details.removedIndexes).reversed() { list.remove(at: index) }
        for (index, object) in zip(try #require(details.insertedIndexes), details.insertedObjects) {
            list.insert(object.localIdentifier, at: index)
        }
        details.enumerateMoves { list.insert(list.remove(at: $0), at: $1) }
        return list
    }

    @Test("§10.14: a result in library order has a minimal edit script")
    func libraryOrder() throws {
        try fixture.addPhotos(4)
        try run {
            let options = PHFetchOptions()
            options.sortDescriptors = [.libraryOrder]
            let before = PHAsset.fetchAssets(with: options)
            let assets = before.all
            let change = try change {
                PHAssetChangeRequest(for: assets[1]).isHidden = true
                PHAssetChangeRequest(for: assets[2]).creationDate = .distantPast
            }
            let details = try #require(change.changeDetails(for: before))
            #expect(details.removedIndexes == [1])
            #expect(details.insertedIndexes == [])
            #expect(details.changedIndexes == [1])
            #expect(!details.hasMoves)
            #expect(list(details.fetchResultAfterChanges) == [0, 2, 3].map { assets[$0].localIdentifier })
        }
    }

    @Test("§7.3.2: removals refer to the old list, insertions to the list after removals, changes to the new list")
    func indexSpaces() throws {
        let identifiers = try fixture.addPhotos(6)
        try run {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "isFavorite == NO")
            let before = PHAsset.fetchAssets(with: options)
            let assets = before.all
            // An asset that is no longer a favourite leaves the result. One with another change stays.
            let change = try change {
                PHAssetChangeRequest(for: assets[1]).isFavorite = true
                PHAssetChangeRequest.deleteAssets([assets[3]] as NSArray)
                PHAssetChangeRequest(for: assets[4]).location = nil
                PHAssetChangeRequest(for: assets[4]).creationDate = assets[4].creationDate?.addingTimeInterval(0.25)
            }
            let details = try #require(change.changeDetails(for: before))
            #expect(details.hasIncrementalChanges)
            #expect(details.removedIndexes == [1, 3])
            #expect(details.removedObjects == [assets[1], assets[3]])
            #expect(details.insertedIndexes == [])
            #expect(details.changedIndexes == [2])
            #expect(details.changedObjects.map(\.localIdentifier) == [identifiers[4]])
            #expect(details.changedObjects[0].creationDate != assets[4].creationDate)
            #expect(!details.hasMoves)
            #expect(details.fetchResultBeforeChanges === before)
            #expect(try replay(details) == list(details.fetchResultAfterChanges))

            // The next change is compared with the result after this one.
            let after = details.fetchResultAfterChanges
            #expect(change.changeDetails(for: after) == nil)
            let next = try self.change { PHAssetChangeRequest(for: assets[1]).isFavorite = false }
            let insertion = try #require(next.changeDetails(for: after))
            #expect(insertion.insertedIndexes == [1])
            #expect(insertion.insertedObjects == [assets[1]])
            #expect(insertion.removedObjects.isEmpty && insertion.changedObjects.isEmpty)
        }
    }

    @Test("§7.3.2, §7.3.6: an asset with another date moves and is reported as changed")
    func moves() throws {
        let identifiers = try fixture.addPhotos(5)
        try run {
            let before = PHAsset.fetchAssets(with: nil)
            let change = try change {
                PHAssetChangeRequest(for: before[0]).creationDate = Date(timeIntervalSinceReferenceDate: 3.5)
            }
            let details = try #require(change.changeDetails(for: before))
            #expect(details.hasMoves)
            var moves: [[Int]] = []
            details.enumerateMoves { moves.append([$0, $1]) }
            #expect(moves == [[0, 3]])
            #expect(details.changedIndexes == [3])
            #expect(try replay(details) == list(details.fetchResultAfterChanges))
            let expected = [1, 2, 3, 0, 4].map { identifiers[$0] }
            #expect(list(details.fetchResultAfterChanges) == expected)
            let update = try #require(details.listUpdate)
            #expect(update.moves.map { [$0.from, $0.to] } == [[0, 3]])
            #expect(update.reconfigurations == [3])
            #expect(update.deletions.isEmpty && update.insertions.isEmpty)
        }
    }

    @Test("§7.3.4: details without incremental changes if the options don't want them")
    func withoutSteps() throws {
        try fixture.addPhotos(2)
        try run {
            let options = PHFetchOptions()
            #expect(options.wantsIncrementalChangeDetails)
            options.wantsIncrementalChangeDetails = false
            let before = PHAsset.fetchAssets(with: options)
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options)
            let change = try change {
                PHAssetChangeRequest(for: before[0]).isHidden = true
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
            }
            let details = try #require(change.changeDetails(for: before))
            #expect(!details.hasIncrementalChanges && !details.hasMoves)
            #expect(details.removedIndexes == nil && details.insertedIndexes == nil && details.changedIndexes == nil)
            #expect(details.removedObjects.isEmpty && details.insertedObjects.isEmpty && details.changedObjects.isEmpty)
            #expect(details.listUpdate == nil)
            #expect(details.fetchResultAfterChanges.count == 1)
            let ofAlbums = try #require(change.changeDetails(for: albums))
            #expect(!ofAlbums.hasIncrementalChanges)
            #expect(ofAlbums.fetchResultAfterChanges.count == 1)
        }
    }

    @Test("§7.3: the members of an album in its order")
    func membersOfAnAlbum() throws {
        let identifiers = try fixture.addPhotos(4)
        let album = try fixture.makeAlbum("Album", identifiers.map { try fixture.asset($0) })
        try run {
            let before = PHAsset.fetchAssets(in: album, options: nil)
            let change = try change {
                let request = PHAssetCollectionChangeRequest(for: album, assets: before)
                request?.moveAssets(at: [3], to: 0)
                request?.removeAssets(at: [2])
            }
            let details = try #require(change.changeDetails(for: before))
            #expect(details.removedIndexes == [1])
            #expect(details.changedIndexes == [])
            #expect(try replay(details) == list(PHAsset.fetchAssets(in: album, options: nil)))
            #expect(details.hasMoves)
            let deletion = try self.change {
                PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
            }
            let end = try #require(deletion.changeDetails(for: details.fetchResultAfterChanges))
            #expect(end.removedIndexes == [0, 1, 2])
            #expect(end.fetchResultAfterChanges.count == 0)
        }
    }

    @Test("§7.3: albums and folders are inserted, removed, moved and changed")
    func collections() throws {
        let identifiers = try fixture.addPhotos(1)
        let asset = try fixture.asset(identifiers[0])
        let albums = try ["A", "B", "C"].map { try fixture.makeAlbum($0) }
        try run {
            let before = PHCollection.fetchTopLevelUserCollections(with: nil)
            #expect(before.all.map(\.localizedTitle) == ["C", "B", "A"])
            let favor = try change { PHAssetChangeRequest(for: asset).isFavorite = true }
            #expect(favor.changeDetails(for: before) == nil)
            let change = try change {
                PHAssetCollectionChangeRequest.deleteAssetCollections([albums[2]] as NSArray)
                PHAssetCollectionChangeRequest(for: albums[0])?.addAssets([asset] as NSArray)
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "D")
            }
            let details = try #require(change.changeDetails(for: before))
            #expect(details.removedIndexes == [0])
            #expect(details.insertedIndexes == [0])
            #expect(details.changedIndexes == [2])
            #expect((details.changedObjects.first as? PHAssetCollection)?.estimatedAssetCount == 1)
            #expect(details.insertedObjects.first?.localizedTitle == "D")
            let reorder = try self.change {
                PHCollectionListChangeRequest(
                    forTopLevelCollectionListUserCollections: details.fetchResultAfterChanges
                )?.moveChildCollections(at: [2], to: 0)
            }
            let moved = try #require(reorder.changeDetails(for: details.fetchResultAfterChanges))
            #expect(moved.hasMoves)
            #expect(moved.changedIndexes == [])
            #expect(moved.fetchResultAfterChanges.all.map(\.localizedTitle) == ["A", "D", "B"])
            let converted = PHFetchResult<PHCollection>(
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil))
            let renaming = try self.change { PHAssetCollectionChangeRequest(for: albums[1])?.title = "New" }
            #expect(renaming.changeDetails(for: converted)?.changedObjects.first?.localizedTitle == "New")
            let smart = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
            #expect(renaming.changeDetails(for: smart) == nil)
        }
    }

    @Test("§7.3.5: any two results can be compared")
    func comparison() throws {
        let identifiers = try fixture.addPhotos(4)
        run {
            func fetch(_ indexes: [Int]) -> PHFetchResult<PHAsset> {
                PHAsset.fetchAssets(withLocalIdentifiers: indexes.map { identifiers[$0] }, options: nil)
            }
            let (before, after) = (fetch([0, 1, 2]), fetch([1, 2, 3]))
            let details = PHFetchResultChangeDetails(
                from: before, to: after, changedObjects: [before[0], after[0]])
            #expect(details.hasIncrementalChanges)
            #expect(details.removedIndexes == [0])
            #expect(details.insertedIndexes == [2])
            #expect(details.changedIndexes == [0])
            #expect((try? replay(details)) == list(after))
            let albums = PHFetchResultChangeDetails(
                from: PHFetchResult<PHAssetCollection>(),
                to: PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil),
                changedObjects: [])
            #expect(albums.insertedObjects.count == albums.fetchResultAfterChanges.count)
        }
    }

    @Test("a client with limited access only receives changes of its chosen assets")
    func limitedAccess() throws {
        let identifiers = try fixture.addPhotos(3)
        let assets = try identifiers.map { try fixture.asset($0) }
        try fixture.grant(assets[0])
        try fixture.grant(assets[2])
        try fixture.run(access: "limited") {
            let before = PHAsset.fetchAssets(with: nil)
            #expect(list(before) == [identifiers[0], identifiers[2]])
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let uuids = identifiers.compactMap(LocalIdentifier.uuid)
            try fixture.temporary.commit(.trash(assetUUID: uuids[1]))
            #expect(try #require(listener.next()).changeDetails(for: before) == nil)
            try fixture.temporary.commit(.trash(assetUUID: uuids[2]))
            #expect(listener.next()?.changeDetails(for: before)?.removedIndexes == [1])
        }
    }

    @Test("a result fetched without access receives its assets with access")
    func accessThatComesLater() throws {
        let identifiers = try fixture.addPhotos(2)
        let before = fixture.run(access: "denied") { PHAsset.fetchAssets(with: nil) }
        #expect(before.count == 0)
        try run {
            let change = try change {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
            }
            let details = try #require(change.changeDetails(for: before))
            #expect(details.insertedObjects.map(\.localIdentifier) == identifiers)
            #expect(change.changeDetails(for: details.fetchResultAfterChanges) == nil)
        }
    }

    @Test("the first change's details include all pending changes")
    func changesThatQueueUp() throws {
        let identifiers = try fixture.addPhotos(3)
        try run {
            let before = PHAsset.fetchAssets(with: nil)
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            for uuid in identifiers.prefix(2).compactMap(LocalIdentifier.uuid) {
                try fixture.temporary.commit(.trash(assetUUID: uuid))
            }
            #expect(listener.wait(for: 2))
            let details = try #require(listener.changes[0].changeDetails(for: before))
            #expect(details.removedIndexes == [0, 1])
            #expect(listener.changes[1].changeDetails(for: details.fetchResultAfterChanges) == nil)
        }
    }

    @Test("an asynchronous loop receives the details in order")
    func asyncSequence() async throws {
        let identifiers = try fixture.addPhotos(2)
        let uuids = identifiers.compactMap(LocalIdentifier.uuid)
        let (details, ofAsset) = try fixture.run {
            let result = PHAsset.fetchAssets(with: nil)
            return (
                PHPhotoLibrary.shared().changeDetails(of: result),
                PHPhotoLibrary.shared().changeDetails(of: try #require(result.lastObject))
            )
        }
        var iterator = details.makeAsyncIterator()
        var assetIterator = ofAsset.makeAsyncIterator()
        try fixture.temporary.commit(.setFavorite(true, assetUUID: uuids[0]))
        #expect(await iterator.next()?.changedIndexes == [0])
        try fixture.temporary.commit(.trash(assetUUID: uuids[0]))
        #expect(await iterator.next()?.removedIndexes == [0])
        try fixture.temporary.commit(.setFavorite(true, assetUUID: uuids[1]))
        #expect(await iterator.next()?.changedIndexes == [0])
        #expect(await assetIterator.next()?.objectAfterChanges?.isFavorite == true)
        try fixture.temporary.commit(.trash(assetUUID: uuids[1]))
        #expect(await assetIterator.next()?.objectWasDeleted == true)
        #expect(await assetIterator.next() == nil)
        #expect(await iterator.next()?.removedIndexes == [0])
        let waiting = Task { await Array(details.prefix(1)).count }
        waiting.cancel()
        #expect(await waiting.value == 0)
    }
}

extension Array {
    fileprivate init(_ sequence: some AsyncSequence<Element, Never>) async {
        self = []
        for await element in sequence { append(element) }
    }
}
