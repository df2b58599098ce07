package import Foundation

/// A row of `collection`: an album or a folder.
package struct CollectionRecord: Sendable, Equatable, Identifiable {
    package enum Kind: Int, Sendable {
        case album = 1
        case folder = 2
    }

    /// 0 until the row is in the catalog.
    package var id: Int64 = 0
    package var uuid: String
    package var kind: Kind
    package var subtype: CollectionSubtype
    package var title: String
    /// The folder that contains the collection, or `nil` at the top level.
    package var parentID: Int64?
    /// The position among its siblings, or `nil` for an import's album, which isn't one of the user's albums.
    package var position: Int64?
    package var creationDate: Date
    package var modificationDate: Date
    /// The author of the change that created the collection.
    package var creator: String
    /// The number of members that a fetch without options returns to a client with full access.
    package var shownCount = 0
    /// The user's text about the collection. Empty by default.
    package var description = ""
    /// The row identifier of the asset that the user chose as the album's cover, or `nil` for the default cover. The
    /// asset may have left the album since.
    package var coverID: Int64?

    package init(
        uuid: String, kind: Kind, subtype: CollectionSubtype, title: String, parentID: Int64? = nil,
        position: Int64?, creationDate: Date, creator: String
    ) {
        self.uuid = uuid
        self.kind = kind
        self.subtype = subtype
        self.title = title
        self.parentID = parentID
        self.position = position
        self.creationDate = creationDate
        self.modificationDate = creationDate
        self.creator = creator
    }
}
