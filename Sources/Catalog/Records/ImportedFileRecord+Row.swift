import Foundation
import GRDB
import Records

extension ImportedFileRecord {
    static let selection = """
        folder, name, fileSize, modificationTime, outcome, reason, sha256, assetId, proberVersion
        """
    static let insertion = """
        INSERT OR REPLACE INTO importedFile (\(selection)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    var values: StatementArguments {
        [folder, name, fileSize, modificationTime, outcome.rawValue, reason, sha256, assetID, proberVersion]
    }

    /// Nil where the outcome is one that only a newer Albumen knows.
    init?(row: Row) {
        guard let outcome = Outcome(rawValue: row[4]) else { return nil }
        self.init(
            folder: row[0], name: row[1], fileSize: row[2], modificationTime: row[3], outcome: outcome, reason: row[5],
            sha256: row[6], assetID: row[7], proberVersion: row[8])
    }
}
