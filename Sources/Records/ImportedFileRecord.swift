/// A row of `importedFile`: the outcome of importing a file, for later imports.
package struct ImportedFileRecord: Sendable, Equatable {
    package enum Outcome: String, Sendable {
        case imported, duplicate, refused, ignored
    }

    package var folder: String
    package var name: String
    /// Bytes.
    package var fileSize: Int64
    /// Nanoseconds since 1970.
    package var modificationTime: Int64
    package var outcome: Outcome
    package var reason: String?
    package var sha256: BlobDigest?
    package var assetID: Int64?
    /// The version of the rules that judged the file. An import checks a file again if an older version refused or
    /// ignored it.
    package var proberVersion: Int

    package init(
        folder: String, name: String, fileSize: Int64, modificationTime: Int64, outcome: Outcome, reason: String? = nil,
        sha256: BlobDigest? = nil, assetID: Int64? = nil, proberVersion: Int
    ) {
        self.folder = folder
        self.name = name
        self.fileSize = fileSize
        self.modificationTime = modificationTime
        self.outcome = outcome
        self.reason = reason
        self.sha256 = sha256
        self.assetID = assetID
        self.proberVersion = proberVersion
    }
}
