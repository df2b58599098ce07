public import CoreLocation
import Foundation
import PhotoLibrary
import Places
import Records

/// An album, a smart album or a moment.
///
/// Fetch its members with ``PHAsset/fetchAssets(in:options:)``:
///
/// ```swift
/// let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
/// albums.enumerateObjects { album, _, _ in
///     let members = PHAsset.fetchAssets(in: album, options: nil)
///     print(album.localizedTitle ?? "Untitled", members.count)
/// }
/// ```
// Unchecked because the class is open. Its stored properties are constant, except for one with a lock.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    let content: AlbumContent
    private let summary: KeptAlbumSummary?

    /// Creates an empty collection.
    public override init() {
        content = .nothing
        summary = nil
        super.init(localIdentifier: "")
    }

    convenience init(smartAlbum: SmartAlbum) {
        self.init(.smartAlbum(smartAlbum))
    }

    init(_ content: AlbumContent) {
        self.content = content
        if case .album(let record, let context) = content {
            summary = KeptAlbumSummary(albumID: record.id, context: context)
        } else {
            summary = nil
        }
        super.init(localIdentifier: content.makeLocalIdentifier())
    }

    /// Returns the albums of a type and subtype.
    ///
    /// With `any` or a subtype of another type, returns all albums of the type, as apps have come to expect. For kinds
    /// of albums that the library can't contain, the result is empty.
    ///
    /// Albums are in the user's order, the albums of a folder at the folder's position, and albums of imports last.
    /// Smart albums are sorted by the raw value of their subtype, and moments by time.
    ///
    /// Options that collections don't support stop the program, even if there are no albums.
    @discardableResult
    open class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        CollectionFetching.albums(of: type, subtype, options)
    }

    /// Returns the albums with these identifiers, of all types. Leaves out unknown identifiers. An identifier may
    /// lack its suffix.
    @discardableResult
    open class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        CollectionFetching.albums(withLocalIdentifiers: identifiers, options)
    }

    /// Returns the albums that contain an asset, or the asset's moment. For smart albums, the result is always empty.
    @discardableResult
    open class func fetchAssetCollectionsContaining(
        _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        CollectionFetching.albums(containing: asset, type, options)
    }

    /// Returns the moments of a list of moments in chronological order.
    @discardableResult
    open class func fetchMoments(
        inMomentList momentList: PHCollectionList, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        CollectionFetching.moments(in: momentList, options)
    }

    /// Returns all moments in chronological order. A moment contains the photos and videos of one day and location.
    /// Each asset that a fetch without options finds is in exactly one moment. The first call after a change of the
    /// library reads all assets.
    @discardableResult
    open class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        CollectionFetching.moments(options)
    }

    /// Returns an empty result, because no album here comes from Apple's AssetsLibrary.
    @available(
        *, deprecated, message: "Albums have no such URLs. Use fetchAssetCollections(withLocalIdentifiers:options:)."
    )
    @discardableResult
    open class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        CollectionFetching.noAlbums(options)
    }

    /// Returns an album of these assets in this order, in memory only. Fetches don't return it, and requests can't
    /// change it. Ignores empty assets, and assets of other libraries than that of the first asset.
    @discardableResult
    open class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        PHAssetCollection(.transient(assets, title: title))
    }

    /// Returns an album of the assets of a fetch result, in memory only, as `transientAssetCollection(with:title:)`
    /// does. Takes eight bytes per asset.
    @discardableResult
    open class func transientAssetCollection(
        withAssetFetchResult fetchResult: PHFetchResult<PHAsset>, title: String?
    ) -> PHAssetCollection {
        PHAssetCollection(.transient(fetchResult, title: title))
    }

    /// The type of the collection, which depends on whether the user, a rule, or time and location determine its
    /// members.
    open var assetCollectionType: PHAssetCollectionType {
        switch content {
        case .nothing, .album, .transient: .album
        case .smartAlbum: .smartAlbum
        case .moment: .moment
        }
    }

    /// The subtype of the album, or `any` for a moment.
    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        switch content {
        case .nothing, .transient: .albumRegular
        case .smartAlbum(let album): PHAssetCollectionSubtype(album.subtype) ?? .smartAlbumGeneric
        case .album(let record, _): PHAssetCollectionSubtype(record.subtype) ?? .albumRegular
        case .moment: .any
        }
    }

    /// The number of members that a fetch without options finds, exact at the time of the fetch. `NSNotFound` for a
    /// smart album, for which ``exactAssetCount`` returns the number.
    open var estimatedAssetCount: Int {
        switch content {
        case .nothing: 0
        case .smartAlbum: NSNotFound
        case .album(let record, _): record.shownCount
        case .moment(let moment, _): moment.count
        case .transient(let rows, _, _): rows.count
        }
    }

    /// The earliest creation date of the members at the time of the fetch, or `nil` for a smart or transient album. The
    /// first access reads an album's members.
    open var startDate: Date? {
        if case .moment(let moment, _) = content { return moment.startDate }
        return summary?.value?.startDate
    }

    /// The latest creation date of the members at the time of the fetch, or `nil` for a smart or transient album. The
    /// first access reads an album's members.
    open var endDate: Date? {
        if case .moment(let moment, _) = content { return moment.endDate }
        return summary?.value?.endDate
    }

    /// The location of the first member that had one at the time of the fetch. `nil` for a smart or transient album,
    /// and if no member had a location. The first access reads an album's members.
    open var approximateLocation: CLLocation? {
        if case .moment(let moment, _) = content {
            return CLLocation(latitude: moment.latitude, longitude: moment.longitude)
        }
        return CLLocation(latitude: summary?.value?.latitude, longitude: summary?.value?.longitude)
    }

    /// The names of the place of ``approximateLocation`` in the user's language, from the district or town to the
    /// country. Empty without a location, and on the open sea.
    ///
    /// Albumen finds them in a file, without a request. In contrast to Apple's names, they don't name a street or a
    /// landmark. The first one is the ``localizedTitle`` of a moment. Fetches can't filter or sort moments by it.
    open var localizedLocationNames: [String] {
        guard let coordinate = approximateLocation?.coordinate, let gazetteer = try? Gazetteer.shared() else {
            return []
        }
        let place = gazetteer.place(latitude: coordinate.latitude, longitude: coordinate.longitude)
        return place?.names(in: PlaceLanguage(localeIdentifier: Locale.current.identifier) ?? .english) ?? []
    }

    open override var localizedTitle: String? {
        switch content {
        case .nothing: nil
        // As in Apple's moments, a place names the moment.
        case .moment: localizedLocationNames.first
        case .smartAlbum(let album): album.localizedTitle
        case .album(let record, _): record.title
        case .transient(_, let title, _): title
        }
    }

    open override var modificationDate: Date? {
        guard case .album(let record, _) = content else { return nil }
        return record.modificationDate
    }

    open override var canContainAssets: Bool { true }

    @discardableResult
    open override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard let access = PhotoLibrarySession.current.accessForChanging else { return false }
        return content.operations(for: access).contains(anOperation)
    }

    override func getter(ofKey key: String) -> (() -> Any?)? {
        guard let get = PHAssetCollection.albumValues[key] else { return super.getter(ofKey: key) }
        return { get(self) }
    }
}

extension CLLocation {
    fileprivate convenience init?(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
