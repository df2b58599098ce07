package import Foundation

/// Takes bytes into a store, so that none is lost on the way. One serves an import from beginning to end.
///
/// For each group of files: `stage` each (several threads may), `commit` them together, begin the catalog's
/// transaction, `restore` each while holding its write lock, commit the transaction, `release`. The staged copy stays
/// until `release`, also of a blob that the store had before, because a purge in another process can remove that blob
/// until the catalog names it.
///
/// A crash before `commit` leaves nothing but staged bytes, which the next sweep removes; one after it leaves at most
/// a blob that no catalog names. An intake that goes away without `finish()` is like a crash.
///
/// All calls may come from any thread, at the same time, and block while the disk works. After `finish()` all throw
/// `intakeFinished`; those that change the store throw `notEnoughSpace`, `permissionDenied` and `ioFailure`.
package protocol BlobIntake: AnyObject, Sendable {
    /// Copies a file, hashing it in the same pass. The file may be a symbolic link to a regular one.
    ///
    /// - Throws: `sourceUnreadable`; `sourceChanged` when it was written to meanwhile. Nothing stays staged then.
    func stage(fileAt url: URL) throws(BlobStoreError) -> StagedBlob

    /// Copies an open regular file from its first byte to its last. The caller keeps the descriptor and closes it; its
    /// own position stays as it is.
    ///
    /// - Parameter name: what errors call the file.
    /// - Throws: as `stage(fileAt:)`.
    func stage(descriptor: Int32, named name: String) throws(BlobStoreError) -> StagedBlob

    /// Stages bytes in memory.
    func stage(_ data: Data) throws(BlobStoreError) -> StagedBlob

    /// Stages bytes that come piece by piece, as they do over a network.
    ///
    /// - Parameter next: the next piece; nil at the end. Called on this thread.
    /// - Throws: what `next` throws; nothing stays staged then.
    func stage(pieces next: () throws -> Data?) throws -> StagedBlob

    /// Makes the bytes durable and gives them their names in the store; both hold when this returns.
    ///
    /// A blob that the store has in the right size stays as it is; one of another size (a torn disk) is replaced.
    /// Doing it twice is no error. After an error any of the blobs may be in the store, and none need be.
    ///
    /// - Throws: `notFound` when a blob was released, or is another intake's, or could not be made durable before.
    func commit(_ staged: [StagedBlob]) throws(BlobStoreError)

    /// Makes sure that the store still has a committed blob, and puts it there again if a purge has removed it since.
    /// The caller holds the catalog's write lock, and no purge runs without it.
    ///
    /// - Returns: whether it had to be put there again.
    /// - Throws: `notFound` as `commit` does, when the staged copy would be needed.
    @discardableResult
    func restore(_ staged: StagedBlob) throws(BlobStoreError) -> Bool

    /// Drops staged copies: after the catalog's transaction, or of blobs that are not wanted after all. What is in the
    /// store stays there. Dropping twice is no error. What cannot be removed now goes with `finish()`.
    func release(_ staged: [StagedBlob])

    /// Drops all that is staged and ends the intake. What cannot be removed now goes with the next sweep. Doing it
    /// twice is no error.
    func finish()
}
