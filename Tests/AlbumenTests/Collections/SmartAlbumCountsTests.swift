import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct SmartAlbumCountsTests {
    let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test("counts match fetches with each access")
    func countsAreThoseOfFetchesForEveryAccess() throws {
        let assets = try addOneOfEachKind()
        try temporary.library.catalog.write(author: "test") { transaction in
            for asset in assets.enumerated() where asset.offset.isMultiple(of: 2) {
                let record = try #require(try transaction.reader.asset(uuid: asset.element))
                try transaction.grant(asset: record.id, to: "app")
            }
        }
        try temporary.commit(.setHidden(true, assetUUID: assets[0]), .setHidden(true, assetUUID: assets[1]))
        try temporary.commit(.trash(assetUUID: assets[2]), .trash(assetUUID: assets[3]))
        for access in [Access.full, .limited(client: "app"), .limited(client: "other"), .addOnly, .denied] {
            for (album, count) in try SmartAlbum.counts(in: temporary.library.view(access)) {
                var fetch = AssetFetch()
                fetch.membership = .smartAlbum(album)
                let fetched = try temporary.library.view(access).assetIdentifiers(fetch).count
                #expect(count == fetched, "\(album.englishTitle), \(access)")
            }
        }
    }

    @Test("albums that are always empty aren't counted")
    func albumsThatNothingCanBelongToAreNotCounted() throws {
        let counted = try SmartAlbum.counts(in: temporary.library.owner).map(\.album.subtype)
        #expect(
            counted
                == SmartAlbum.all.map(\.subtype).filter {
                    ![200, 218, 219, 1_000_000_219].contains($0.rawValue)
                })
    }

    @Test("all counts of an empty library are zero")
    func anEmptyLibraryCountsNothing() throws {
        #expect(try SmartAlbum.counts(in: temporary.library.owner).allSatisfy { $0.count == 0 })
    }

    private func addOneOfEachKind() throws -> [String] {
        let changes: [(inout MediaProbe) -> Void] = [
            { _ in }, { $0.subtypes = .photoPanorama }, { $0.subtypes = .photoScreenshot }, { $0.isRAW = true },
            { $0.subtypes = .photoDepthEffect }, { $0.subtypes = .photoLive }, { $0.isSelfPortrait = true },
            { $0.frameCount = 5 }, { $0.burstIdentifier = "burst" }, { $0.burstIdentifier = "burst" },
        ]
        let samples =
            changes.enumerated().map { TemporaryLibrary.Sample.image("\($0).jpg", $1) }
            + [.video("a.mov"), .video("b.mov") { $0.subtypes = .videoTimelapse }]
        return try temporary.add(samples).map { try #require($0.assetUUID) }
    }
}
