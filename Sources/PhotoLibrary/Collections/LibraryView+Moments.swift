import Catalog
import Synchronization

extension LibraryView {
    /// The most changed photos around which moments are made again. With more of them, all moments are.
    private static let changeLimit = 1000

    /// Returns the current moments.
    ///
    /// - Complexity: O(1) if the library hasn't changed since the last call, otherwise O(*m* + *c*) for *m* moments and
    ///   *c* photos on the days that have changed, or O(*n*) for *n* assets at the first call, after more than a thousand
    ///   changed photos, and for a client with limited access.
    package func moments() throws -> Moments {
        let version = try catalog.read { try $0.latestChange() }
        let kept = library.keptMoments.withLock { $0[access] }
        if let kept, kept.version == version { return kept.moments }
        let (latest, moments) = try catalog.read { reader in
            (try reader.latestChange(), try currentMoments(after: kept, reader))
        }
        library.keptMoments.withLock { kept in
            if kept.count >= 4 { kept.removeAll() }
            kept[access] = (latest, moments)
        }
        return moments
    }

    private func currentMoments(
        after kept: (version: Int64, moments: Moments)?, _ reader: CatalogReader
    ) throws -> Moments {
        let read: Moments.Read = { try reader.forEachOccasion(from: $0, scope: scope, $1) }
        if let kept, case .everything = scope, try reader.hasHistory(after: kept.version),
            let dates = try reader.momentDates(after: kept.version, limit: Self.changeLimit)
        {
            if dates.isEmpty { return kept.moments }
            if let updated = try kept.moments.updated(dates, read: read) { return updated }
        }
        var builder = MomentBuilder()
        try read(nil) { occasion in
            builder.add(occasion)
            return true
        }
        return Moments(builder.finish())
    }
}
