import Albumen

/// Runs fetches of collections. They never fail: without access, and if the catalog can't be read, the result is empty.
enum CollectionFetching {
    /// - Parameters:
    ///   - options: unsupported ones stop the program, whether or not there are collections to fetch.
    ///   - library: the library of the object that the source names; `nil` for the session's.
    static func run<Collection: PHCollection>(
        _ options: PHFetchOptions?, of kind: CollectionFetch.Kind, in library: Library? = nil,
        from source: CollectionFetch.Source
    ) -> PHFetchResult<Collection> {
        let fetch = CollectionFetch(options, of: kind, from: source)
        let session = PhotoLibrarySession.current
        // Without access the snapshot is empty, but can follow a later grant.
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
