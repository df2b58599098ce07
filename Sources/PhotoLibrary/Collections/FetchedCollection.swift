import Foundation
package import Records

/// A collection in the result of a fetch.
package enum FetchedCollection: Sendable {
    case smartAlbum(SmartAlbum)
    case album(CollectionRecord)
    case folder(CollectionRecord)
    /// The folder of the top level. It never changes, but the collections in it do.
    case rootFolder
    case moment(Moment)
    case momentList(MomentList)
    /// An object of the client. The library can't fetch it.
    case object(any CollectionObject)

    package init(_ record: CollectionRecord) {
        switch record.kind {
        case .album: self = .album(record)
        case .folder: self = .folder(record)
        }
    }
}

/// A client's object that represents a collection. Clients can put such objects into their own lists.
package protocol CollectionObject: AnyObject, Sendable {
    /// The collection of the library that the object represents, or `nil` for a collection that only exists in memory.
    var fetched: FetchedCollection? { get }

    /// Returns the values for predicates and sorts.
    ///
    /// - Parameter withDates: Whether to include the dates, which may require a read of all members.
    func values(withDates: Bool) -> CollectionValues
}

extension FetchedCollection {
    /// The UUID of the folder of the top level, which is the same in all libraries.
    static let rootFolderUUID = "A1B0A1B0-0000-4000-8001-000000000101"

    package var localIdentifier: String {
        switch self {
        case .smartAlbum(let album): LocalIdentifier.string(uuid: album.uuid, kind: .collection)
        case .album(let record): LocalIdentifier.string(uuid: record.uuid, kind: .collection)
        case .moment(let moment): LocalIdentifier.string(uuid: moment.uuid, kind: .collection)
        case .folder(let record): LocalIdentifier.string(uuid: record.uuid, kind: .folder)
        case .rootFolder: LocalIdentifier.string(uuid: Self.rootFolderUUID, kind: .folder)
        case .momentList(let list): LocalIdentifier.string(uuid: list.uuid, kind: .folder)
        case .object(let object): object.values(withDates: false).localIdentifier
        }
    }

    /// The record of an album or folder, or `nil` for other collections.
    package var record: CollectionRecord? {
        switch self {
        case .album(let record), .folder(let record): record
        case .smartAlbum, .rootFolder, .moment, .momentList, .object: nil
        }
    }

    /// The collection in the library. For a client's object, the collection that it represents.
    private var inLibrary: FetchedCollection? {
        if case .object(let object) = self { object.fetched } else { self }
    }

    /// Whether the collection is a moment or a list of moments.
    var isOfMoments: Bool {
        switch inLibrary {
        case .moment, .momentList: true
        case .smartAlbum, .album, .folder, .rootFolder, .object, nil: false
        }
    }

    /// Returns whether the client sees a different state of the collection than before.
    ///
    /// - Parameter touched: The changes of albums and folders since then.
    func differs(from before: FetchedCollection, _ touched: TouchedCollections) -> Bool {
        switch (inLibrary, before.inLibrary) {
        case (.album(let record), _), (.folder(let record), _): touched.changed.contains(record.uuid)
        case (.moment(let moment), .moment(let other)): moment != other
        case (.momentList(let list), .momentList(let other)): list != other
        default: false
        }
    }
}
