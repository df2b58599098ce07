import Catalog
import Foundation
import Records

/// Computes how the result of a fetch has changed, in one state of the catalog.
///
/// Assets that no change touched keep their order. The type only searches for the positions of touched assets: first in
/// the old list, then among the untouched assets, each with a binary search.
struct AssetSnapshotProgress {
    /// The largest number of touched assets for which the steps are computed.
    static let mostTouched = 50_000
    /// If at least this many touched assets are present, and this fraction of the list, a new fetch is faster.
    private static let manyNewcomers = (least: 2_048, oneIn: 64)

    private typealias Progress = ListProgress<AssetSnapshot>

    private let snapshot: AssetSnapshot
    private let date: Date
    private let reader: CatalogReader
    private let query: AssetQuery
    private let version: Int64
    private let keys: Keys
    private let mostTouched: Int

    init(
        _ snapshot: AssetSnapshot, date: Date, reader: CatalogReader, mostTouched: Int = Self.mostTouched
    ) throws {
        self.mostTouched = mostTouched
        self.snapshot = snapshot
        self.date = date
        self.reader = reader
        query = try reader.query(snapshot.fetch, scope: snapshot.access.scope, now: date)
        version = try reader.latestChange()
        keys = Keys(reader: reader, query: query)
    }

    func find() throws -> ListProgress<AssetSnapshot> {
        guard version != snapshot.version else { return .untouched(snapshot) }
        // A library that was restored from a backup can be older than the snapshot.
        guard version > snapshot.version, try reader.hasHistory(after: snapshot.version) else { return try reload() }
        guard
            var touched = try reader.assetsTouched(
                after: snapshot.version, for: query, limit: mostTouched)
        else { return try reload(unlessUntouchedBy: reader.assetsChanged(after: snapshot.version)) }
        touched.addAged(try agedAssets())
        if case .album(let album) = query.source, try !reader.hasCollection(album) {
            return changed(to: IdentifierList(), ListChange(removingAll: snapshot.identifiers.count))
        }
        // The history contains neither the assets of a picker's session nor the key assets of an album.
        guard query.scope.isInHistory, !query.isOfGivenRows, let order = query.rowOrder else {
            return try compare(touched)
        }
        // The members of an album can enter a search without being touched themselves.
        if query.search != nil, try reader.albumsChanged(after: snapshot.version) { return try compare(touched) }
        keys.touched = touched
        return try merge(touched, in: order) ?? compare(touched)
    }

    private var untouched: Progress { .untouched(snapshot.with(version: version, date: date)) }

    private func changed(to identifiers: IdentifierList, _ change: ListChange?) -> Progress {
        if let change, change.isEmpty { return untouched }
        return .changed(snapshot.with(version: version, date: date, identifiers: identifiers), change)
    }

    /// Fetches the current list, without the steps.
    ///
    /// - Parameter changed: All changed assets, or `nil` if they are unknown.
    private func reload(unlessUntouchedBy changed: Set<Int64>? = nil) throws -> Progress {
        let identifiers = try reader.identifiers(snapshot.fetch, scope: snapshot.access.scope, now: date)
        if let changed, identifiers == snapshot.identifiers, !identifiers.contains(where: changed.contains) {
            return untouched
        }
        return self.changed(to: identifiers, nil)
    }

    /// Fetches the current list and compares it with the old one.
    ///
    /// - Complexity: O(*n*) for *n* assets in the lists, or in the library.
    private func compare(_ touched: TouchedAssets) throws -> Progress {
        let identifiers = try reader.identifiers(snapshot.fetch, scope: snapshot.access.scope, now: date)
        // A list that a client made may contain an asset more than once.
        let change = ListChange(
            from: snapshot.identifiers, to: identifiers, isChanged: touched.changed.contains)
        return changed(to: identifiers, change)
    }

    /// Returns the assets whose membership in the smart album depends on the date: those between its old and new bound.
    private func agedAssets() throws -> [Int64] {
        guard let bounds = snapshot.fetch.membership.addedDateBounds(snapshot.date, date), bounds.0 != bounds.1 else {
            return []
        }
        var query = AssetQuery()
        query.hidden = .included
        query.includesAllBurstMembers = true
        query.sourceTypes = .all
        query.scope = snapshot.access.scope
        query.filter = .and([
            .comparison(.column(.addedDate), .greaterOrEqual, .real(min(bounds.0, bounds.1))),
            .comparison(.column(.addedDate), .less, .real(max(bounds.0, bounds.1))),
        ])
        query.orderings = [AssetOrdering(column: .addedDate, isAscending: true)]
        return try reader.assetIdentifiers(matching: query)
    }

    // MARK: Merging

    /// Computes the steps from the touched assets. Returns `nil` if a new fetch is faster or necessary.
    private func merge(_ touched: TouchedAssets, in order: RowOrder) throws -> Progress? {
        let list = snapshot.identifiers
        let present = try reader.assets(touched.identifiers, matching: query)
        let places = try formerPlaces(of: touched, in: order)
        guard !places.isEmpty || !present.isEmpty else { return untouched }
        let removals = places.values.sorted()
        let steady = list.removing(at: removals)
        guard
            present.count < Self.manyNewcomers.least || present.count * Self.manyNewcomers.oneIn < steady.count
        else { return nil }
        var newPlaces = try newPlaces(of: present, in: steady, order)
        if let limit = query.limit {
            guard let cut = try cut(newPlaces, steady, to: limit, in: order) else { return nil }
            newPlaces = cut
        }
        return finish(newPlaces, steady: steady, places: places, touched)
    }

    /// Returns the old indexes of the touched assets that were in the list.
    private func formerPlaces(of touched: TouchedAssets, in order: RowOrder) throws -> [Int64: Int] {
        let list = snapshot.identifiers
        var places: [Int64: Int] = [:]
        if touched.identifiers.count * 8 > list.count {
            list.forEachIndexed { if touched.identifiers.contains($1) { places[$1] = $0 } }
            return places
        }
        for identifier in touched.identifiers {
            guard let key = try keys.former(identifier) else { continue }
            let place = try ListChangePlan.partition(0..<list.count) {
                !order.comesBefore(try keys.requiredFormer(list[$0]), key)
            }
            if place < list.count, list[place] == identifier { places[identifier] = place }
        }
        return places
    }

    private struct Place {
        var identifier: Int64
        /// The number of untouched assets before it.
        var gap: Int
    }

    private func newPlaces(of present: [Int64], in steady: IdentifierList, _ order: RowOrder) throws -> [Place] {
        try present.map { identifier in
            let key = try keys.required(identifier)
            return Place(
                identifier: identifier,
                gap: try ListChangePlan.partition(0..<steady.count) {
                    !order.comesBefore(try keys.required(steady[$0]), key)
                })
        }
    }

    /// Returns the new positions that are certain despite the limit. Returns `nil` if the new list needs assets from
    /// behind the end of the old list.
    private func cut(
        _ places: [Place], _ steady: IdentifierList, to limit: Int, in order: RowOrder
    ) throws -> [Place]? {
        guard snapshot.identifiers.count >= limit, let last = snapshot.identifiers.last else { return places }
        // Assets that the list never contained may follow its old end.
        let end = try keys.requiredFormer(last)
        let certain = try places.filter { place in
            if place.gap < steady.count { return true }
            return !order.comesBefore(end, try keys.required(place.identifier))
        }
        return steady.count + certain.count >= limit ? certain : nil
    }

    private func finish(
        _ newPlaces: [Place], steady: IdentifierList, places: [Int64: Int], _ touched: TouchedAssets
    ) -> Progress {
        let limit = query.limit ?? Int.max
        let certain = newPlaces.enumerated().prefix { $0.offset + $0.element.gap < limit }.map(\.element)
        let steadyCount = min(steady.count, limit - min(limit, certain.count))
        let staying = Set(certain.map(\.identifier))
        let former = places.sorted { $0.value < $1.value }
        let plan = ListChangePlan(
            steadyCount: steadyCount,
            keptGaps: former.enumerated().filter { staying.contains($0.element.key) }
                .map { min($0.element.value - $0.offset, steadyCount) },
            items: items(certain, former: former.map(\.key).filter(staying.contains)))
        var removed = former.filter { !staying.contains($0.key) }.map(\.value)
        let formerPlaces = former.map(\.value)
        removed += (steadyCount..<steady.count).map { ListChangePlan.index($0, before: formerPlaces) }
        var change = plan.change(removing: removed.sorted())
        change.changed = certain.enumerated()
            .filter { touched.changed.contains($0.element.identifier) && places[$0.element.identifier] != nil }
            .map { $0.offset + $0.element.gap }
        guard !change.isEmpty else { return untouched }
        let kept = steadyCount < steady.count ? steady.removing(at: steadyCount..<steady.count) : steady
        return changed(to: kept.inserting(certain.map { ($0.gap, $0.identifier) }), change)
    }

    private func items(_ places: [Place], former: [Int64]) -> [ListChangePlan.Item] {
        let sources = Dictionary(uniqueKeysWithValues: former.enumerated().map { ($0.element, $0.offset) })
        return places.map { ListChangePlan.Item(gap: $0.gap, source: sources[$0.identifier]) }
    }
}

/// A cache of sort keys, because binary searches read the same elements repeatedly.
private final class Keys {
    private let reader: CatalogReader
    private let query: AssetQuery
    var touched: TouchedAssets?
    private var present: [Int64: SortKey] = [:]

    init(reader: CatalogReader, query: AssetQuery) {
        self.reader = reader
        self.query = query
    }

    func required(_ identifier: Int64) throws -> SortKey {
        if let known = present[identifier] { return known }
        guard let key = try reader.sortKey(ofAsset: identifier, in: query) else { throw Self.inconsistency }
        present[identifier] = key
        return key
    }

    func former(_ identifier: Int64) throws -> SortKey? {
        guard let touched, touched.identifiers.contains(identifier) else { return try required(identifier) }
        return try reader.formerSortKey(ofAsset: identifier, in: query, touched)
    }

    func requiredFormer(_ identifier: Int64) throws -> SortKey {
        guard let key = try former(identifier) else { throw Self.inconsistency }
        return key
    }

    private static var inconsistency: CatalogError {
        CatalogError(.failed, "The history does not fit the library. Check it: albumen verify.")
    }
}

extension AssetQuery.Scope {
    /// Whether the history contains each change of the assets that a principal may see.
    fileprivate var isInHistory: Bool {
        switch self {
        case .everything, .granted: true
        case .chosen, .nothing: false
        }
    }
}
