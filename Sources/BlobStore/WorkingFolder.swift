package import Foundation

/// A folder in a library's `staging/` for files that are made for the library, such as the renderings of an edit,
/// before they are taken in.
///
/// It's on the library's disk, which has to have room for the files in any case. The folder for temporary files can be
/// in memory. If the process is killed, the next opening of the library removes the folder.
package final class WorkingFolder: Sendable {
    package let url: URL
    private let folder: StagingFolder

    init(_ folder: StagingFolder) {
        self.folder = folder
        url = URL(filePath: folder.path, directoryHint: .isDirectory)
    }

    deinit { remove() }

    /// Removes the folder with its files. Does nothing if that has been done.
    package func remove() { folder.remove() }
}
