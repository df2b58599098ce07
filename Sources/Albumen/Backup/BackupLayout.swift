import BlobStore

/// The names of a backup's documents in a place, beside the owners' records and the catalog's files.
enum BackupLayout {
    /// A copy of the library's description, `library.json`.
    static let description: RemoteName = {
        guard let name = RemoteName("albumen/library.json") else { preconditionFailure("Letters are a name.") }
        return name
    }()
}
