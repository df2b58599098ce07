package import Foundation
package import LibraryFiles

extension FileTransfer {
    /// Copies one file that no program writes to, such as a closed database. Replaces a file with the new name.
    ///
    /// - Throws: `notFound` if there is no such file, `notEnoughSpace`, `ioFailure`.
    package static func copy(
        _ file: URL, to other: URL, kind: LibraryPermissions.Kind = .file, _ permissions: LibraryPermissions
    ) throws(BlobStoreError) {
        let (source, target) = (file.path(percentEncoded: false), other.path(percentEncoded: false))
        if let clone = try CheckedCopy(cloning: source, as: target, kind, permissions) {
            return try CheckedCopy.finish([clone])
        }
        let copy = try CheckedCopy(
            of: source, as: target, kind, permissions, shouldStop: { false }, progress: { _ in })
        try CheckedCopy.finish([copy])
    }
}
