package import Cancellation
package import Foundation
package import Records

/// A place outside the library that stores blobs and small documents, such as a bucket or a folder on another disk.
///
/// A place is untrusted and slow. Nothing is transferred before a client or the user allows it. No object is ever
/// overwritten, except for advice (`overwrite(_:with:)`): the name of a blob is derived from its content, and the names of
/// other objects have an epoch or a generation.
///
/// Any thread can call it, also at the same time as others. All calls block, except `download`. They retry failures
/// that pass, such as a lost connection, for some seconds. They throw `RemoteBlobError`s.
package protocol RemoteBlobStore: Sendable {
    /// The address for people, such as `s3://bucket/prefix`.
    var address: String { get }

    /// For how long bytes that were read and had their digest are known to be unchanged, in seconds, if the place still has
    /// an object of their size. Infinite for a place that checks its objects' bytes itself.
    var trustedAge: TimeInterval { get }

    /// Whether the place can be replaced by an empty one between two calls, as a folder whose disk is detached. Then a missing
    /// object alone proves nothing.
    var canBeDetached: Bool { get }

    /// Returns an object's size in bytes, or `nil` if it's missing.
    func size(of name: RemoteName, _ cancellation: WorkCancellation) throws -> Int64?

    /// Starts to download an object. Doesn't wait for the network. Network errors occur when the first bytes are read.
    /// Nothing checks the bytes. `download(_:)` does, and `PartialBlob` checks pieces.
    ///
    /// - Parameter range: The wanted bytes, or `nil` for all. A range that ends behind the object is cut.
    func download(_ name: RemoteName, range: Range<Int64>?) throws -> any BlobDownload

    /// Uploads an object from a file, or continues an upload that was interrupted. Afterwards the place has verified bytes
    /// with the digest of `upload`, which may have been there before. The object's name appears only when it's whole.
    ///
    /// Failed and cancelled uploads keep their parts in the place, so that they can continue. Call `abandon` to remove
    /// the parts.
    ///
    /// - Parameters:
    ///   - upload: A new upload, or the value that `save` received last, perhaps in another process.
    ///   - file: The file with the bytes. It must not change. It's read by offset.
    ///   - progress: Called with the number of sent bytes, in ascending order, on the calling thread.
    ///   - save: Called after each step that another process must know to continue. If it throws, the upload fails with
    ///     the same error.
    /// - Throws: `sourceDamaged` if the file doesn't have the digest of `upload`. `damaged` if the place has other bytes
    ///   under the name of the object, or changed the bytes in the transfer.
    func upload(
        _ upload: RemoteUpload, from file: OpenFile, _ cancellation: WorkCancellation,
        progress: @escaping @Sendable (Int64) -> Void, save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob

    /// Removes the parts of an upload that will not continue. A missing upload isn't an error.
    func abandon(_ upload: UnfinishedUpload, _ cancellation: WorkCancellation) throws

    /// Returns a page of the uploads that haven't ended, for example those of processes that were killed.
    ///
    /// - Parameter position: `next` of the page before, or `nil` for the first page.
    func unfinishedUploads(
        after position: String?, _ cancellation: WorkCancellation
    ) throws -> RemotePage<UnfinishedUpload>

    /// Returns a page of the objects whose names begin with a text, in an order of the place.
    ///
    /// - Parameters:
    ///   - prefix: The start of the names, such as `originals/`, or an empty text.
    ///   - position: `next` of the page before, or `nil` for the first page.
    ///   - limit: The largest number of objects, at most 1,000.
    func list(
        _ prefix: String, after position: String?, limit: Int, _ cancellation: WorkCancellation
    ) throws -> RemotePage<RemoteObject>

    /// Removes an object. A missing object isn't an error.
    func remove(_ name: RemoteName, _ cancellation: WorkCancellation) throws

    /// Returns the bytes of a document, or `nil` if it's missing.
    ///
    /// - Throws: `misbehaving` for a document of more than `RemoteName.documentLimit` bytes.
    func document(_ name: RemoteName, _ cancellation: WorkCancellation) throws -> Data?

    /// Stores a document, unless its name is taken.
    ///
    /// If the place doesn't support that condition, checks before and after: see `docs/place.md` for what remains.
    ///
    /// - Returns: Whether the place has this document now. `false` if the name has other bytes.
    func putDocument(_ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation) throws -> Bool

    /// Creates a document under the condition that its name is free, and determines whether this call created it.
    ///
    /// If the answer of the place is lost, reads the document and compares its bytes. So the bytes must differ from those of
    /// each other caller, for example by a random number.
    ///
    /// - Throws: `withoutConditions` if the place doesn't support that condition, or stored the document in spite of it.
    ///   After other errors, the document may be stored later. Repeat the call with the same bytes.
    func createDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation

    /// Stores a document of advice, and replaces an earlier one. The only call that overwrites an object.
    func overwrite(_ advice: RemoteAdvice, with data: Data, _ cancellation: WorkCancellation) throws
}

extension RemoteBlobStore {
    package var canBeDetached: Bool { false }

    /// Removes the parts of an upload that will not continue, if it has started.
    package func abandon(_ upload: RemoteUpload, _ cancellation: WorkCancellation) throws {
        guard let reference = upload.reference else { return }
        try abandon(UnfinishedUpload(upload.name, reference: reference, start: nil), cancellation)
    }

    /// Starts to download a blob. Its bytes are checked: the download fails with `damaged` at their end if they have
    /// another digest.
    package func download(_ digest: BlobDigest) throws -> any BlobDownload {
        try download(.original(digest), checking: digest)
    }

    /// Starts to download an object. The download fails with `damaged` at the end of the bytes if they have another digest.
    package func download(_ name: RemoteName, checking digest: BlobDigest) throws -> any BlobDownload {
        CheckedDownload(try download(name, range: nil), of: name, digest)
    }

    /// Reads the bytes of a blob as `verify` does. Reads them again if they have another digest, because they may have
    /// changed on their way.
    package func verifyTwice(
        _ digest: BlobDigest, _ cancellation: WorkCancellation, progress: (Int64) -> Void = { _ in }
    ) throws {
        do {
            try verify(digest, cancellation, progress: progress)
        } catch let error as RemoteBlobError where error.code == .damaged {
            try verify(digest, cancellation)
        }
    }

    /// Reads the bytes of a blob in the place and compares them with its digest.
    ///
    /// - Throws: `damaged`, or `notFound` if the place has no such blob.
    package func verify(
        _ digest: BlobDigest, _ cancellation: WorkCancellation, progress: (Int64) -> Void = { _ in }
    ) throws {
        try verify(.original(digest), has: digest, cancellation, progress: progress)
    }

    /// Reads the bytes of an object in the place and compares them with a digest.
    ///
    /// - Throws: `damaged`, or `notFound` if the place has no such object.
    package func verify(
        _ name: RemoteName, has digest: BlobDigest, _ cancellation: WorkCancellation,
        progress: (Int64) -> Void = { _ in }
    ) throws {
        let download = try download(name, checking: digest)
        defer { download.cancel() }
        var count: Int64 = 0
        try cancellation.whileWaking {
            download.cancel()
        } while: {
            while let piece = try download.next() {
                count += Int64(piece.count)
                progress(count)
            }
        }
    }
}

/// A download in progress. One thread reads it, and any thread can cancel it.
package protocol BlobDownload: Sendable {
    /// The number of its bytes, available with the first bytes. Further bytes don't belong to it.
    var size: Int64 { get }

    /// Returns the next bytes, or `nil` at the end. Blocks while the network is busy.
    ///
    /// - Throws: `RemoteBlobError`. `cancelled` soon after `cancel()`.
    func next() throws -> Data?

    /// Cancels the download without waiting. Has no effect after its end.
    func cancel()
}
