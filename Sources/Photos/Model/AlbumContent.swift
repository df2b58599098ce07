import Foundation
import PhotoLibrary
import Records

/// The contents of a `PHAssetCollection`.
enum AlbumContent: Sendable {
    case nothing
    case smartAlbum(SmartAlbum)
    case album(CollectionRecord, FetchContext)
    case moment(Moment, FetchContext)
    /// Row identifiers of a library's assets, in memory only.
    case transient([Int64], title: String?, Library?)

    /// The assets to fetch as members, or `nil` for an empty collection.
    var membership: AssetFetch.Membership? {
        switch self {
        case .nothing: nil
        case .smartAlbum(let album): .smartAlbum(album)
        case .album(let record, _): .album(record.id)
        case .moment(let moment, _): .moment(moment)
        case .transient(let rows, _, _): .rows(rows)
        }
    }

    /// Whether key assets can represent the collection.
    var hasKeyAssets: Bool {
        switch self {
        case .nothing, .transient: false
        case .smartAlbum(let album): !album.isOfDeleted
        case .album, .moment: true
        }
    }

    /// The library of the members, or `nil` if they can come from any library.
    var library: Library? {
        switch self {
        case .nothing, .smartAlbum: nil
        case .album(_, let context), .moment(_, let context): context.library
        case .transient(_, _, let library): library
        }
    }

    /// Returns the local identifier. It's empty for an empty collection, and new on each call for a collection in
    /// memory only.
    func makeLocalIdentifier() -> String {
        switch self {
        case .nothing: ""
        case .smartAlbum(let album): FetchedCollection.smartAlbum(album).localIdentifier
        case .album(let record, _): FetchedCollection.album(record).localIdentifier
        case .moment(let moment, _): FetchedCollection.moment(moment).localIdentifier
        // No object of a library and no other transient collection has this identifier.
        case .transient: LocalIdentifier.string(uuid: UUID().uuidString, kind: .collection)
        }
    }

    /// The operations that a client with this access may perform on the collection.
    func operations(for access: Access) -> Set<PHCollectionEditOperation> {
        guard access.canChangeAssets else { return [] }
        return switch self {
        case .nothing, .transient: []
        case .smartAlbum(let album): album.isOfDeleted ? [] : [.deleteContent]
        case .moment: [.deleteContent]
        case .album(let record, _) where access.manages(record):
            [.deleteContent, .removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename]
        case .album:
            [.deleteContent, .removeContent, .addContent, .createContent]
        }
    }
}

extension SmartAlbum {
    /// Whether the members were deleted, so that they aren't among the library's assets.
    var isOfDeleted: Bool {
        subtype == .smartAlbumRecentlyDeleted || subtype == .smartAlbumRecovered
    }
}
