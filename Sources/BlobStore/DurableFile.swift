package import Foundation
internal import Glibc
package import LibraryFiles

/// Writes small files and creates folders durably.
package enum DurableFile {
    /// Replaces a file's content. After a crash at any time, the file contains either all of its former bytes or all
    /// new ones.
    ///
    /// Writes a temporary file, syncs it, renames it, and syncs the folder, which takes some milliseconds. A crash can
    /// leave a hidden file `.<name>.<identifier>` in the folder.
    ///
    /// - Throws: `notFound` if the folder doesn't exist. `notEnoughSpace`, `permissionDenied`, `ioFailure`.
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

    /// Renames a file that another component wrote, in the same folder, after syncing its bytes. Replaces a file with
    /// the new name.
    package static func rename(_ file: URL, to url: URL) throws(BlobStoreError) {
        let path = file.path(percentEncoded: false)
        try FileSystem.open(path, O_RDONLY).withDescriptor { descriptor throws(BlobStoreError) in
            try FileSystem.synchronize(descriptor, path: path)
        }
        try FileSystem.rename(path, to: url.path(percentEncoded: false))
        try FileSystem.synchronizeFolder(url.deletingLastPathComponent().path(percentEncoded: false))
    }

    /// Creates a folder and its missing parents, and makes their names durable.
    ///
    /// - Parameter permissions: The permissions of the folder. Its parents are ordinary folders that only their owner
    ///   may change.
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
