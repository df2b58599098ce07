import BlobStore
package import Foundation
import Records

/// How far a place has the changes of a library, as the process that sends them notes it in the library's folder.
///
/// These are some of the keys of the file; that process knows the others.
package struct BackupNote: Decodable, Sendable {
    /// The place has every change up to this one.
    package let storedChange: Int64
    /// Why the last attempt failed, for people.
    package let failure: String?
    /// Whether another copy of the library has become the owner.
    package let isReplaced: Bool

    /// The folder in which the changes for the place with an address are prepared.
    package static func folder(inLibrary library: URL, of address: String) throws -> URL {
        let digest = try BlobDigest(hashing: Data(address.utf8))
        return library.appending(path: "backup", directoryHint: .isDirectory)
            .appending(path: String(digest.hexadecimal.prefix(16)), directoryHint: .isDirectory)
    }

    package static func file(inFolder folder: URL) -> URL {
        folder.appending(path: "state.json", directoryHint: .notDirectory)
    }

    /// Returns `nil` if nothing was sent yet.
    package static func read(inLibrary library: URL, of address: String) throws -> BackupNote? {
        let file = file(inFolder: try folder(inLibrary: library, of: address))
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode(BackupNote.self, from: data)
    }
}
