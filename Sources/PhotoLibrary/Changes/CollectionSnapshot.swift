import Records

/// The collections that a fetch found, with the state of the library at that time.
package struct CollectionSnapshot: Sendable {
    package let fetch: CollectionFetch
    package let access: Access
    /// The number of the last change that the collections include, or 0 without a library.
    package let version: Int64
    package let collections: [FetchedCollection]

    fileprivate init(_ fetch: CollectionFetch, in view: LibraryView?, access: Access) throws {
        self.fetch = fetch
        self.access = access
        // Read before the collections, so that a change in between is reported twice rather than never.
        version = try view?.version() ?? 0
        collections = try CollectionFinder(view: view, access: access, version: version).collections(fetch)
    }

    private init(_ snapshot: CollectionSnapshot, version: Int64) {
        fetch = snapshot.fetch
        access = snapshot.access
        self.version = version
        collections = snapshot.collections
    }

    fileprivate func with(version: Int64) -> CollectionSnapshot {
        CollectionSnapshot(self, version: max(version, self.version))
    }

    /// Runs a fetch without a library, which can't be opened. Finds only smart albums and the client's objects.
    package static func withoutLibrary(_ fetch: CollectionFetch, access: Access) throws -> CollectionSnapshot {
        try CollectionSnapshot(fetch, in: nil, access: access)
    }
}

extension LibraryView {
    package func snapshot(_ fetch: CollectionFetch) throws -> CollectionSnapshot {
        try CollectionSnapshot(fetch, in: self, access: access)
    }

    /// Computes how the collections of a fetch changed.
    ///
    /// Runs the fetch again if one of its collections may have changed. The steps are `nil` if the history doesn't go
    /// back to the snapshot.
    ///
    /// - Complexity: O(*c*) for *c* changed collections if no collection of the fetch may have changed, otherwise the
    ///   cost of the fetch.
    package func progress(
        of snapshot: CollectionSnapshot
    ) throws -> ListProgress<CollectionSnapshot> {
        guard let (latest, touched) = try collectionsTouched(after: snapshot.version) else {
            return .changed(try self.snapshot(snapshot.fetch), nil)
        }
        guard try mayDiffer(from: snapshot, touched, latest: latest) else {
            return .untouched(snapshot.with(version: latest))
        }
        let newer = try self.snapshot(snapshot.fetch)
        let before = Dictionary(
            snapshot.collections.map { ($0.localIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
        let changed = Set(
            newer.collections.filter { collection in
                before[collection.localIdentifier].map { collection.differs(from: $0, touched) } ?? false
            }.map(\.localIdentifier))
        let change = ListChange(
            from: snapshot.collections.map(\.localIdentifier), to: newer.collections.map(\.localIdentifier),
            isChanged: changed.contains)
        return change.isEmpty ? .untouched(snapshot.with(version: latest)) : .changed(newer, change)
    }

    private func mayDiffer(
        from snapshot: CollectionSnapshot, _ touched: TouchedCollections, latest: Int64
    ) throws -> Bool {
        guard snapshot.access == access else { return true }
        guard snapshot.version < latest else { return false }
        if touched.areRearranged || !touched.changed.isEmpty { return true }
        // An empty result can be a fetch of moments.
        guard snapshot.collections.isEmpty || snapshot.collections.contains(where: \.isOfMoments) else { return false }
        return try momentsMayDiffer(since: snapshot.version)
    }
}
