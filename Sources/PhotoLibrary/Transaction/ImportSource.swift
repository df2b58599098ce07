import Catalog
import Foundation
package import Records
package import SystemCalls
package import SystemPackage

/// A file that an import has found.
package struct ImportSource: Sendable, Hashable {
    /// The version of the rules that refuse or ignore a file. If it increases, later imports check such files again.
    package static let proberVersion = 2

    package var folder: String
    package var name: String
    /// Bytes.
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modificationTime: Int64
    /// The file that had the name. If the name leads to another one by now, it isn't read, because its owner may have
    /// replaced it by a link to a file that only the importing user may read.
    package var identity: Stat.Identity?

    /// The file's path. Differs from `path` if it isn't UTF-8.
    package var location: FilePath

    package init(folder: String, name: String, size: Int64, modificationTime: Int64, location: FilePath? = nil) {
        self.folder = folder
        self.name = name
        self.size = size
        self.modificationTime = modificationTime
        self.location = location ?? FilePath(folder == "/" ? "/\(name)" : "\(folder)/\(name)")
    }

    package var path: String { location.text }

    /// Returns whether the file has the size and date that it had in an earlier import.
    package func isUnchanged(since record: ImportedFileRecord) -> Bool {
        record.fileSize == size && record.modificationTime == modificationTime
    }

    /// The name without its ending.
    package var stem: String { (name as NSString).deletingPathExtension }

    package func record(
        _ outcome: ImportedFileRecord.Outcome, reason: String? = nil, sha256: BlobDigest? = nil, assetID: Int64? = nil
    ) -> ImportedFileRecord {
        ImportedFileRecord(
            folder: folder, name: name, fileSize: size, modificationTime: modificationTime, outcome: outcome,
            reason: reason, sha256: sha256, assetID: assetID, proberVersion: Self.proberVersion)
    }
}
