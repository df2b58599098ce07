internal import Foundation
internal import LibraryFiles
import Records

/// The paths of a library's blobs.
struct BlobLayout: Sendable {
    /// The path of the library's folder, without a slash at the end.
    let root: String
    /// The permissions of new files and folders.
    let permissions: LibraryPermissions

    var originals: String { "\(root)/originals" }
    var staging: String { "\(root)/staging" }
    /// The folder of blobs of which only some pieces are here.
    var partial: String { "\(root)/partial" }

    /// Returns the folder of all blobs whose digest starts with this byte.
    func folder(ofFirstByte byte: UInt8) -> String {
        "\(originals)/\(Self.name(ofFirstByte: byte))"
    }

    func blob(_ digest: BlobDigest) -> String {
        "\(folder(ofFirstByte: digest.firstByte))/\(digest.hexadecimal)"
    }

    /// Returns the folder with the pieces of a blob.
    func partialBlob(_ digest: BlobDigest) -> String { "\(partial)/\(digest.hexadecimal)" }

    /// Returns the folder of an intake's staged bytes.
    func stagingFolder(_ intake: UUID) -> String {
        "\(staging)/\(intake.uuidString)"
    }

    /// Returns the file whose lock shows that an intake is in progress.
    func stagingLock(_ intake: UUID) -> String {
        "\(staging)/\(intake.uuidString).lock"
    }

    private static func name(ofFirstByte byte: UInt8) -> String {
        CollectionOfOne(byte).hexadecimal
    }
}
