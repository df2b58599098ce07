import Foundation
import GRDB
import Records

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
            uuid, kind.rawValue, subtype.rawValue, title, parentID, position, creationDate.stored,
            modificationDate.stored,
            creator,
        ]
    }

    /// Nil where the kind is one that only a newer Albumen knows.
    init?(row: Row) {
        guard let kind = Kind(rawValue: row[2]) else { return nil }
        self.init(
            uuid: row[1], kind: kind, subtype: CollectionSubtype(rawValue: row[3]), title: row[4], parentID: row[5],
            position: row[6],
            creationDate: Date(timeIntervalSinceReferenceDate: row[7]), creator: row[9])
        id = row[0]
        modificationDate = Date(timeIntervalSinceReferenceDate: row[8])
        shownCount = row[10]
    }
}
