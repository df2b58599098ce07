import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Random predicates and sorts over random libraries. A fetch with SQL has the same result as testing each asset in
/// memory (§2.2).
///
/// `TestLength` decides the number of fetches.
@Suite struct FetchPropertyTests {
    private static let fetchesPerLibrary = 250
    private static let cases = TestLength.cases(2_000)

    @Test(
        "a fetch has the same result as testing each asset in memory", arguments: 0..<max(1, cases / fetchesPerLibrary))
    func aFetchIsAPlainTestOfEveryAsset(seed: Int) throws {
        let temporary = try TemporaryLibrary()
        var random = RandomFetches(seed: UInt64(seed))
        let count = random.pick([0, 1, 60, 60, 60])
        let assets = (0..<count).map { random.asset($0) }
        try temporary.library.catalog.write(author: "test") { transaction in
            for asset in assets { _ = try transaction.insert(asset) }
        }
        let stored = try temporary.library.catalog.read { try $0.assets(after: 0, limit: 1_000) }
        for number in 0..<Self.fetchesPerLibrary {
            let condition = random.chance(10) ? nil : random.condition()
            let sorts = random.sorts()
            var fetch = try AssetFetch(
                predicate: condition.map { try Predicate(format: $0.format, arguments: $0.arguments) },
                sorts: sorts.map { AssetFetch.Sort(key: $0.key, isAscending: $0.isAscending) })
            fetch.limit = random.pick([nil, nil, nil, 1, 7])
            fetch.includesHidden = random.pick([true, false])
            fetch.includesAllBurstMembers = random.pick([true, false])
            fetch.sourceTypes = random.pick([[], [], .userLibrary, .cloudShared, [.cloudShared, .iTunesSynced]])
            let expected = Self.evaluate(fetch, condition, sorts, over: stored)
            let actual = try temporary.library.owner.assetIdentifiers(fetch)
            let message: Comment =
                "seed \(seed), fetch \(number): \(condition?.format ?? "all") \(condition?.arguments ?? []) by \(sorts)"
            #expect(actual == expected, message)
            guard actual == expected else { return }
            #expect(try temporary.library.owner.assetCount(fetch) == expected.count, message)
        }
    }

    private static func evaluate(
        _ fetch: AssetFetch, _ condition: RandomFetches.Condition?, _ sorts: [RandomFetches.Sort],
        over assets: [AssetRecord]
    ) -> [Int64] {
        let sources = fetch.sourceTypes.isEmpty ? .userLibrary : fetch.sourceTypes
        var chosen = assets.filter { asset in
            guard asset.trashedDate == nil, fetch.includesHidden || !asset.isHidden else { return false }
            guard !asset.sourceType.isDisjoint(with: sources) else { return false }
            let isConcealed =
                asset.burstIdentifier != nil && !asset.representsBurst && !asset.burstSelectionTypes.contains(.userPick)
            guard fetch.includesAllBurstMembers || !isConcealed else { return false }
            return condition?.holds(asset) ?? true
        }
        let isAscending = sorts.first?.isAscending ?? true
        chosen.sort { left, right in
            for sort in sorts {
                if sort.comesBefore(left, right) { return true }
                if sort.comesBefore(right, left) { return false }
            }
            if sorts.isEmpty, left.creationDate != right.creationDate {
                guard let first = left.creationDate else { return true }
                return right.creationDate.map { first < $0 } ?? false
            }
            return isAscending ? left.uuid < right.uuid : left.uuid > right.uuid
        }
        return Array(chosen.prefix(fetch.limit ?? chosen.count)).map(\.id)
    }
}
