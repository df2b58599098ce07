import Albumen

/// A file in a sender's inbox.
struct InboxDocument: Encodable {
    /// `receiving`, `waiting` for the library or for the asset's other files, `added`, `known`, `deleted` or `refused`.
    let state: String
    /// The number of durable bytes.
    let offset: Int64
    @OrNull var length: Int64?
    /// Why the file was refused or has to wait, or `null`.
    @OrNull var reason: String?

    init(_ status: UploadStatus) {
        let document = UploadDocument(status)
        (state, offset, length, reason) = (document.state, document.offset, document.length, document.reason)
    }

    /// A file that the library has.
    init(_ file: KnownFile) {
        (state, offset) = (KnownFilesDocument.Known(file).state, 0)
    }
}
