import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Photos
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Calls PhotoKit with a test's own library.
struct PhotoKitFixture {
    let temporary: TemporaryLibrary
    /// The name of the app. A client with limited access always sees the albums that it created.
    let client: String

    init(client: String = "test") throws {
        self.init(temporary: try TemporaryLibrary(), client: client)
    }

    init(temporary: TemporaryLibrary, client: String = "test") {
        self.temporary = temporary
        self.client = client
    }

    func run<Value>(
        access: String? = "authorized", prompt: any UserPrompt = TerminalPrompt(), _ body: () throws -> Value
    ) rethrows -> Value {
        var environment = ["ALBUMEN_CLIENT": client]
        environment["ALBUMEN_ACCESS"] = access
        let library = temporary.library
        let session = PhotoLibrarySession(environment: environment, prompt: prompt, openLibrary: { library })
        return try PhotoLibrarySession.$current.withValue(session, operation: body)
    }

    /// Adds photos a second apart, the oldest first, and returns their identifiers.
    @discardableResult
    func addPhotos(_ count: Int) throws -> [String] {
        try temporary.add(
            (0..<count).map { index in
                .image("IMG_\(index).JPG") { probe in
                    probe.captureDate = .init(
                        secondsSinceReferenceDate: Double(index), utcOffsetInSeconds: 0, source: .exifOriginal)
                }
            }
        ).map { LocalIdentifier.string(uuid: $0.assetUUID ?? "", kind: .asset) }
    }
}

@Suite struct FetchTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    @Test("assets are sorted from the oldest, or from the newest on request (§2.3)")
    func order() throws {
        let identifiers = try fixture.addPhotos(300)
        fixture.run {
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.objects(at: IndexSet(integersIn: 0..<300)).map(\.localIdentifier) == identifiers)
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.fetchLimit = 3
            let newest = PHAsset.fetchAssets(with: options)
            #expect(newest.count == 3)
            #expect(newest.firstObject?.localIdentifier == identifiers[299])
        }
    }

    @Test("§10.14: libraryOrder sorts assets in the order of their addition, also within an import")
    func libraryOrder() throws {
        let later = try fixture.addPhotos(20)
        let samples = (0..<20).map { index in
            TemporaryLibrary.Sample.image("OLD_\(index).JPG") { probe in
                probe.captureDate = .init(
                    secondsSinceReferenceDate: -Double(index), utcOffsetInSeconds: 0, source: .exifOriginal)
            }
        }
        let earlier = try fixture.temporary.add(samples).map {
            LocalIdentifier.string(uuid: $0.assetUUID ?? "", kind: .asset)
        }
        try fixture.run {
            let options = PHFetchOptions()
            options.sortDescriptors = [.libraryOrder]
            #expect(PHAsset.fetchAssets(with: options).all.map(\.localIdentifier) == later + earlier)
            let recents = try #require(
                PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil
                ).firstObject)
            #expect(PHAsset.fetchAssets(in: recents, options: options).all.map(\.localIdentifier) == later + earlier)
            options.sortDescriptors = [NSSortDescriptor(key: "libraryOrder", ascending: false)]
            options.fetchLimit = 2
            #expect(PHAsset.fetchAssets(with: options).all.map(\.localIdentifier) == earlier.suffix(2).reversed())
        }
    }

    @Test("§11: an album's exact count matches a fetch, also for smart albums", arguments: ["authorized", "limited"])
    func exactCounts(access: String) throws {
        try fixture.addPhotos(3)
        let assets = fixture.assets()
        try fixture.makeAlbum("Trip", [assets[0], assets[1]])
        try fixture.change {
            PHAssetChangeRequest(for: assets[0]).isFavorite = true
            PHAssetChangeRequest(for: assets[1]).isHidden = true
            PHAssetChangeRequest.deleteAssets([assets[2]] as NSArray)
        }
        try fixture.grant(assets[0])
        fixture.run(access: access) {
            var total = 0
            for type in [PHAssetCollectionType.album, .smartAlbum, .moment] {
                for album in PHAssetCollection.fetchAssetCollections(with: type, subtype: .any, options: nil).all {
                    #expect(album.exactAssetCount == PHAsset.fetchAssets(in: album, options: nil).count)
                    total += album.exactAssetCount
                }
            }
            #expect(total > 2)
            let transient = PHAssetCollection.transientAssetCollection(with: [assets[0]], title: nil)
            #expect(transient.exactAssetCount == 1)
            #expect(PHAssetCollection().exactAssetCount == 0)
        }
        let recents = try fixture.smartAlbum(.smartAlbumUserLibrary)
        fixture.run(access: "denied") { #expect(recents.exactAssetCount == 0) }
    }

    @Test("a result is a snapshot without later assets (§2.1.3)")
    func snapshot() throws {
        try fixture.addPhotos(2)
        try fixture.run {
            let result = PHAsset.fetchAssets(with: nil)
            try fixture.temporary.add([.image("later.jpg")])
            #expect(result.count == 2)
            #expect(PHAsset.fetchAssets(with: nil).count == 3)
        }
    }

    @Test("a fetch reads its options once (§2.2.11)")
    func optionsAreCopied() throws {
        try fixture.addPhotos(2)
        fixture.run {
            let options = PHFetchOptions()
            let result = PHAsset.fetchAssets(with: options)
            options.fetchLimit = 1
            #expect(result.count == 2)
            let copy = options.copy() as? PHFetchOptions
            #expect(copy?.fetchLimit == 1)
        }
    }

    @Test("predicates and types filter together (§2.4.1)")
    func typeAndPredicate() throws {
        try fixture.temporary.add([
            .image("a.jpg"), .video("long.mov") { $0.duration = 60 }, .video("short.mov") { $0.duration = 1 },
        ])
        fixture.run {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "duration > %f", 10.0)
            #expect(PHAsset.fetchAssets(with: .video, options: options).count == 1)
            #expect(PHAsset.fetchAssets(with: .image, options: options).count == 0)
            #expect(PHAsset.fetchAssets(with: .video, options: nil).count == 2)
            options.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [
                NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue),
                NSPredicate(format: "duration < %d", 10),
            ])
            #expect(PHAsset.fetchAssets(with: options).count == 2)
        }
    }

    @Test("a fetch by identifiers finds hidden assets, accepts UUIDs and skips unknown ones (§2.2.5, §3.4)")
    func identifiers() throws {
        let identifiers = try fixture.addPhotos(3)
        try fixture.temporary.commit(.setHidden(true, assetUUID: String(identifiers[1].prefix(36))))
        fixture.run {
            let wanted = [String(identifiers[2].prefix(36)), identifiers[1], "nonsense", UUID().uuidString]
            let found = PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: nil)
            #expect(found.objects(at: [0, 1]).map(\.localIdentifier) == [identifiers[1], identifiers[2]])
            #expect(found.count == 2)
            #expect(PHAsset.fetchAssets(with: nil).count == 2)
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            #expect(PHAsset.fetchAssets(with: options).count == 3)
        }
    }

    @Test("a fetch by identifiers can exclude hidden assets and other frames of bursts (§2.2.5)")
    func identifiersWithChoices() throws {
        let identifiers = try fixture.addPhotos(1)
        let frames = try fixture.temporary.add(
            (1...2).map { number in .image("\(number).jpg") { $0.burstIdentifier = "b" } }
        )
        .map { LocalIdentifier.string(uuid: $0.assetUUID ?? "", kind: .asset) }
        try fixture.temporary.commit(.setHidden(true, assetUUID: String(identifiers[0].prefix(36))))
        fixture.run {
            func count(_ set: (PHFetchOptions) -> Void) -> Int {
                let options = PHFetchOptions()
                set(options)
                return [options, options.copy() as? PHFetchOptions].map {
                    PHAsset.fetchAssets(withLocalIdentifiers: identifiers + frames, options: $0).count
                }.reduce(0, +) / 2
            }
            #expect(count { _ in } == 3)
            #expect(count { $0.includeHiddenAssets = false } == 2)
            #expect(count { $0.includeAllBurstAssets = false } == 2)
            #expect(count { ($0.includeHiddenAssets, $0.includeAllBurstAssets) = (false, false) } == 1)
            #expect(count { ($0.includeHiddenAssets, $0.includeAllBurstAssets) = (true, true) } == 3)
        }
    }

    @Test("an asset's description contains its identifier, type, size and date")
    func description() throws {
        let identifier = try fixture.addPhotos(1)[0]
        fixture.run {
            let text = PHAsset.fetchAssets(with: nil)[0].description
            for part in [identifier, "image", "4000 × 3000", "2001-01-01 00:00:00 +0000"] {
                #expect(text.contains(part))
            }
            #expect(PHAsset().description.contains("PHAsset"))
        }
    }

    @Test("a fetch contains a burst's representative, or all its photos on request (§2.5.2)")
    func burst() throws {
        try fixture.temporary.add((1...3).map { number in .image("\(number).jpg") { $0.burstIdentifier = "b" } })
        fixture.run {
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            #expect(PHAsset.fetchAssets(withBurstIdentifier: "b", options: nil).count == 1)
            #expect(PHAsset.fetchAssets(withBurstIdentifier: "b", options: options).count == 3)
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.representsBurst == true)
        }
    }

    @Test("two objects of one asset are equal and have the same hash (§3.5)")
    func identity() throws {
        try fixture.addPhotos(2)
        fixture.run {
            let first = PHAsset.fetchAssets(with: nil)
            let second = PHAsset.fetchAssets(with: nil)
            #expect(first[0] == second[0])
            #expect(first[0] != second[1])
            #expect(Set([first[0], second[0], first[1]]).count == 2)
            #expect(first.contains(second[1]))
            #expect(first.index(of: second[1]) == 1)
            #expect(first.index(of: second[1], in: NSRange(location: 0, length: 1)) == NSNotFound)
            #expect(first.index(of: PHAsset()) == NSNotFound)
            #expect(first[0].copy() as? PHAsset == first[0])
            #expect(PHAsset() != PHAsset())
        }
    }

    @Test("enumeration works in order, in reverse, over indexes and on several threads, and can stop (§2.1.5)")
    func enumeration() throws {
        let identifiers = try fixture.addPhotos(400)
        fixture.run {
            let result = PHAsset.fetchAssets(with: nil)
            var seen: [String] = []
            result.enumerateObjects { asset, index, stop in
                seen.append(asset.localIdentifier)
                if index == 9 { stop.pointee = true }
            }
            #expect(seen == Array(identifiers.prefix(10)))
            var indexes: [Int] = []
            result.enumerateObjects(options: .reverse) { _, index, stop in
                indexes.append(index)
                stop.pointee = ObjCBool(index == 398)
            }
            #expect(indexes == [399, 398])
            indexes = []
            result.enumerateObjects(at: [3, 1, 300], options: []) { _, index, _ in indexes.append(index) }
            #expect(indexes == [1, 3, 300])
            let counted = CallRecorder<String>()
            result.enumerateObjects(options: .concurrent) { asset, _, _ in counted.record(asset.localIdentifier) }
            #expect(Set(counted.calls) == Set(identifiers))
            #expect(counted.calls.count == 400)
        }
    }

    @Test("§2.1.3: the counts of a result stay after another process has purged its assets")
    func countsAfterPurge() throws {
        let uuids = try fixture.temporary.add([.image("a.jpg"), .video("b.mov"), .video("c.mov")]).compactMap(
            \.assetUUID)
        fixture.run {
            let result = PHAsset.fetchAssets(with: nil)
            #expect(throws: Never.self) {
                let other = try Library(at: fixture.temporary.folder, workerExecutable: nil)
                for uuid in uuids.dropLast() {
                    _ = try other.owner.commit(Transaction([.trash(assetUUID: uuid), .purge(assetUUID: uuid)]))
                }
                try other.close()
            }
            #expect(result.countOfAssets(with: .image) == 1 && result.countOfAssets(with: .video) == 2)
            #expect(PHAsset.fetchAssets(with: nil).countOfAssets(with: .video) == 1)
        }
    }

    @Test("types can be counted (§2.1.4), and an empty result is empty")
    func counting() throws {
        try fixture.temporary.add([.image("a.jpg"), .video("b.mov"), .video("c.mov")])
        fixture.run {
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.countOfAssets(with: .video) == 2)
            #expect(result.countOfAssets(with: .audio) == 0)
            let empty = PHFetchResult<PHAsset>()
            #expect(empty.count == 0)
            #expect(empty.firstObject == nil)
            #expect(empty.lastObject == nil)
        }
    }

    @Test("an invalid index stops the program (§2.1.4)")
    func outOfRange() async {
        await #expect(processExitsWith: .failure) { _ = PHFetchResult<PHAsset>().object(at: 0) }
    }

    @Test("an unsupported key stops the program (§2.2.2)")
    func unsupportedKey() async {
        await #expect(processExitsWith: .failure) {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "filename == %@", "a.jpg")
            _ = try PhotoKitFixture().run { PHAsset.fetchAssets(with: options) }
        }
    }

    @Test("smart albums are found by subtype or by any, with their members (§2.6.4, §2.7)")
    func smartAlbums() throws {
        try fixture.temporary.add([.image("a.jpg"), .video("b.mov")])
        fixture.run {
            let videos = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum, subtype: .smartAlbumVideos, options: nil)
            #expect(videos.count == 1)
            #expect(videos[0].assetCollectionSubtype == .smartAlbumVideos)
            #expect(videos[0].estimatedAssetCount == NSNotFound)
            #expect(PHAsset.fetchAssets(in: videos[0], options: nil).count == 1)
            let all = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
            #expect(all.count == 22)
            let mismatch = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum, subtype: .albumRegular, options: nil)
            #expect(mismatch.count == 22)
            let again = PHAssetCollection.fetchAssetCollections(
                withLocalIdentifiers: [videos[0].localIdentifier], options: nil)
            #expect(again.firstObject == videos[0])
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            #expect(PHAsset.fetchAssets(in: PHAssetCollection(), options: nil).count == 0)
        }
    }
}
