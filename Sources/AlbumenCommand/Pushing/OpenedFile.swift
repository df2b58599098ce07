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
    let digest: BlobDigest

    /// - Throws: `Errno` or `BlobStoreError` if the file can't be read.
    init(_ file: PushedFile) throws {
        // A name that isn't UTF-8 is sent with replacements, because JSON and HTTP have no other.
        (name, modificationDate) = (file.name, file.modificationDate)
        descriptor = try FileDescriptor.open(file.location, .readOnly, options: .closeOnExec)
        do {
            digest = try BlobDigest(hashing: descriptor.rawValue, named: file.path)
            size = try descriptor.seek(offset: 0, from: .end)
        } catch {
            try descriptor.close()
            throw error
        }
    }

    // Nothing was written, so closing can't lose anything.
    deinit { try? descriptor.close() }
}
