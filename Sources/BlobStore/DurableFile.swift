package import Foundation
internal import Glibc
package import LibraryFiles

/// Small files and folders that survive a power cut.
package enum DurableFile {
    /// Writes a file that after a crash at any moment holds either all of its former bytes or all of these.
    ///
    /// Writes beside the file, waits for the disk, renames, waits for the disk again: some milliseconds. A crash can leave a hidden file `.<name>.<identifier>` in the folder.
    ///
    /// - Throws: `notFound` when the folder does not exist; `notEnoughSpace`, `permissionDenied`, `ioFailure`.
    package static func write(
        _ data: Data, to url: URL, permissions: LibraryPermissions = .ownerOnly
    ) throws(BlobStoreError) {
        let path = url.path(percentEncoded: false)
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        let temporary = url.deletingLastPathComponent()
            .appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)").path(percentEncoded: false)
        let file = try FileSystem.create(temporary, .file, permissions)
        do throws(BlobStoreError) {
            try file.withDescriptor { descriptor throws(BlobStoreError) in
                try FileSystem.write(data, to: descriptor, path: path)
                try FileSystem.synchronize(descriptor, path: path)
            }
            try FileSystem.rename(temporary, to: path)
        } catch {
            FileSystem.unlinkIfPossible(temporary)
            throw error
        }
        try FileSystem.synchronizeFolder(folder)
    }

    /// Gives a file that somebody else wrote its name, in the folder it is in, once its bytes are on the disk. What had
    /// the name before is replaced.
    package static func rename(_ file: URL, to url: URL) throws(BlobStoreError) {
        let path = file.path(percentEncoded: false)
        try FileSystem.open(path, O_RDONLY).withDescriptor { descriptor throws(BlobStoreError) in
            try FileSystem.synchronize(descriptor, path: path)
        }
        try FileSystem.rename(path, to: url.path(percentEncoded: false))
        try FileSystem.synchronizeFolder(url.deletingLastPathComponent().path(percentEncoded: false))
    }

    /// Creates a folder and those above it, where they are missing, and waits until their names are on the disk.
    ///
    /// - Parameter permissions: those of the folder itself. Folders above it are ordinary folders that only their owner may write
    ///   to.
    package static func makeFolder(
        at url: URL, permissions: LibraryPermissions = .ownerOnly
    ) throws(BlobStoreError) {
        try makeFolder(at: url.standardizedFileURL) { path throws(BlobStoreError) in
            try FileSystem.makeFolder(path, permissions)
        }
    }

    private static func makeFolder(
        at url: URL, _ make: (String) throws(BlobStoreError) -> Void
    ) throws(BlobStoreError) {
        let path = url.path(percentEncoded: false)
        guard try FileSystem.status(at: path) == nil else { return }
        let parent = url.deletingLastPathComponent()
        try makeFolder(at: parent) { path throws(BlobStoreError) in try FileSystem.makeOrdinaryFolder(path) }
        try make(path)
        try FileSystem.synchronizeFolder(parent.path(percentEncoded: false))
    }
}
