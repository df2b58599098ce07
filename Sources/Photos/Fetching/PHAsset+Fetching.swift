import Albumen
import Catalog
import Foundation

extension PHAsset {
    /// All assets that the options ask for: by creation date, oldest first, unless the options say otherwise.
    ///
    /// Fetches never fail. Without access the result is empty; while the user was never asked, a fetch asks, and is
    /// empty too. Blocks until the identifiers are read.
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(AssetFetch(options))
    }

    /// The assets of a type.
    public class func fetchAssets(
        with mediaType: PHAssetMediaType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.mediaTypeFilter(mediaType.rawValue))
        return Self.fetch(fetch)
    }

    /// The members of an album: a smart album's by creation date, oldest first.
    public class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.album = assetCollection.smartAlbum
        if fetch.album == nil { fetch.restrictions.append(.none) }
        return Self.fetch(fetch)
    }

    /// The assets with these identifiers, hidden ones too, in the order of any fetch; unknown identifiers are left out.
    ///
    /// An identifier may lack its suffix.
    public class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.identifierFilter(identifiers))
        fetch.includesHidden = true
        fetch.includesAllBurstMembers = true
        return Self.fetch(fetch)
    }

    /// The photos of a burst, in the order in which they were taken: those that stand for it or that the user picked,
    /// unless the options include all.
    public class func fetchAssets(
        withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var fetch = AssetFetch(options)
        fetch.restrictions.append(AssetFetch.burstFilter(burstIdentifier))
        return Self.fetch(fetch)
    }

    private static func fetch(_ fetch: AssetFetch) -> PHFetchResult<PHAsset> {
        let session = PhotoLibrarySession.current
        do {
            // Also without access, so that a wrong key is found before an app is in its user's hands.
            try fetch.validate()
            guard let access = session.accessForReading(), let library = session.library else { return PHFetchResult() }
            let identifiers = try library.assetIdentifiers(fetch, access: access)
            return PHFetchResult(FetchedAssets(identifiers: identifiers, library: library))
        } catch let error as Albumen.PredicateError {
            raiseInvalidArgument(error.description)
        } catch {
            Diagnostics.report("A fetch gives nothing because it failed: \(error)")
            return PHFetchResult()
        }
    }
}
