import Foundation
package import PhotoLibrary

extension PHCollection: CollectionObject {
    package var fetched: FetchedCollection? {
        switch self {
        case let album as PHAssetCollection: album.content.fetched
        case let list as PHCollectionList: list.content.fetched
        default: nil
        }
    }

    package func values(withDates: Bool) -> CollectionValues {
        let album = self as? PHAssetCollection
        let list = self as? PHCollectionList
        return CollectionValues(
            localIdentifier: localIdentifier, localizedTitle: localizedTitle,
            startDate: withDates ? album?.startDate ?? list?.startDate : nil,
            endDate: withDates ? album?.endDate ?? list?.endDate : nil,
            estimatedAssetCount: album?.estimatedAssetCount ?? NSNotFound)
    }

    /// The library of the collection, or `nil` for smart albums and for collections in memory only.
    var library: Library? {
        switch self {
        case let album as PHAssetCollection: album.content.library
        case let list as PHCollectionList: list.content.library
        default: nil
        }
    }

    /// Returns the object for a collection that the engine found.
    ///
    /// - Parameter context: The context, or `nil` without a library. Only smart albums and the client's objects need
    ///   none.
    static func object(of collection: FetchedCollection, _ context: FetchContext?) -> PHCollection? {
        switch collection {
        case .smartAlbum(let album): PHAssetCollection(smartAlbum: album)
        case .object(let object): object as? PHCollection
        case .album(let record): context.map { PHAssetCollection(.album(record, $0)) }
        case .moment(let moment): context.map { PHAssetCollection(.moment(moment, $0)) }
        case .folder(let record): context.map { PHCollectionList(.folder(record, $0)) }
        case .rootFolder: context.map { PHCollectionList(.rootFolder($0)) }
        case .momentList(let list): context.map { PHCollectionList(.momentList(list, $0)) }
        }
    }
}

extension AlbumContent {
    fileprivate var fetched: FetchedCollection? {
        switch self {
        case .smartAlbum(let album): .smartAlbum(album)
        case .album(let record, _): .album(record)
        case .moment(let moment, _): .moment(moment)
        case .nothing, .transient: nil
        }
    }
}

extension ListContent {
    fileprivate var fetched: FetchedCollection? {
        switch self {
        case .folder(let record, _): .folder(record)
        case .rootFolder: .rootFolder
        case .momentList(let list, _): .momentList(list)
        case .nothing, .transient: nil
        }
    }

    fileprivate var library: Library? {
        switch self {
        case .folder(_, let context), .rootFolder(let context), .momentList(_, let context): context.library
        case .nothing, .transient: nil
        }
    }
}
