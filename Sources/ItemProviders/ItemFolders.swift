import Foundation
import Synchronization
import TemporaryFiles

/// The folders of files that providers copy, in this process's own folder among the user's temporary files.
///
/// The process removes them when it ends.
package final class ItemFolders: Sendable {
    package static let shared: ItemFolders = {
        atexit { ItemFolders.shared.remove() }
        return ItemFolders()
    }()

    private let folder = Mutex<ProcessFolder?>(nil)

    /// Creates a folder that only this user can read.
    package func make() throws -> URL {
        try folder.withLock { folder in
            // A program that cleans temporary files may have removed the process's folder.
            if let known = folder, FileManager.default.fileExists(atPath: known.url.path) {
                return try known.makeFolder()
            }
            let temporary = TemporaryLocation.ofFiles
            guard let made = ProcessFolder(named: "items", in: temporary) else {
                throw NSError.item(
                    .itemUnavailableError,
                    "No folder can be created in \(temporary.path). Make it writable, or set TMPDIR.")
            }
            folder = made
            return try made.makeFolder()
        }
    }

    /// Copies a file into a new folder, with its name.
    package func copy(_ file: URL) throws -> URL {
        try filling { folder in
            let copy = folder.appending(path: file.lastPathComponent, directoryHint: .notDirectory)
            try ItemCopy(ItemProgress()).copy(file, to: copy)
            return copy
        }
    }

    /// Deletes a folder.
    package static func delete(_ folder: URL) {
        ProcessFolder.remove(folder)
    }

    /// Deletes all folders.
    private func remove() {
        folder.withLock { $0.take() }?.remove()
    }

    /// Calls a closure with a new folder. Deletes the folder if the closure throws.
    func filling(_ body: (URL) throws -> URL) throws -> URL {
        let folder = try make()
        do {
            return try body(folder)
        } catch {
            Self.delete(folder)
            throw error
        }
    }
}
