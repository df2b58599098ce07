package import Foundation
import GRDB

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
    /// Raw value of PhotoKit's album or folder subtypes.
    package var subtype: Int
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
        uuid: String, kind: Kind, subtype: Int, title: String, parentID: Int64? = nil, position: Int64?,
        creationDate: Date, creator: String
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

extension CollectionRecord {
    /// The columns that history keeps.
    static let historicalColumns =
        "uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator"
    static let selection = "id, \(historicalColumns), shownCount"
    static let insertion = "INSERT INTO collection (\(historicalColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    static let update = """
        UPDATE collection SET uuid = ?, kind = ?, subtype = ?, title = ?, parentId = ?, position = ?,
            creationDate = ?, modificationDate = ?, creator = ? WHERE id = ?
        """

    var values: StatementArguments {
        [
            uuid, kind.rawValue, subtype, title, parentID, position, creationDate.stored, modificationDate.stored,
            creator,
        ]
    }

    /// Nil where the kind is one that only a newer Albumen knows.
    init?(row: Row) {
        guard let kind = Kind(rawValue: row[2]) else { return nil }
        self.init(
            uuid: row[1], kind: kind, subtype: row[3], title: row[4], parentID: row[5], position: row[6],
            creationDate: Date(timeIntervalSinceReferenceDate: row[7]), creator: row[9])
        id = row[0]
        modificationDate = Date(timeIntervalSinceReferenceDate: row[8])
        shownCount = row[10]
    }
}
