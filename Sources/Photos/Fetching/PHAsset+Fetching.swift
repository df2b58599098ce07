import Albumen
import Catalog
public import Foundation

extension PHAsset {
    /// All assets that the options ask for: by creation date, oldest first, unless the options say otherwise.
    ///
    /// Fetches never fail. Without access the result is empty; while the user was never asked, a fetch asks, and is
    /// empty too. Blocks until the identifiers are read.
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(AssetFetch(options), options)
    }

    /// The assets of a type.
    public class func fetchAssets(
        with mediaType: PHAssetMediaType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.mediaTypeFilter(mediaType.rawValue))
        return Self.fetch(fetch, options)
    }

    /// The members of an album: in the album's own order, those of a smart album and of a moment by creation date,
    /// oldest first, and those of Recently Deleted by when they were deleted, the latest first. Hidden assets are
    /// members of no album but Hidden and Recently Deleted, unless the options include them.
    public class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.membership = assetCollection.content.membership ?? .nothing
        return Self.fetch(fetch, options, in: assetCollection.content.library)
    }

    /// The assets that stand for an album, three at most: the newest that are not hidden; of a transient album
    /// the first.
    ///
    /// - Parameter options: of these three the predicate chooses some. Without sort descriptors, the one that stands
    ///   for the album best comes first.
    /// - Returns: `nil` for a collection that nothing stands for: an empty one, one that is in memory only, Recently
    ///   Deleted.
    public class func fetchKeyAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        let content = assetCollection.content
        guard content.hasKeyAssets, let membership = content.membership else { return nil }
        var fetch = AssetFetch(options)
        // What was chosen is there to be seen: hidden assets of Hidden only.
        fetch.includesHidden = true
        fetch.includesAllBurstMembers = true
        fetch.membership = .keyAssets(of: membership, limit: 3)
        return Self.fetch(fetch, options, in: content.library)
    }

    /// Always empty: nothing here comes from Apple's AssetsLibrary.
    @available(*, deprecated, message: "Assets have no such URLs. Use fetchAssets(withLocalIdentifiers:options:).")
    public class func fetchAssets(
        withALAssetURLs assetURLs: [URL], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.membership = .nothing
        return Self.fetch(fetch, options)
    }

    /// Returns the assets with these identifiers, in the order of any fetch. Leaves out unknown identifiers and those of
    /// assets in Recently Deleted. An identifier may lack its suffix.
    ///
    /// - Parameter options: Unless they say otherwise, hidden assets and all photos of a burst are found. A client leaves them
    ///   out by setting `includeHiddenAssets` or `includeAllBurstAssets` to `false`.
    public class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.identifierFilter(identifiers))
        fetch.includesHidden = options?.hiddenChoice ?? true
        fetch.includesAllBurstMembers = options?.burstChoice ?? true
        return Self.fetch(fetch, options)
    }

    /// The photos of a burst, in the order in which they were taken: those that stand for it or that the user picked,
    /// unless the options include all.
    public class func fetchAssets(
        withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.burstFilter(burstIdentifier))
        return Self.fetch(fetch, options)
    }

    /// - Parameter library: where the collection is from; nil for the session's.
    private static func fetch(
        _ fetch: AssetFetch, _ options: PHFetchOptions?, in library: Library? = nil
    ) -> PHFetchResult<PHAsset> {
        let session = PhotoLibrarySession.current
        do {
            // Also without access, so that a wrong key is found before an app is in its user's hands.
            try fetch.validate()
            // Without access it finds nothing, and knows what was asked for when there is access.
            let access = session.accessForReading() ?? .none
            guard let library = library ?? session.library else { return PHFetchResult() }
            let snapshot = try library.snapshot(fetch, access: access)
            return PHFetchResult(
                FetchedAssets(
                    snapshot, library: library, tellsSteps: options?.wantsIncrementalChangeDetails ?? true))
        } catch let error as Albumen.PredicateError {
            raiseInvalidArgument(error.description)
        } catch {
            Diagnostics.report("A fetch gives nothing because it failed: \(error)")
            return PHFetchResult()
        }
    }
}
