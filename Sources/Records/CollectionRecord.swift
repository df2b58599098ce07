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
    /// The folder it is in; nil at the top level.
    package var parentID: Int64?
    /// Its place among its neighbours; nil for an import's album, which is not among those that the user made.
    package var position: Int64?
    package var creationDate: Date
    package var modificationDate: Date
    /// The author of the change that made it.
    package var creator: String
    /// How many members a fetch without options shows, to a client that sees the whole library.
    package var shownCount = 0

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
