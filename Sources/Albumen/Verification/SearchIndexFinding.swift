import Catalog
package import PhotoLibrary

/// A search index that doesn't match the library.
package struct SearchIndexFinding: Sendable, Equatable {
    package enum Fault: Sendable, Equatable {
        /// SQLite can't read the index.
        case damaged(String)
        /// The index has other words than the library for some assets and albums.
        case stale(count: Int)
    }

    package let fault: Fault
    package let isRepaired: Bool

    /// The fault in a sentence without its end.
    package var reason: String {
        switch fault {
        case .damaged(let reason): "the search index is damaged: \(reason)"
        case .stale(let count):
            "the search index has other words than the library for \(count) of the items and albums"
        }
    }

    /// Checks the search index of a library, and makes a wrong one again on request.
    ///
    /// - Parameter repairs: Whether to make it again.
    /// - Returns: The fault that was found, or `nil` if there was none.
    /// - Complexity: O(*n*) for *n* assets: the whole index and all texts are read. See `docs/storage.md` for times.
    package static func find(in library: Library, repairs: Bool = false) throws -> SearchIndexFinding? {
        guard let fault = try fault(in: library) else { return nil }
        guard repairs else { return SearchIndexFinding(fault: fault, isRepaired: false) }
        try library.rebuildSearchIndex()
        return SearchIndexFinding(fault: fault, isRepaired: try Self.fault(in: library) == nil)
    }

    private static func fault(in library: Library) throws -> Fault? {
        if let damage = try library.catalog.maintain({ try $0.damageOfSearchIndex() }) { return .damaged(damage) }
        let count = try library.catalog.read { try $0.staleSearchRows() }
        return count == 0 ? nil : .stale(count: count)
    }
}
