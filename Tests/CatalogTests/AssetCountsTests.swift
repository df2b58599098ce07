import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

@Suite struct AssetCountsTests {
    private static let isVideo = AssetFilter.comparison(.column(.mediaType), .equal, .integer(2))
    private static let isFavorite = AssetFilter.comparison(.column(.isFavorite), .equal, .integer(1))

    let temporary: TemporaryCatalog
    var catalog: Catalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
    }

    @Test("each filter is counted among the visible assets")
    func eachFilterIsCountedAmongWhatIsShown() throws {
        try temporary.add(10) { asset, index in
            asset.mediaType = index < 4 ? .video : .image
            asset.isFavorite = index.isMultiple(of: 2)
            asset.isHidden = index == 0
            asset.trashedDate = index == 1 ? Date(timeIntervalSinceReferenceDate: 0) : nil
        }
        #expect(
            try counts([.all, Self.isVideo, Self.isFavorite, .and([Self.isVideo, Self.isFavorite]), .none]) == [
                8, 2, 4, 1, 0,
            ])
    }

    @Test("counts are in the order of the filters, each with its own values")
    func theOrderIsThatOfTheFiltersAndEachHasItsOwnValues() throws {
        try temporary.add(6) { asset, index in asset.pixelWidth = index * 100 }
        let filters = (0..<6).map {
            AssetFilter.comparison(.column(.pixelWidth), .greaterOrEqual, .integer(Int64($0 * 100)))
        }
        #expect(try counts(filters) == [6, 5, 4, 3, 2, 1])
        #expect(try counts(filters.reversed()) == [1, 2, 3, 4, 5, 6])
    }

    @Test("a missing value doesn't match a comparison")
    func whatComparesToNothingCountsAsNotMatched() throws {
        try temporary.add(3) { asset, index in asset.creationDate = index == 0 ? nil : asset.creationDate }
        let dated = AssetFilter.comparison(.column(.creationDate), .greaterOrEqual, .real(-1e9))
        #expect(try counts([dated, .isNull(.creationDate)]) == [2, 1])
    }

    @Test("only assets within the scope are counted")
    func theScopeLimitsWhatIsCounted() throws {
        let identifiers = try temporary.add(5)
        try catalog.write(author: "test") { transaction in
            for identifier in identifiers.prefix(2) { try transaction.grant(asset: identifier, to: "app") }
        }
        #expect(try counts([.all], scope: .granted(client: "app")) == [2])
        #expect(try counts([.all], scope: .granted(client: "other")) == [0])
        #expect(try counts([.all], scope: .nothing) == [0])
        #expect(try counts([.all], scope: .everything) == [5])
    }

    @Test("an empty catalog has zero counts, and no filters have none")
    func nothingToCountIsNoWork() throws {
        #expect(try counts([]) == [])
        #expect(try counts([.all, Self.isVideo]) == [0, 0])
    }

    private func counts(_ filters: [AssetFilter], scope: AssetQuery.Scope = .everything) throws -> [Int] {
        try catalog.read { try $0.counts(ofShownAssets: filters, scope: scope) }
    }
}
