import Albumen
import Foundation
import Records

/// An upload, as its sender sees it.
struct UploadDocument: Encodable {
    let upload: String
    let name: String
    /// The number of durable bytes.
    let offset: Int64
    @OrNull var length: Int64?
    /// `receiving`, `waiting` for the library, `added`, `known`, `deleted` or `refused`.
    let state: String
    /// The photo or video that the file belongs to, or `null`.
    @OrNull var asset: String?
    /// Why the file was refused or has to wait, or `null`.
    @OrNull var reason: String?
    /// The SHA-256 that the sender stated, or `null`.
    @OrNull var sha256: String?
    let sender: String
    @OrNull var delivery: String?
    @OrNull var album: String?
    /// The album that records the import.
    let importAlbum: String
    /// Milliseconds since 1970.
    let created: Int64

    init(_ status: UploadStatus) {
        let record = status.record
        (upload, name, offset, length) = (record.identifier, record.filename, record.offset, record.length)
        (sender, delivery, album) = (record.sender, record.delivery.identifier, record.album)
        importAlbum = record.delivery.importAlbum
        created = Int64(record.created.timeIntervalSince1970 * 1_000)
        sha256 = record.digest?.description
        reason = status.failure
        switch status.outcome {
        case nil: state = record.isComplete ? "waiting" : "receiving"
        case .added(let asset): (state, self.asset) = ("added", asset)
        case .known(let asset): (state, self.asset) = ("known", asset)
        case .trashed(let asset): (state, self.asset) = ("deleted", asset)
        case .refused(let reason): (state, self.reason) = ("refused", reason)
        }
    }
}

struct UploadsDocument: Encodable {
    let uploads: [UploadDocument]
}

/// The files of a request that the library has, by their SHA-256.
struct KnownFilesDocument: Encodable {
    struct Known: Encodable {
        /// `known`, or `deleted` if the photo is in Recently Deleted.
        let state: String
        let asset: String

        init(_ file: KnownFile) {
            switch file {
            case .present(let asset): (state, self.asset) = ("known", asset)
            case .trashed(let asset): (state, self.asset) = ("deleted", asset)
            }
        }
    }

    let known: [String: Known]
}
