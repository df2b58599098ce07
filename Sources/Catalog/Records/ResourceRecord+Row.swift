import Foundation
import GRDB
import Records

extension ResourceRecord {
    static let selection = """
        id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, \
        contentIdentifier
        """
    static let insertion = """
        INSERT INTO resource (assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth,
            pixelHeight, contentIdentifier) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    var values: StatementArguments {
        [
            assetID, type.rawValue, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight,
            contentIdentifier,
        ]
    }

    init(row: StatementRow) {
        self.init(
            type: ResourceType(rawValue: row.int(2)), sha256: row.data(3), fileSize: row.int64(4),
            originalFilename: row.text(5),
            uniformTypeIdentifier: row.text(6), pixelWidth: row.int(7), pixelHeight: row.int(8),
            contentIdentifier: row.optional(9, StatementRow.text))
        id = row.int64(0)
        assetID = row.int64(1)
    }
}
