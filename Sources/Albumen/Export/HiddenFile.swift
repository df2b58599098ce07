import BlobStore
import CAlbumenSystem
import Foundation
import SystemCalls
import SystemPackage

/// A file in the export's folder without a final name. It is removed when the object is deallocated, unless it has
/// been renamed. Used by one thread.
final class HiddenFile {
    private(set) var name: String
    private let folder: OpenFile
    /// The open file, which holds the lock while the file is hidden.
    let file: OpenFile
    private var isHidden = true

    init(name: String, folder: OpenFile, file: OpenFile) {
        self.name = name
        self.folder = folder
        self.file = file
    }

    deinit {
        if isHidden { remove() }
    }

    /// Renames the file, unless the new name is taken.
    ///
    /// - Throws: `fileExists` if the name is taken.
    func rename(to newName: String) throws(Errno) {
        try folder.withDescriptor { folder throws(Errno) in
            let failure = Errno(rawValue: albumen_rename_exclusively(folder, name, newName))
            if failure.rawValue == 0 { return }
            // Some network file systems lack this renaming, but have hard links.
            guard failure == .invalidArgument || failure == .noFunction else { throw failure }
            do throws(Errno) {
                try SystemCall.retrying { linkat(folder, name, folder, newName, 0) }
            } catch {
                // The file system has no hard links either, so the new name isn't valid there.
                throw Set.withoutHardLinks.contains(error) ? .invalidArgument : error
            }
            unlinkat(folder, name, 0)
        }
        name = newName
        isHidden = false
    }

    /// Removes the file under its current name.
    func remove() {
        _ = folder.withDescriptor { unlinkat($0, name, 0) }
    }
}
