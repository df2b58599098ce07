public import Foundation
import PhotoLibrary
import Records

/// A folder of albums and folders, or a list of moments. Fetch its members with
/// `PHCollection.fetchCollections(in:options:)`.
// Unchecked because the class is open. All stored properties are constant.
open class PHCollectionList: PHCollection, @unchecked Sendable {
    let content: ListContent

    /// Creates an empty list.
    public override init() {
        content = .nothing
        super.init(localIdentifier: "")
    }

    init(_ content: ListContent) {
        self.content = content
        super.init(localIdentifier: content.makeLocalIdentifier())
    }

    /// Returns the lists that contain a collection: the folder of an album or folder, the days and the year of a
    /// moment. Empty for collections at the top level and for all other collections.
    @discardableResult
    open class func fetchCollectionListsContaining(
        _ collection: PHCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.lists(containing: collection, options)
    }

    /// Returns the lists with these identifiers. Leaves out unknown identifiers. An identifier may lack its suffix.
    @discardableResult
    open class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.lists(withLocalIdentifiers: identifiers, options)
    }

    /// Returns the lists of a type and subtype. With `any` or a subtype of another type, returns all lists of the type.
    ///
    /// Folders are in the user's order, each folder before the folders in it. Lists of moments are in chronological
    /// order, clusters before years. There are no smart folders. The subtype `rootFolder` returns the folder of the top
    /// level, which no other subtype includes.
    @discardableResult
    open class func fetchCollectionLists(
        with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.lists(of: collectionListType, subtype, options)
    }

    /// Returns the lists of a subtype that contain a moment.
    ///
    /// - Parameter momentListSubtype: `momentListCluster` or `momentListYear`. Any other subtype finds both.
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype, containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.momentLists(momentListSubtype, containing: moment, options)
    }

    /// Returns all lists of moments of a subtype in chronological order.
    ///
    /// - Parameter momentListSubtype: `momentListCluster` or `momentListYear`. Any other subtype finds both, clusters
    ///   before years.
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.momentLists(momentListSubtype, options)
    }

    /// Returns a list of these collections in this order, in memory only. Only `fetchCollections(in:options:)` returns
    /// its members, and requests can't change it.
    @discardableResult
    open class func transientCollectionList(with collections: [PHCollection], title: String?) -> PHCollectionList {
        PHCollectionList(.transient(collections, title: title))
    }

    /// Returns a list of the collections of a fetch result, in memory only, as `transientCollectionList(with:title:)`
    /// does.
    @discardableResult
    open class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>, title: String?
    ) -> PHCollectionList {
        PHCollectionList(.transient(fetchResult.objects(at: fetchResult.indexes), title: title))
    }

    /// The type of the list, which depends on whether the user or time determines its members.
    open var collectionListType: PHCollectionListType {
        if case .momentList = content { return .momentList }
        return .folder
    }

    /// The subtype of the list.
    open var collectionListSubtype: PHCollectionListSubtype {
        switch content {
        case .momentList(let list, _): PHCollectionListSubtype(rawValue: list.subtype.rawValue) ?? .momentListCluster
        case .rootFolder: .rootFolder
        case .nothing, .folder, .transient: .regularFolder
        }
    }

    /// The earliest creation date in a list of moments, or `nil` for a folder.
    open var startDate: Date? {
        guard case .momentList(let list, _) = content else { return nil }
        return list.startDate
    }

    /// The latest creation date in a list of moments, or `nil` for a folder.
    open var endDate: Date? {
        guard case .momentList(let list, _) = content else { return nil }
        return list.endDate
    }

    /// The names of the members' locations. Always empty, because Albumen doesn't know the names of locations.
    open var localizedLocationNames: [String] { [] }

    open override var localizedTitle: String? {
        switch content {
        case .nothing, .rootFolder: nil
        case .folder(let record, _): record.title
        case .momentList(let list, _): list.title
        case .transient(_, let title): title
        }
    }

    open override var modificationDate: Date? {
        guard case .folder(let record, _) = content else { return nil }
        return record.modificationDate
    }

    open override var canContainCollections: Bool { true }

    @discardableResult
    open override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard let access = PhotoLibrarySession.current.accessForChanging else { return false }
        return content.operations(for: access).contains(anOperation)
    }

    override func getter(ofKey key: String) -> (() -> Any?)? {
        guard let get = PHCollectionList.listValues[key] else { return super.getter(ofKey: key) }
        return { get(self) }
    }
}
