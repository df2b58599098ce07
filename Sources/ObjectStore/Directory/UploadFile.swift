import BlobStore
import Foundation
import Records

/// The names of files in `.uploads`.
enum UploadFile {
    private static let objectStart = "object-"

    /// Returns a new name for the file of an upload.
    static func makeFile(of upload: RemoteUpload) throws -> String {
        "\(try start(upload)).\(UUID().uuidString)"
    }

    /// Returns a new name for the file of a document.
    static func makeDocumentFile() -> String { "document.\(UUID().uuidString)" }

    /// Returns whether a file is one of this upload.
    static func isFile(_ file: String, of upload: RemoteUpload) throws -> Bool {
        guard name(ofFile: file) != nil else { return false }
        return try file.hasPrefix(start(upload) + ".")
    }

    /// Returns the name of the object that a file will become, `documents` or `objects` if the file's name doesn't have it,
    /// or `nil` if no place wrote the file.
    static func name(ofFile file: String) -> RemoteName? {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, UUID(uuidString: String(parts[1])) != nil else { return nil }
        if parts[0] == "document" { return RemoteName("documents") }
        if parts[0].hasPrefix(objectStart) {
            return BlobDigest(hexadecimal: parts[0].dropFirst(objectStart.count)).flatMap { _ in RemoteName("objects") }
        }
        return BlobDigest(hexadecimal: parts[0]).map { .original($0) }
    }

    /// A name of an object can be longer than the name of a file, so the file has its digest.
    private static func start(_ upload: RemoteUpload) throws -> String {
        if upload.isOriginal { return upload.digest.hexadecimal }
        return objectStart + (try BlobDigest(hashing: Data(upload.name.text.utf8)).hexadecimal)
    }
}
