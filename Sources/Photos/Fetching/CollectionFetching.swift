import PhotoLibrary

/// Runs fetches of collections. They never fail. Without access, or if the catalog can't be read, the result is empty.
enum CollectionFetching {
    /// - Parameters:
    ///   - options: The client's options. Unsupported options stop the program, even if there are no collections to
    ///     fetch.
    ///   - library: The library of the object that the source names. `nil` means the session's library.
    static func run<Collection: PHCollection>(
        _ options: PHFetchOptions?, of kind: CollectionFetch.Kind, in library: Library? = nil,
        from source: CollectionFetch.Source
    ) -> PHFetchResult<Collection> {
        let fetch = CollectionFetch(options, of: kind, from: source)
        let session = PhotoLibrarySession.current
        // Without access, the snapshot is empty, but a later grant of access can update it.
        let principal = session.principalForReading()
        let view = (library ?? session.library)?.view(for: principal)
        do {
            let snapshot =
                try view?.snapshot(fetch) ?? .withoutLibrary(fetch, access: principal.access)
            return PHFetchResult(
                FetchedCollections(
                    snapshot, in: view, tellsSteps: options?.wantsIncrementalChangeDetails ?? true))
        } catch {
            Diagnostics.report("A fetch gives nothing because it failed: \(error)")
            return PHFetchResult()
        }
    }
}
