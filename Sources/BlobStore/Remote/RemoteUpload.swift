package import Foundation
package import Records

/// An upload of an object to a place: its name, its content, and its finished parts. The catalog stores it, so that another
/// process can continue the upload.
///
/// The object is an original, or another immutable object such as a segment of the catalog.
package struct RemoteUpload: Hashable, Sendable, Codable {
    /// A part that the place has.
    package struct Part: Hashable, Sendable, Codable {
        /// The part's number, from 1.
        package let number: Int
        /// The digest of the sent bytes.
        package let digest: BlobDigest
        /// The place's name for the part (S3's `ETag`). Nothing is derived from it.
        package let tag: String
        /// Whether the place confirmed the digest of the bytes that it received.
        package let isConfirmed: Bool

        package init(number: Int, digest: BlobDigest, tag: String, isConfirmed: Bool) {
            self.number = number
            self.digest = digest
            self.tag = tag
            self.isConfirmed = isConfirmed
        }
    }

    /// The size of the pieces with known digests, in bytes. A part consists of whole pieces.
    package static let pieceSize: Int64 = 8 << 20
    /// The largest number of parts. It's S3's limit.
    package static let partLimit: Int64 = 10_000

    /// The name of the object in the place.
    package let name: RemoteName
    package let digest: BlobDigest
    /// The object's size in bytes.
    package let size: Int64
    /// The date of the content, or `nil` if it doesn't matter. A store keeps it in the metadata `litestream-timestamp`, and
    /// a folder as the file's modification time. Places don't compare it: an object that was there before keeps its date.
    package let date: Date?
    /// The size of each part except the last one, in bytes.
    package let partSize: Int64
    /// The place's name for an upload in parts, or `nil` if it hasn't started.
    package var reference: String?
    /// The finished parts, by number.
    package var parts: [Part] = []

    /// Creates an upload of an original.
    package init(of digest: BlobDigest, size: Int64) {
        self.init(.original(digest), digest: digest, size: size)
    }

    /// Creates an upload of any object.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of the content.
    ///   - size: The size of the content in bytes.
    ///   - date: The date of the content, with a precision of milliseconds.
    package init(_ name: RemoteName, digest: BlobDigest, size: Int64, date: Date? = nil) {
        self.name = name
        self.digest = digest
        self.size = size
        self.date = date
        let pieces = (size + Self.pieceSize - 1) / Self.pieceSize
        partSize = max(1, (pieces + Self.partLimit - 1) / Self.partLimit) * Self.pieceSize
    }

    /// The number of parts. An empty object has one.
    package var partCount: Int { Int(max(1, (size + partSize - 1) / partSize)) }

    /// Returns the bytes of a part.
    package func range(ofPart number: Int) -> Range<Int64> {
        let start = Int64(number - 1) * partSize
        return start..<min(size, start + partSize)
    }
}
