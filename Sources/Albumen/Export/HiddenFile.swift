import BlobStore
import CAlbumenSystem
import Foundation
import SystemCalls
import SystemPackage

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
                // No hard links either: the name itself isn't valid there.
                throw Set.withoutHardLinks.contains(error) ? .invalidArgument : error
            }
            unlinkat(folder, name, 0)
        }
        name = newName
        isHidden = false
    }

    /// Takes back the file, whatever its name is now.
    func remove() {
        _ = folder.withDescriptor { unlinkat($0, name, 0) }
    }
}
