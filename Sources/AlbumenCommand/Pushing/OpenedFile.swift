import Albumen
import BlobStore
import Foundation
import Glibc
import Records
import SystemPackage

/// A file that is sent. Its bytes are hashed and sent through the same descriptor.
final class OpenedFile {
    let name: String
    let modificationDate: Date
    let descriptor: FileDescriptor
    let size: Int64
    let pushed: PushedDigest

    /// - Throws: `Errno` or `BlobStoreError` if the file can't be read.
    init(_ file: PushedFile) throws {
        // A name that isn't UTF-8 is sent with replacements, because JSON and HTTP have no other.
        (name, modificationDate) = (file.name, file.modificationDate)
        descriptor = try FileDescriptor.open(file.location, .readOnly, options: .closeOnExec)
        do {
            pushed = try PushedDigest(
                digest: BlobDigest(hashing: descriptor.rawValue, named: file.path), isSidecar: file.isSidecar,
                place: BlobDigest(hashing: Data(file.path.utf8)).description)
            size = try descriptor.seek(offset: 0, from: .end)
        } catch {
            try descriptor.close()
            throw error
        }
    }

    /// Whether the file isn't shorter than when it was hashed.
    var hasItsSize: Bool { (try? descriptor.seek(offset: 0, from: .end)) ?? 0 >= size }

    // Nothing was written, so closing can't lose anything.
    deinit { try? descriptor.close() }
}

/// What names a file on both sides.
struct PushedDigest {
    let digest: BlobDigest
    /// Whether it describes another file. The library may have the same bytes from another sidecar, which says nothing of
    /// this one.
    let isSidecar: Bool
    /// A name for the file's path.
    let place: String
}
