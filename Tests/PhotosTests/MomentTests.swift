import AlbumenTestSupport
import Foundation
import MediaRequests
import Photos
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Moments and their lists (§2.6.13).
@Suite struct MomentTests {
    let fixture: PhotoKitFixture
    private static let day = 86_400.0

    init() throws {
        fixture = try PhotoKitFixture()
        // Two assets in one place and one far away on the same day, one on the next day, one a year later, and one of
        // 2001.
        try fixture.temporary.add([
            Self.photo("a.jpg", 0), Self.photo("b.jpg", 600), Self.photo("far.jpg", 1200, latitude: 40),
            Self.photo("next.jpg", Self.day), Self.photo("later.jpg", 400 * Self.day),
            .image("old.jpg"),
        ])
    }

    private static func photo(_ name: String, _ seconds: Double, latitude: Double = 50) -> TemporaryLibrary.Sample {
        .image(name) { probe in
            probe.captureDate = .init(
                secondsSinceReferenceDate: 700_000_000 + seconds, utcOffsetInSeconds: 0, source: .exifOriginal)
            probe.location = .init(latitude: latitude, longitude: 8)
        }
    }

    private func names(_ moment: PHAssetCollection) -> [String] {
        fixture.run {
            PHAsset.fetchAssets(in: moment, options: nil).all.compactMap(\.extendedMetadata.originalFilename)
        }
    }

    private func moments() -> [PHAssetCollection] {
        fixture.run { PHAssetCollection.fetchMoments(with: nil).all }
    }

    @Test("a moment contains the assets of one day and place in chronological order")
    func grouping() throws {
        let dated = moments().map(names).filter { $0 != ["old.jpg"] }
        #expect(dated == [["a.jpg", "b.jpg"], ["far.jpg"], ["next.jpg"], ["later.jpg"]])
        let moment = try #require(moments().first { names($0).contains("a.jpg") })
        #expect(moment.assetCollectionType == .moment)
        #expect(moment.estimatedAssetCount == 2)
        #expect(moment.startDate == Date(timeIntervalSinceReferenceDate: 700_000_000))
        #expect(moment.endDate == Date(timeIntervalSinceReferenceDate: 700_000_600))
        #expect(moment.approximateLocation?.coordinate.latitude == 50)
        #expect(moment.localizedLocationNames.contains { ["Germany", "Deutschland", "德国"].contains($0) })
        #expect(moment.localizedTitle == moment.localizedLocationNames.first)
        fixture.run {
            #expect(
                PHAssetCollection.fetchAssetCollections(with: .moment, subtype: .any, options: nil).all == moments())
        }
    }

    @Test("each visible asset is in exactly one moment")
    func partition() throws {
        let hidden = try #require(fixture.assets().first { $0.extendedMetadata.originalFilename == "b.jpg" })
        let undated = try #require(fixture.assets().first { $0.extendedMetadata.originalFilename == "far.jpg" })
        try fixture.change {
            PHAssetChangeRequest(for: hidden).isHidden = true
            PHAssetChangeRequest(for: undated).creationDate = nil
        }
        let all = moments()
        let members = all.flatMap(fixture.members)
        #expect(members.sorted() == fixture.assets().map(\.localIdentifier).sorted())
        #expect(all.contains { $0.startDate == nil && fixture.members($0) == [undated.localIdentifier] })
        #expect(all.map(\.estimatedAssetCount) == all.map { fixture.members($0).count })
        fixture.run {
            for asset in PHAsset.fetchAssets(with: nil).all {
                let found = PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: nil).all
                #expect(found == all.filter { fixture.members($0).contains(asset.localIdentifier) })
                #expect(found.count == 1)
            }
            let none = PHAssetCollection.fetchAssetCollectionsContaining(hidden, with: .moment, options: nil)
            #expect(none.count == 0)
        }
    }

    @Test("moments are in a cluster of days and in a year")
    func lists() throws {
        let moment = try #require(moments().first { names($0).contains("a.jpg") })
        try fixture.run {
            let years = PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).all
            #expect(years.compactMap(\.localizedTitle) == ["2001", "2023", "2024"])
            let clusters = PHCollectionList.fetchMomentLists(with: .momentListCluster, options: nil).all
            #expect(PHCollectionList.fetchMomentLists(with: .any, options: nil).all == clusters + years)
            #expect(
                PHCollectionList.fetchCollectionLists(with: .momentList, subtype: .momentListYear, options: nil).all
                    == years)
            let containing = PHCollectionList.fetchCollectionListsContaining(moment, options: nil).all
            #expect(containing.map(\.collectionListSubtype) == [.momentListCluster, .momentListYear])
            let year = try #require(
                PHCollectionList.fetchMomentLists(with: .momentListYear, containingMoment: moment, options: nil)
                    .firstObject)
            #expect(year == containing.last)
            #expect(year.collectionListType == .momentList)
            #expect(year.startDate == moment.startDate)
            let inYear = PHAssetCollection.fetchMoments(inMomentList: year, options: nil).all
            #expect(inYear.contains(moment))
            #expect(PHCollection.fetchCollections(in: year, options: nil).all == inYear)
            #expect(
                years.flatMap { PHAssetCollection.fetchMoments(inMomentList: $0, options: nil).all } == moments())
            #expect(
                clusters.flatMap { PHAssetCollection.fetchMoments(inMomentList: $0, options: nil).all } == moments())
            #expect(PHAssetCollection.fetchMoments(inMomentList: PHCollectionList(), options: nil).count == 0)
        }
    }

    @Test("a list fetched before a deletion returns the remaining moments")
    func staleList() throws {
        let year = try #require(
            fixture.run { PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).lastObject })
        try fixture.change { PHAssetChangeRequest.deleteAssets(PHAsset.fetchAssets(with: nil)) }
        fixture.run {
            #expect(PHAssetCollection.fetchMoments(inMomentList: year, options: nil).count == 0)
        }
        #expect(moments().isEmpty)
    }

    @Test("§1.3: with limited access moments contain the chosen assets")
    func limited() throws {
        let chosen = try #require(fixture.assets().first { $0.extendedMetadata.originalFilename == "b.jpg" })
        try fixture.grant(chosen)
        fixture.run(access: "limited") {
            let moments = PHAssetCollection.fetchMoments(with: nil).all
            #expect(moments.map(\.estimatedAssetCount) == [1])
            #expect(moments.flatMap { PHAsset.fetchAssets(in: $0, options: nil).all } == [chosen])
        }
    }
}
