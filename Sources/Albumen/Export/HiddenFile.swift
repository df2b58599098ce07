import BlobStore
import CAlbumenSystem
import Foundation

/// A whole file in the export's folder that has no final name yet. Its hidden name goes with it. Used by one thread.
final class HiddenFile {
    private(set) var name: String
    private let folder: OpenFile
    /// Open as long as the file is hidden, for its lock.
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

    /// Gives the file its name, unless something has it.
    ///
    /// - Returns: 0, or an errno; EEXIST where the name is taken.
    func rename(to newName: String) -> Int32 {
        let number = folder.withDescriptor { folder in
            let number = albumen_rename_exclusively(folder, name, newName)
            guard number == EINVAL || number == ENOSYS else { return number }
            // Some network file systems know no such renaming, but a second name.
            guard linkat(folder, name, folder, newName, 0) == 0 else {
                // No second names either: then it was the name that was not valid.
                return [EPERM, ENOTSUP, ENOSYS].contains(errno) ? EINVAL : errno
            }
            unlinkat(folder, name, 0)
            return 0
        }
        if number == 0 {
            name = newName
            isHidden = false
        }
        return number
    }

    /// Takes back the file, whatever its name is now.
    func remove() {
        _ = folder.withDescriptor { unlinkat($0, name, 0) }
    }
}
