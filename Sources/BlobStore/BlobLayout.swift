internal import Foundation
internal import LibraryFiles

/// Where a library's blobs lie.
struct BlobLayout: Sendable {
    /// Of the library's folder, without a slash at the end.
    let root: String
    /// Those of new files and folders.
    let permissions: LibraryPermissions

    var originals: String { "\(root)/originals" }
    var staging: String { "\(root)/staging" }

    /// The folder of all blobs whose digest begins with this byte.
    func folder(ofFirstByte byte: UInt8) -> String {
        "\(originals)/\(Self.name(ofFirstByte: byte))"
    }

    func blob(_ digest: BlobDigest) -> String {
        "\(folder(ofFirstByte: digest.firstByte))/\(digest.hexadecimal)"
    }

    /// The bytes that an intake holds.
    func stagingFolder(_ intake: UUID) -> String {
        "\(staging)/\(intake.uuidString)"
    }

    /// The file whose lock says that an intake lives.
    func stagingLock(_ intake: UUID) -> String {
        "\(staging)/\(intake.uuidString).lock"
    }

    private static func name(ofFirstByte byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.utf8.count == 1 ? "0\(digits)" : digits
    }
}
