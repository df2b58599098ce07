import Catalog
import Places

/// Looks up the places of assets that have none yet, or one of an earlier version of the gazetteer.
///
/// Works in steps, between which other processes can write. After an interruption, the next run continues. Places follow
/// from locations, so this isn't a change of the library.
package struct PlaceRefresh: Sendable {
    private let library: Library
    private let shouldStop: @Sendable () -> Bool

    /// - Parameter shouldStop: Called between steps.
    package init(of library: Library, shouldStop: @escaping @Sendable () -> Bool = { false }) {
        self.library = library
        self.shouldStop = shouldStop
    }

    /// Looks up the places of all assets, including hidden and deleted ones. Blocks until it's done.
    ///
    /// - Returns: The number of assets with a location that were looked up.
    /// - Throws: `GazetteerError` if assets wait and there is no gazetteer.
    /// - Complexity: O(*n*) for *n* assets to look up, some microseconds each.
    package func run() throws -> Int {
        let waiting = try Self.pendingCount(in: library)
        let gazetteer: Gazetteer
        do {
            gazetteer = try library.catalog.gazetteer()
        } catch  where waiting == 0 {
            return 0
        }
        while !shouldStop(), try library.catalog.maintain({ try $0.fillPlaces(from: gazetteer) }) {}
        return waiting - (try Self.pendingCount(in: library))
    }

    /// - Throws: `GazetteerError` if there is no gazetteer, or if its file is damaged.
    package static func requireGazetteer(of library: Library) throws { _ = try library.catalog.gazetteer() }

    /// Returns the number of assets with a location that `run` would look up.
    ///
    /// - Complexity: O(*n*) for *n* such assets.
    package static func pendingCount(in library: Library) throws -> Int {
        let version = try? library.catalog.gazetteer().version
        return try library.catalog.read { try $0.assetCount(withoutPlacesOf: version) }
    }
}
