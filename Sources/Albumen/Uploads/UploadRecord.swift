package import Foundation
package import Records

/// The state of an upload, as its file on the disk keeps it.
package struct UploadRecord: Codable, Sendable, Equatable {
    /// 32 random hexadecimal digits.
    package let identifier: String
    package internal(set) var filename: String
    /// The number of bytes of the file, or `nil` while the sender hasn't stated it.
    package internal(set) var length: Int64?
    /// The SHA-256 that the sender stated, in hexadecimal digits.
    let sha256: String?
    /// The date when the sender's file was last changed.
    package internal(set) var fileDate: Date?
    /// The UUID of the album that the asset joins.
    package let album: String?
    /// The files that a sender adds at one time.
    package let delivery: Delivery
    /// The number of earlier files of the delivery with the same name.
    var namesake: Int
    /// The sender's name, for people.
    package let sender: String
    /// Where the sender has put the file, if it has an inbox.
    package let place: InboxPlace?
    package let part: InboxPart?
    package let created: Date
    package internal(set) var lastUse: Date
    /// The number of bytes that are durable.
    package internal(set) var offset: Int64
    /// Whether all bytes have arrived.
    package internal(set) var isComplete: Bool
    /// Whether all bytes have arrived and the sender can still rename or replace the file. It then doesn't expire.
    package internal(set) var isHeld: Bool?

    package struct Delivery: Codable, Sendable, Hashable {
        /// The identifier that the sender chose.
        package let identifier: String
        /// The UUID of the album that records the import.
        package let importAlbum: String
        package let began: Date
    }

    package var digest: BlobDigest? { sha256.flatMap { BlobDigest(hexadecimal: $0) } }
}

/// A request to upload a file.
package struct UploadRequest: Sendable {
    package var filename: String
    package var length: Int64?
    package var digest: BlobDigest?
    package var fileDate: Date?
    package var album: String?
    /// The identifier of the files that are added at one time, or `nil` for a file by itself.
    package var delivery: String?
    package var sender: String
    package var place: InboxPlace?
    package var part: InboxPart?

    package init(
        filename: String, length: Int64? = nil, digest: BlobDigest? = nil, fileDate: Date? = nil, album: String? = nil,
        delivery: String? = nil, sender: String, place: InboxPlace? = nil, part: InboxPart? = nil
    ) {
        self.filename = filename
        self.length = length
        self.digest = digest
        self.fileDate = fileDate
        self.album = album
        self.delivery = delivery
        self.sender = sender
        self.place = place
        self.part = part
    }
}

/// What became of an uploaded file.
package enum UploadOutcome: Sendable, Equatable {
    /// The file is a new asset, or a part of one.
    case added(asset: String)
    /// The library had the file. `asset` is missing if it was deleted since.
    case known(asset: String?)
    /// The library has the file in Recently Deleted.
    case trashed(asset: String)
    /// The file isn't a photo or video that Albumen reads.
    case refused(reason: String)

    package var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}

/// An upload as its sender sees it.
package struct UploadStatus: Sendable, Equatable {
    package internal(set) var record: UploadRecord
    /// What became of the file, or `nil` if it isn't in the library yet.
    package var outcome: UploadOutcome?
    /// Why the library couldn't take in the complete file at the last attempt.
    package var failure: String?
    /// Whether a request sends bytes now.
    package var isActive = false
}
