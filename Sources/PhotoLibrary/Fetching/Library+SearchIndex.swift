import Catalog
import Places

extension Library {
    /// Reads one state of the catalog.
    ///
    /// - Parameter searches: Whether the body uses the search index. If the index isn't complete, the call completes it
    ///   before the body runs.
    func read<Value>(searches: Bool, _ body: (CatalogReader) throws -> Value) throws -> Value {
        guard searches else { return try catalog.read(body) }
        let value: Value? = try catalog.read { reader in
            if try reader.searchIndexIsIncomplete() { return nil }
            return gazetteer(for: try reader.placeFill()) == nil ? try body(reader) : nil
        }
        if let value { return value }
        try completeSearchIndex()
        try completePlaces()
        return try catalog.read(body)
    }

    /// Adds the assets from before the search index existed.
    ///
    /// Only the first search in a library of an older version has something to add: some 20 seconds for a million
    /// assets. Other processes can read and write between its steps, and continue after an interruption.
    ///
    /// - Parameter shouldStop: Called between steps. Returns whether to stop.
    package func completeSearchIndex(shouldStop: () -> Bool = { false }) throws {
        guard try catalog.read({ try $0.searchIndexIsIncomplete() }) else { return }
        while !shouldStop(), try catalog.maintain({ try $0.fillSearchIndex() }) {}
    }

    /// Looks up the places of assets that have none. Places of an earlier version of the gazetteer suffice for searches;
    /// `PlaceRefresh` replaces them.
    func completePlaces() throws {
        while let gazetteer = gazetteer(for: try catalog.read({ try $0.placeFill() })),
            try catalog.maintain({ try $0.fillPlaces(from: gazetteer) })
        {}
    }

    /// Returns the gazetteer if it can look up assets that have no place. Without one, searches find nothing by the names
    /// of places; `albumen doctor` reports that.
    private func gazetteer(for fill: PlaceFill) -> Gazetteer? {
        guard fill.lacksPlaces, let gazetteer = try? catalog.gazetteer() else { return nil }
        return fill.isIncomplete(for: gazetteer.version) ? gazetteer : nil
    }

    /// Makes the search index again from the rows of the library.
    package func rebuildSearchIndex() throws {
        try catalog.maintain { try $0.restartSearchIndex() }
        try completeSearchIndex()
    }
}
