import Foundation
package import Records

/// A collection as a fetch found it.
package enum FetchedCollection: Sendable {
    case smartAlbum(SmartAlbum)
    case album(CollectionRecord)
    case folder(CollectionRecord)
    case moment(Moment)
    case momentList(MomentList)
    /// An object of the client's, which the library doesn't find.
    case object(any CollectionObject)

    package init(_ record: CollectionRecord) {
        switch record.kind {
        case .album: self = .album(record)
        case .folder: self = .folder(record)
        }
    }
}

/// An object that stands for a collection, as clients put them into lists of their own.
package protocol CollectionObject: AnyObject, Sendable {
    /// The collection of the library that the object stands for; `nil` for a collection in memory only.
    var fetched: FetchedCollection? { get }

    /// The values that predicates and sorts name.
    ///
    /// - Parameter withDates: whether to include the dates, which may cost a look at all members.
    func values(withDates: Bool) -> CollectionValues
}

extension FetchedCollection {
    package var localIdentifier: String {
        switch self {
        case .smartAlbum(let album): LocalIdentifier.string(uuid: album.uuid, kind: .collection)
        case .album(let record): LocalIdentifier.string(uuid: record.uuid, kind: .collection)
        case .moment(let moment): LocalIdentifier.string(uuid: moment.uuid, kind: .collection)
        case .folder(let record): LocalIdentifier.string(uuid: record.uuid, kind: .folder)
        case .momentList(let list): LocalIdentifier.string(uuid: list.uuid, kind: .folder)
        case .object(let object): object.values(withDates: false).localIdentifier
        }
    }

    /// The row of an album or folder.
    package var record: CollectionRecord? {
        switch self {
        case .album(let record), .folder(let record): record
        case .smartAlbum, .moment, .momentList, .object: nil
        }
    }

    /// The collection of the library, also behind a client's object.
    private var inLibrary: FetchedCollection? {
        if case .object(let object) = self { object.fetched } else { self }
    }

    /// Whether time and place make the collection.
    var isOfMoments: Bool {
        switch inLibrary {
        case .moment, .momentList: true
        case .smartAlbum, .album, .folder, .object, nil: false
        }
    }

    /// Whether a client sees the collection in another state than before.
    ///
    /// - Parameter touched: the changes of albums and folders in between.
    func differs(from before: FetchedCollection, _ touched: TouchedCollections) -> Bool {
        switch (inLibrary, before.inLibrary) {
        case (.album(let record), _), (.folder(let record), _): touched.changed.contains(record.uuid)
        case (.moment(let moment), .moment(let other)): moment != other
        case (.momentList(let list), .momentList(let other)): list != other
        default: false
        }
    }
}
