package import Foundation
import GRDB

/// Turns a library into one of an earlier version of Albumen.
package enum EarlierLibrary {
    /// Removes the columns and the migration with the exposure, so that the catalog is as it was before.
    ///
    /// - Important: No process may have opened the library.
    package static func removeExposure(fromLibraryAt folder: URL) throws {
        let queue = try DatabaseQueue(path: folder.appendingPathComponent("catalog.sqlite").path)
        try queue.write { database in
            for column in [
                "exposureTime", "aperture", "iso", "focalLength", "focalLengthIn35mmFilm", "metadataVersion",
            ] {
                try database.execute(sql: "ALTER TABLE assetMetadata DROP COLUMN \(column)")
            }
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '% exposure'")
        }
        try queue.close()
    }
}
