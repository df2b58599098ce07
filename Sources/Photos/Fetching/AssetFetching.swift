import Foundation
import PhotoLibrary
import Records

/// Runs fetches of assets. They never fail. Without access, or if the catalog can't be read, the result is empty.
enum AssetFetching {
    static func all(_ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        run(AssetFetch(options), options)
    }

    static func assets(of mediaType: PHAssetMediaType, _ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.mediaTypeFilter(AssetMediaType(mediaType)))
        return run(fetch, options)
    }

    static func members(of album: PHAssetCollection, _ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.membership = album.content.membership ?? .nothing
        return run(fetch, options, in: album.content.library)
    }

    static func keyAssets(of album: PHAssetCollection, _ options: PHFetchOptions?) -> PHFetchResult<PHAsset>? {
        let content = album.content
        guard content.hasKeyAssets, let membership = content.membership else { return nil }
        var fetch = AssetFetch(options)
        // The choice of key assets already leaves out hidden assets, except in Hidden.
        fetch.includesHidden = true
        fetch.includesAllBurstMembers = true
        fetch.membership = .keyAssets(of: membership, limit: 3)
        return run(fetch, options, in: content.library)
    }

    static func assets(
        withLocalIdentifiers identifiers: [String], _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.identifierFilter(identifiers))
        fetch.includesHidden = options?.hiddenChoice ?? true
        fetch.includesAllBurstMembers = options?.burstChoice ?? true
        return run(fetch, options)
    }

    static func assets(withBurstIdentifier identifier: String, _ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.burstFilter(identifier))
        return run(fetch, options)
    }

    /// Returns an empty result after checking the options like any fetch.
    static func nothing(_ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.membership = .nothing
        return run(fetch, options)
    }

    /// - Parameter library: The collection's library. `nil` means the session's library.
    private static func run(
        _ fetch: AssetFetch, _ options: PHFetchOptions?, in library: Library? = nil
    ) -> PHFetchResult<PHAsset> {
        let session = PhotoLibrarySession.current
        do {
            // Without access, the snapshot is empty, but a later grant of access can update it.
            guard let library = library ?? session.library else { return PHFetchResult() }
            return try result(fetch, options, session.viewForReading(of: library))
        } catch {
            Diagnostics.report("A fetch gives nothing because it failed: \(error)")
            return PHFetchResult()
        }
    }

    /// - Throws: `RequestFailure` without access, a `PredicateError`, or the error of the catalog.
    static func checked(
        _ options: PHFetchOptions?, matching predicate: PhotoLibrary.Predicate? = nil
    ) throws -> PHFetchResult<PHAsset> {
        let fetch = try AssetFetch(checking: options, and: predicate)
        let session = PhotoLibrarySession.current
        guard session.accessForReading() != nil else {
            throw RequestFailure.access(session.status(for: .readWrite), client: session.client)
        }
        return try result(fetch, options, session.viewForReading(of: session.openedLibrary()))
    }

    private static func result(
        _ fetch: AssetFetch, _ options: PHFetchOptions?, _ view: LibraryView
    ) throws -> PHFetchResult<PHAsset> {
        PHFetchResult(
            FetchedAssets(
                try view.snapshot(fetch), in: view, tellsSteps: options?.wantsIncrementalChangeDetails ?? true,
                readsDetails: options?.prefetchAssetExtendedMetadata ?? false))
    }
}
