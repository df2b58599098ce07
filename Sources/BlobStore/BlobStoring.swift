package import Foundation
package import Records

/// A store of immutable bytes, named by their SHA-256.
///
/// A blob appears completely or not at all, and is never rewritten or renamed. Any thread can call the methods, at
/// the same time as others, and so can several processes with one store. All methods block while the disk or network
/// is busy. They throw `permissionDenied` and `ioFailure` if the store fails. Each method documents its other errors.
///
/// `BlobStoreConformance` in the tests checks all implementations.
package protocol BlobStoring: Sendable {
    /// Returns whether the store has a blob. Another thread or process can remove it at any time unless the caller
    /// holds the catalog's write lock. Doesn't check the blob's bytes.
    func contains(_ digest: BlobDigest) throws(BlobStoreError) -> Bool

    /// Returns the blob's stored size in bytes, or `nil` if the store has no such blob.
    func size(of digest: BlobDigest) throws(BlobStoreError) -> Int64?

    /// Opens a blob for reading. The file closes when its last reference is released, and stays readable after
    /// `remove`.
    ///
    /// - Throws: `notFound` if the store has no such blob. `tooManyOpenFiles`.
    func open(_ digest: BlobDigest) throws(BlobStoreError) -> OpenFile

    /// Reads all bytes of a blob and compares them with its digest. A missing or damaged blob is a result, not an
    /// error.
    ///
    /// - Parameter progress: Called on this thread with the number of bytes read so far, in ascending order. Returns
    ///   whether to continue.
    /// - Throws: `cancelled` if `progress` returns `false`. `ioFailure` if the disk can't read the bytes.
    func verify(
        _ digest: BlobDigest, progress: (_ bytesRead: Int64) -> Bool
    ) throws(BlobStoreError) -> BlobCondition

    /// Returns the digests of at most `limit` blobs in ascending order, starting after a given one, or with the first
    /// for `nil`. Returns an empty list if there are no more. The result may or may not contain a blob that appears
    /// or disappears between two pages. It contains all other blobs exactly once.
    ///
    /// - Complexity: O(*l* + *n* / 256) memory for a limit of *l* in a store of *n* blobs.
    func digests(after digest: BlobDigest?, limit: Int) throws(BlobStoreError) -> [BlobDigest]

    /// Removes a blob. Open files stay readable. The caller holds the catalog's write lock and has checked that no
    /// row refers to the blob. After a power failure, the blob may exist again as an orphan.
    ///
    /// - Returns: Whether the blob existed. A missing blob isn't an error.
    @discardableResult
    func remove(_ digest: BlobDigest) throws(BlobStoreError) -> Bool

    /// Starts an intake. The caller ends it with `finish()`.
    func makeIntake() throws(BlobStoreError) -> any BlobIntake
}

extension BlobStoring {
    package func verify(_ digest: BlobDigest) throws(BlobStoreError) -> BlobCondition {
        try verify(digest) { _ in true }
    }

    /// Calls a closure with all digests in ascending order.
    package func forEachDigest<Failure: Error>(_ body: (BlobDigest) throws(Failure) -> Void) throws {
        var last: BlobDigest?
        while true {
            let page = try digests(after: last, limit: 4096)
            guard let end = page.last else { return }
            for digest in page { try body(digest) }
            last = end
        }
    }

    /// Returns the stored bytes of a small blob, without comparing them with the digest.
    ///
    /// - Parameter limit: The largest number of bytes to read.
    /// - Throws: `notFound`. `limitExceeded` if the blob is larger.
    package func read(_ digest: BlobDigest, atMost limit: Int) throws(BlobStoreError) -> Data {
        try open(digest).withDescriptor { descriptor throws(BlobStoreError) in
            let source = try SourceFile(descriptor: descriptor, name: "Blob \(digest)", role: .stored)
            guard source.size <= limit else {
                throw BlobStoreError(
                    .limitExceeded,
                    "Blob \(digest) has \(source.size) bytes, more than the \(limit) that were asked for. "
                        + "Read it as a file."
                )
            }
            var data = Data(capacity: Int(source.size))
            try source.read { piece throws(BlobStoreError) in data.append(contentsOf: piece) }
            return data
        }
    }
}
