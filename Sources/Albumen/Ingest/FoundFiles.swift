import SystemPackage

/// Files of one folder that were found before their import.
struct FoundFiles: Equatable {
    /// The folder's path without links.
    let folder: FilePath
    var files: [FolderWalk.File]
}
