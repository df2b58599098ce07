/// The files that a catalogue names by relative paths, wherever their bytes are. They can vanish at any time.
///
/// Used by one thread at a time.
protocol CatalogFiles: AnyObject {
    /// Returns the file at a relative path of the catalogue.
    func find(_ relativePath: String) -> ContainedFiles.Found

    /// Returns the names in a folder that start with a text. Returns no names if there is no such folder.
    func names(in folder: String, startingWith prefix: String) -> [String]

    /// Returns the names in a folder. The listing is empty if there is no such folder.
    func listing(of folder: String) -> FolderListing

    /// Returns whether a file is missing because the files are those of a copy that never had it, such as a backup
    /// without the photos that are in iCloud.
    func leavesOut(_ relativePath: String) -> Bool
}

extension CatalogFiles {
    func leavesOut(_ relativePath: String) -> Bool { false }
}
