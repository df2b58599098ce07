internal import CAlbumenSystem
package import Foundation
internal import Glibc
package import LibraryFiles
internal import SystemCalls
internal import SystemPackage

/// The way in which a file gets a second name or a copy in another folder.
package enum TransferMethod: String, Sendable, CaseIterable {
    /// The files share their blocks, and writing to one of them doesn't change the other. Reads no bytes.
    case cloned
    /// Both names are of one file. Reads no bytes.
    case linked
    /// All bytes are read, written and compared.
    case copied

    /// Returns the first method that works between two folders, which it tries with a small file.
    ///
    /// - Parameters:
    ///   - file: A file in the first folder.
    ///   - folder: The second folder, which must exist.
    package static func available(
        for file: URL, in folder: URL, _ permissions: LibraryPermissions
    ) throws(BlobStoreError) -> TransferMethod {
        let source = file.path(percentEncoded: false)
        let trial = folder.appending(path: ".trial", directoryHint: .notDirectory).path(percentEncoded: false)
        FileSystem.unlinkIfPossible(trial)
        defer { FileSystem.unlinkIfPossible(trial) }
        if try clone(source, to: trial, permissions) { return .cloned }
        FileSystem.unlinkIfPossible(trial)
        do throws(Errno) {
            try FileSystem.link(source, as: trial)
            return .linked
        } catch {
            // Another file system, one without links, or a file of another user.
            return .copied
        }
    }

    /// Makes a file that shares the blocks of another one.
    ///
    /// - Returns: `false` if the file systems can't do that. The new file is empty then.
    static func clone(
        _ file: String, to other: String, _ permissions: LibraryPermissions, _ kind: LibraryPermissions.Kind = .original
    ) throws(BlobStoreError) -> Bool {
        let source = try FileSystem.open(file, O_RDONLY)
        let target = try FileSystem.create(other, kind, permissions)
        return source.withDescriptor { from in
            target.withDescriptor { to in albumen_clone_file(from, to) == 0 }
        }
    }
}
