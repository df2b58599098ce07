import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// A client with limited access receives from each query exactly what the owner of a library receives that holds only
/// the chosen assets and the albums that contain them (§1.3.1, §1.3.2). Selections are random. Each query also runs
/// after choosing and deselecting.
///
/// `TestLength` decides the number of selections.
@Suite struct LimitedFetchTests {
    private static let selections = TestLength.cases(6)

    @Test(
        "§1.3: each fetch, count, detail and file is that of a library with the chosen assets only",
        arguments: 0..<max(2, min(400, selections / 5 + 2)))
    func closures(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 31 &+ 5)
        let library = try LimitedSample(&random)
        for round in 0..<3 {
            try library.select(&random)
            let twin = PhotoKitFixture(temporary: try LimitedTwin.make(of: library.temporary, client: "test"))
            let limited = PhotoKitFixture(temporary: library.temporary)
            for query in LimitedQuery.allCases {
                let actual = try limited.run(access: "limited") { try query.answer(library) }
                let expected = try twin.run(access: "authorized") { try query.answer(library) }
                #expect(actual == expected, "seed \(seed), round \(round): \(query)")
            }
            for query in LimitedViewQuery.allCases {
                let actual = try query.answer(library.temporary.library.view(.limited(client: "test")), library)
                let expected = try query.answer(twin.temporary.library.owner, library)
                #expect(actual == expected, "seed \(seed), round \(round): \(query)")
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
