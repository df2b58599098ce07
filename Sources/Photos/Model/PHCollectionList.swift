import Albumen
import Catalog
public import Foundation

/// A folder of albums and folders, or a list of moments. Its members are fetched with
/// `PHCollection.fetchCollections(in:options:)`.
// Unchecked because open: all its own state is constant.
open class PHCollectionList: PHCollection, @unchecked Sendable {
    let content: ListContent

    /// An empty list, which stands for nothing.
    public init() {
        content = .nothing
        super.init(localIdentifier: "")
    }

    init(_ content: ListContent) {
        self.content = content
        super.init(localIdentifier: content.makeLocalIdentifier())
    }

    /// Whether the user or time makes the list.
    open var collectionListType: PHCollectionListType {
        if case .momentList = content { return .momentList }
        return .folder
    }

    /// The kind of list.
    open var collectionListSubtype: PHCollectionListSubtype {
        guard case .momentList(let list, _) = content else { return .regularFolder }
        return PHCollectionListSubtype(rawValue: list.subtype.rawValue) ?? .momentListCluster
    }

    /// The earliest creation date of a list of moments; `nil` for a folder.
    open var startDate: Date? {
        guard case .momentList(let list, _) = content else { return nil }
        return list.startDate
    }

    /// The latest creation date of a list of moments; `nil` for a folder.
    open var endDate: Date? {
        guard case .momentList(let list, _) = content else { return nil }
        return list.endDate
    }

    /// Names of the places of the members. Always empty: nothing here knows the names of places.
    open var localizedLocationNames: [String] { [] }

    open override var localizedTitle: String? {
        switch content {
        case .nothing: nil
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

    open override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard let access = PhotoLibrarySession.current.accessForChanging else { return false }
        return content.operations(for: access).contains(anOperation)
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "collectionListType": collectionListType.rawValue as NSNumber
        case "collectionListSubtype": collectionListSubtype.rawValue as NSNumber
        case "startDate": startDate
        case "endDate": endDate
        default: super.value(forKey: key)
        }
    }
}

extension PHCollectionList {
    /// A list of these collections, in this order, in memory only: no fetch finds it but
    /// `fetchCollections(in:options:)`, and nothing can be changed in it.
    public class func transientCollectionList(with collections: [PHCollection], title: String?) -> PHCollectionList {
        PHCollectionList(.transient(collections, title: title))
    }

    /// A list of the collections of a fetch, in memory only, as `transientCollectionList(with:title:)`.
    public class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>, title: String?
    ) -> PHCollectionList {
        transientCollectionList(with: fetchResult.objects(at: fetchResult.indexes), title: title)
    }
}
