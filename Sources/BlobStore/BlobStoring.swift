package import Foundation

/// Immutable bytes, named by their SHA-256.
///
/// A blob appears whole or not at all, is never rewritten and never renamed. All calls may come from any thread, at the
/// same time, and from several processes on one store. All of them block for as long as the disk or network takes.
/// They throw `permissionDenied` and `ioFailure` when the store itself fails; other errors are told at each call.
///
/// `BlobStoreConformance` in the tests holds every implementation to this.
package protocol BlobStoring: Sendable {
    /// Whether the store has a blob of this name. It may be gone a moment later, when another thread or process
    /// removes it: who needs it to stay must hold the catalog's write lock. Says nothing about the state of its bytes.
    func contains(_ digest: BlobDigest) throws(BlobStoreError) -> Bool

    /// The blob's size in bytes, as stored; `nil` when the store has no such blob.
    func size(of digest: BlobDigest) throws(BlobStoreError) -> Int64?

    /// Opens a blob for reading. The file closes with the last reference to it, and stays readable after `remove`.
    ///
    /// - Throws: `notFound` when the store has no such blob; `tooManyOpenFiles`.
    func open(_ digest: BlobDigest) throws(BlobStoreError) -> OpenFile

    /// Reads all of a blob's bytes and compares. Absence and damage are answers, not errors.
    ///
    /// - Parameter progress: called on this thread with the bytes read so far, in rising order; answers whether to go on.
    /// - Throws: `cancelled` when `progress` answers `false`; `ioFailure` when the disk does not give the bytes.
    func verify(
        _ digest: BlobDigest, progress: (_ bytesRead: Int64) -> Bool
    ) throws(BlobStoreError) -> BlobCondition

    /// The names of blobs in rising order, at most `limit` of them, beginning after the given one (`nil`: with the
    /// first). Empty when there are no more. A blob that comes or goes between two pages may be told or not; every
    /// other blob is told exactly once. Memory is bounded by `limit` and by a 256th of the store.
    func digests(after digest: BlobDigest?, limit: Int) throws(BlobStoreError) -> [BlobDigest]

    /// Removes a blob; who has it open can read on. The caller holds the catalog's write lock and has made sure that
    /// nothing names the blob. After a power cut the blob may be there again, as an orphan.
    ///
    /// - Returns: whether it was there: absence is no error.
    @discardableResult
    func remove(_ digest: BlobDigest) throws(BlobStoreError) -> Bool

    /// Begins to take in blobs. The caller ends it with `finish()`.
    func makeIntake() throws(BlobStoreError) -> any BlobIntake
}

extension BlobStoring {
    package func verify(_ digest: BlobDigest) throws(BlobStoreError) -> BlobCondition {
        try verify(digest) { _ in true }
    }

    /// Names all blobs in rising order, page by page.
    package func forEachDigest<Failure: Error>(_ body: (BlobDigest) throws(Failure) -> Void) throws {
        var last: BlobDigest?
        while true {
            let page = try digests(after: last, limit: 4096)
            guard let end = page.last else { return }
            for digest in page { try body(digest) }
            last = end
        }
    }

    /// A small blob's bytes, as they are stored: they are not compared with the digest.
    ///
    /// - Parameter limit: the most bytes to read.
    /// - Throws: `notFound`; `limitExceeded` when the blob is larger.
    package func read(_ digest: BlobDigest, atMost limit: Int) throws(BlobStoreError) -> Data {
        try open(digest).withDescriptor { descriptor throws(BlobStoreError) in
            let source = try SourceFile(descriptor: descriptor, name: "Blob \(digest)", role: .stored)
            guard source.size <= limit else {
                throw BlobStoreError(
                    .limitExceeded,
                    "Blob \(digest) has \(source.size) bytes, more than the \(limit) that were asked for. Read it as a file."
                )
            }
            var data = Data(capacity: Int(source.size))
            try source.read { piece throws(BlobStoreError) in data.append(contentsOf: piece) }
            return data
        }
    }
}
