import Catalog

extension Library {
    /// Reads one state of the catalog.
    ///
    /// - Parameter searches: Whether the body uses the search index. If the index isn't complete, the call completes it
    ///   before the body runs.
    func read<Value>(searches: Bool, _ body: (CatalogReader) throws -> Value) throws -> Value {
        guard searches else { return try catalog.read(body) }
        let value: Value? = try catalog.read { try $0.searchIndexIsIncomplete() ? nil : body($0) }
        if let value { return value }
        try completeSearchIndex()
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

    /// Makes the search index again from the rows of the library.
    package func rebuildSearchIndex() throws {
        try catalog.maintain { try $0.restartSearchIndex() }
        try completeSearchIndex()
    }
}
