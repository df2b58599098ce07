import Catalog
import Places
import Records

/// Gives the dates of assets the offset from UTC of their place, if an earlier version of Albumen imported them without one.
///
/// An asset's clock time stays the same, and its date moves by the offset, so this is a change of the library. Works in
/// steps, between which other processes can write. Dates that the user or another program set stay as they are.
package struct ZoneRefresh: Sendable {
    private static let batchSize = 256

    private let library: Library
    private let shouldStop: @Sendable () -> Bool

    /// - Parameter shouldStop: Called between steps.
    package init(of library: Library, shouldStop: @escaping @Sendable () -> Bool = { false }) {
        self.library = library
        self.shouldStop = shouldStop
    }

    /// Blocks until it's done.
    ///
    /// - Returns: The number of assets that got an offset.
    /// - Throws: `GazetteerError` if assets lack an offset and there is no gazetteer.
    /// - Complexity: O(*n*) for *n* assets.
    package func run() throws -> Int {
        var count = 0
        var last: Int64 = 0
        while !shouldStop() {
            let assets = try library.catalog.read { reader in
                try reader.assets(withoutZoneAfter: last, limit: Self.batchSize)
            }
            guard let end = assets.last else { break }
            last = end.id
            let zones = ZoneOfPlace(gazetteer: try library.catalog.gazetteer())
            let changed = assets.filter { asset in
                var zoned = asset
                zones.apply(to: &zoned)
                return zoned != asset
            }
            guard !changed.isEmpty else { continue }
            let operations = changed.map { Transaction.Operation.takeZone(assetUUID: $0.uuid) }
            try library.view(for: .owner(through: "refresh")).commit(operations)
            count += changed.count
        }
        return count
    }
}
