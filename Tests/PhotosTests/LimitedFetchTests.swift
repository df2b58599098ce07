import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import Photos

/// A client with limited access receives from each query exactly what the owner of a library receives that holds only
/// the chosen assets and the albums that contain them (§1.3.1, §1.3.2). Selections are random. Each query also runs
/// after choosing and deselecting.
///
/// `ALBUMEN_CASES` is the number of selections. `script/test --long` sets it.
@Suite struct LimitedFetchTests {
    private static let selections = ProcessInfo.processInfo.environment["ALBUMEN_CASES"].flatMap { Int($0) } ?? 6

    @Test("§1.3: each fetch, count, detail and file is that of a library with the chosen assets only",
        arguments: 0..<max(2, min(400, selections / 5 + 2)))
    func closures(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 31 &+ 5)
        let library = try LimitedSample(&random)
        for round in 0..<3 {
            try library.select(&random)
            let twin = PhotoKitFixture(temporary: try LimitedTwin.make(of: library.temporary, client: "test"))
            let limited = PhotoKitFixture(temporary: library.temporary)
            for (name, query) in LimitedQueries.all {
                let actual = try limited.run(access: "limited") { try query(library) }
                let expected = try twin.run(access: "authorized") { try query(library) }
                #expect(actual == expected, "seed \(seed), round \(round): \(name)")
            }
            for (name, query) in LimitedQueries.ofView {
                let actual = try query(library.temporary.library.view(.limited(client: "test")), library)
                let expected = try query(twin.temporary.library.owner, library)
                #expect(actual == expected, "seed \(seed), round \(round): \(name)")
            }
        }
    }
}

/// A library with assets of all kinds in albums and folders.
struct LimitedSample {
    let temporary: TemporaryLibrary
    /// The UUIDs of all assets, and of all collections.
    let uuids: [String]
    let collections: [String]
    let bursts = ["burst-1", "burst-2"]
    let words = ["Beach", "2001", "IMG_3", "Trip", "Secret", "harbour", "Mine"]

    init(_ random: inout SeededGenerator) throws {
        let temporary = try TemporaryLibrary()
        self.temporary = temporary
        var samples: [TemporaryLibrary.Sample] = []
        for index in 0..<24 {
            var sample: TemporaryLibrary.Sample =
                index % 5 == 4 ? .video("MOV_\(index).MOV") : .image("IMG_\(index).JPG")
            sample.probe.captureDate = .init(
                secondsSinceReferenceDate: Double(Int.random(in: 0..<40, using: &random)) * 40_000,
                utcOffsetInSeconds: 0, source: .exifOriginal)
            if Bool.random(using: &random) {
                sample.probe.location = .init(latitude: Double(Int.random(in: 0..<3, using: &random)), longitude: 8)
            }
            if index < 4 {
                // Real pictures.
                (sample.probe.pixelWidth, sample.probe.pixelHeight) = (64, 48)
                sample.bytes = SampleMedia.jpeg(comment: sample.name)
            }
            samples.append(sample)
        }
        for burst in bursts {
            samples += (0..<3).map { .frame(of: burst, at: 10_000 + Double($0)) }
        }
        let uuids = try temporary.add(samples).compactMap(\.assetUUID)
        self.uuids = uuids
        for uuid in uuids {
            var change = AssetChange()
            change.isFavorite = Int.random(in: 0..<3, using: &random) == 0
            change.isHidden = Int.random(in: 0..<6, using: &random) == 0
            change.caption = ["Beach", "Secret harbour", nil].randomElement(using: &random)
            change.keywords = ["one", "two"].filter { _ in Bool.random(using: &random) }
            change.rating = Int.random(in: 0...5, using: &random)
            try temporary.commit(.change(change, assetUUID: uuid))
        }
        var collections: [String] = []
        func make(_ title: String, _ kind: CollectionRecord.Kind, in folder: String?, access: Access = .full) throws {
            let new = NewCollection(uuid: UUID().uuidString, kind: kind, title: title)
            let members = uuids.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            var transaction = Transaction()
            transaction.record(.createCollection(new))
            if kind == .album, access == .full {
                transaction.record(.editMembers(ListEdit(.add(members)), albumUUID: new.uuid))
            }
            _ = try temporary.library.view(access).commit(transaction)
            if let folder { try temporary.commit(.editChildren(ListEdit(.add([new.uuid])), folderUUID: folder)) }
            collections.append(new.uuid)
        }
        try make("Trips", .folder, in: nil)
        try make("Abroad", .folder, in: collections[0])
        try make("Trip", .album, in: collections[1])
        try make("Beach", .album, in: collections[0])
        try make("Secret", .album, in: nil)
        try make("Mine", .album, in: nil, access: .limited(client: "test"))
        self.collections = collections
        for uuid in uuids where Int.random(in: 0..<8, using: &random) == 0 {
            try temporary.commit(.trash(assetUUID: uuid))
        }
    }

    /// Chooses and deselects random assets.
    func select(_ random: inout SeededGenerator) throws {
        let rows = try temporary.library.owner.assetRows(uuids: uuids).values.sorted()
        func some() -> [Int64] { rows.filter { _ in Int.random(in: 0..<3, using: &random) == 0 } }
        try temporary.library.choose(some(), forClient: "test", author: "test")
        try temporary.library.deselect(some(), fromClient: "test", author: "test")
        try temporary.library.choose(some(), forClient: "other", author: "test")
    }

    var identifiers: [String] { uuids.map { LocalIdentifier.string(uuid: $0, kind: .asset) } }

    var albumIdentifiers: [String] { collections.map { LocalIdentifier.string(uuid: $0, kind: .collection) } }

    var folderIdentifiers: [String] { collections.map { LocalIdentifier.string(uuid: $0, kind: .folder) } }
}

/// The queries of a client: each fetch of PhotoKit, and what can be read of the fetched objects.
enum LimitedQueries {
    typealias Query = (LimitedSample) throws -> [String]

    static let all: [(String, Query)] = [
        ("fetchAssets(with:)", { _ in describe(PHAsset.fetchAssets(with: nil)) }),
        ("fetchAssets(with:options:)", { _ in
            [PHAssetMediaType.image, .video].flatMap { describe(PHAsset.fetchAssets(with: $0, options: nil)) }
        }),
        ("predicate, sort and limit", { _ in
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "isFavorite == YES OR pixelWidth > %d", argumentArray: [100])
            options.sortDescriptors = [NSSortDescriptor(key: "duration", ascending: false)]
            options.fetchLimit = 7
            return describe(PHAsset.fetchAssets(with: options))
        }),
        ("hidden assets and all frames of bursts", { _ in
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            options.includeAllBurstAssets = true
            return describe(PHAsset.fetchAssets(with: options))
        }),
        ("fetchAssets(withLocalIdentifiers:options:)", { sample in
            describe(PHAsset.fetchAssets(withLocalIdentifiers: sample.identifiers, options: nil))
        }),
        ("fetchAssets(withBurstIdentifier:options:)", { sample in
            sample.bursts.flatMap { describe(PHAsset.fetchAssets(withBurstIdentifier: $0, options: nil)) }
        }),
        ("fetchAssets(withALAssetURLs:options:)", { _ in
            guard let url = URL(string: "assets-library://asset/asset.JPG?id=1&ext=JPG") else { return [] }
            return describe(PHAsset.fetchAssets(withALAssetURLs: [url], options: nil))
        }),
        ("albums", { _ in collections(.album) }),
        ("smart albums", { _ in collections(.smartAlbum) }),
        ("fetchAssetCollections(withLocalIdentifiers:options:)", { sample in
            describe(
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: sample.albumIdentifiers, options: nil))
        }),
        ("fetchAssets(in:options:) and fetchKeyAssets(in:options:)", { sample in
            (albums(.album) + albums(.smartAlbum)).flatMap { album in
                describe(PHAsset.fetchAssets(in: album, options: nil))
                    + describe(PHAsset.fetchKeyAssets(in: album, options: nil) ?? PHFetchResult())
            }
        }),
        ("members and counts of albums", { _ in
            (albums(.album) + albums(.smartAlbum)).flatMap { album in
                let members = PHAsset.fetchAssets(in: album, options: nil)
                return [
                    "\(album.estimatedAssetCount)", "\(members.count)", "\(members.countOfAssets(with: .image))",
                    "\(members.countOfAssets(with: .video))",
                ]
            }
        }),
        ("fetchAssetCollectionsContaining(_:with:options:)", { sample in
            PHAsset.fetchAssets(withLocalIdentifiers: sample.identifiers, options: nil).all.flatMap { asset in
                [PHAssetCollectionType.album, .smartAlbum, .moment].flatMap { type in
                    describe(PHAssetCollection.fetchAssetCollectionsContaining(asset, with: type, options: nil))
                }
            }
        }),
        ("fetchMoments(with:)", { _ in moments() }),
        ("fetchMomentLists", { _ in
            [PHCollectionListSubtype.momentListCluster, .momentListYear].flatMap { subtype in
                PHCollectionList.fetchMomentLists(with: subtype, options: nil).all.flatMap { list in
                    ["\(list.localIdentifier) \(list.localizedTitle ?? "")"]
                        + describe(PHAssetCollection.fetchMoments(inMomentList: list, options: nil))
                }
            }
        }),
        ("fetchMomentLists(with:containingMoment:options:)", { _ in
            PHAssetCollection.fetchMoments(with: nil).all.flatMap { moment in
                PHCollectionList.fetchMomentLists(
                    with: .momentListYear, containingMoment: moment, options: nil
                ).all.map(\.localIdentifier)
            }
        }),
        ("fetchTopLevelUserCollections(with:)", { _ in
            describe(PHCollection.fetchTopLevelUserCollections(with: nil))
        }),
        ("fetchCollectionLists(with:subtype:options:)", { _ in
            folders().flatMap { folder in
                ["\(folder.localIdentifier) \(folder.localizedTitle ?? "")"]
                    + describe(PHCollection.fetchCollections(in: folder, options: nil))
            }
        }),
        ("fetchCollectionLists(withLocalIdentifiers:options:)", { sample in
            describe(
                PHCollectionList.fetchCollectionLists(withLocalIdentifiers: sample.folderIdentifiers, options: nil))
        }),
        ("fetchCollectionListsContaining(_:options:)", { _ in
            (albums(.album) as [PHCollection] + folders()).flatMap { collection in
                describe(PHCollectionList.fetchCollectionListsContaining(collection, options: nil))
            }
        }),
        ("details", { _ in
            PHAsset.fetchAssets(with: nil).all.map { asset in
                let extended = asset.extendedMetadata
                return [
                    extended.caption ?? "", extended.keywords.joined(separator: ","), extended.originalFilename ?? "",
                    "\(asset.rating.rawValue) \(asset.isFavorite) \(asset.isHidden) \(asset.representsBurst)",
                    "\(asset.creationDate?.timeIntervalSinceReferenceDate ?? 0) \(asset.duration)",
                    "\(asset.location?.coordinate.latitude ?? -1) \(asset.mediaSubtypes.rawValue)",
                ].joined(separator: " · ")
            }
        }),
        ("resources", { _ in
            PHAsset.fetchAssets(with: nil).all.flatMap { asset in
                PHAssetResource.assetResources(for: asset).map { "\($0.type.rawValue) \($0.originalFilename)" }
            }
        }),
        ("cloud identifiers", { sample in
            PHPhotoLibrary.shared().cloudIdentifierMappings(
                forLocalIdentifiers: sample.identifiers + sample.albumIdentifiers + sample.folderIdentifiers
            ).map { identifier, result in
                switch result {
                case .success(let cloud): "\(identifier) \(cloud.stringValue)"
                case .failure(let error): "\(identifier) \((error as NSError).code) \(error.localizedDescription)"
                }
            }.sorted()
        }),
        ("images and files", { sample in
            sample.identifiers.prefix(4).flatMap { identifier in
                let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
                guard let asset else { return ["nothing"] }
                return [image(of: asset), file(of: asset)]
            }
        }),
    ]

    /// Queries that only the page and the command make.
    static let ofView: [(String, (LibraryView, LimitedSample) throws -> [String])] = [
        ("search", { view, sample in
            try sample.words.flatMap { word in
                var fetch = AssetFetch()
                fetch.search = TextSearch(word)
                return try view.assetIdentifiers(fetch).map { "\(word) \($0)" } + ["\(view.assetCount(fetch))"]
            }
        }),
        ("timelines", { view, _ in
            try TimelineCache().current(.smartAlbum(.recentlyDeleted), in: view).identifiers.map { "\($0)" }
        }),
        ("collections", { view, _ in
            try view.collections().map { "\($0.uuid) \($0.title) \($0.shownCount)" }
        }),
        ("covers and days", { view, sample in
            let covers = try view.covers(ofAlbums: sample.collections).sorted { $0.key < $1.key }
            let days = try view.collections().map { "\(String(describing: try view.days(ofAlbum: $0.id)))" }
            return covers.map { "\($0) \($1)" } + days
        }),
        ("rows", { view, sample in
            try view.assetRows(uuids: sample.uuids).map { "\($0) \($1)" }.sorted()
        }),
    ]

    // MARK: Descriptions

    private static func describe(_ result: PHFetchResult<PHAsset>) -> [String] {
        result.all.map(\.localIdentifier) + ["\(result.count) \(result.countOfAssets(with: .image))"]
    }

    private static func describe<Collection: PHCollection>(_ result: PHFetchResult<Collection>) -> [String] {
        result.all.map { collection in
            let album = collection as? PHAssetCollection
            return [
                collection.localIdentifier, collection.localizedTitle ?? "", "\(album?.estimatedAssetCount ?? 0)",
                "\(album?.startDate?.timeIntervalSinceReferenceDate ?? 0)",
                "\(album?.endDate?.timeIntervalSinceReferenceDate ?? 0)",
                "\(album?.approximateLocation?.coordinate.latitude ?? -1)", "\(collection.canContainAssets)",
            ].joined(separator: " · ")
        }
    }

    private static func albums(_ type: PHAssetCollectionType) -> [PHAssetCollection] {
        PHAssetCollection.fetchAssetCollections(with: type, subtype: .any, options: nil).all
    }

    private static func folders() -> [PHCollectionList] {
        PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).all
    }

    private static func collections(_ type: PHAssetCollectionType) -> [String] {
        describe(PHAssetCollection.fetchAssetCollections(with: type, subtype: .any, options: nil))
    }

    private static func moments() -> [String] {
        PHAssetCollection.fetchMoments(with: nil).all.flatMap { moment in
            ["\(moment.localIdentifier) \(moment.estimatedAssetCount)"]
                + describe(PHAsset.fetchAssets(in: moment, options: nil))
        }
    }

    private static func image(of asset: PHAsset) -> String {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        let told = Mutex("")
        PHImageManager.default().requestImage(
            for: asset, targetSize: CGSize(width: 40, height: 40), contentMode: .aspectFit, options: options
        ) { image, info in
            let code = (info?[PHImageErrorKey] as? NSError)?.code ?? 0
            told.withLock { $0 = "\(image?.size.width ?? 0) \(code)" }
        }
        return told.withLock { $0 }
    }

    private static func file(of asset: PHAsset) -> String {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        let told = Mutex("")
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, type, _, _ in
            told.withLock { $0 = "\(data?.count ?? 0) \(type ?? "")" }
        }
        return told.withLock { $0 }
    }
}
