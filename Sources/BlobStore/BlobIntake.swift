package import Foundation

/// Adds bytes to a store without losing any. One intake serves an entire import.
///
/// For each group of files:
/// 1. `stage` each file. Several threads can do this.
/// 2. `commit` them together.
/// 3. Start the catalog's transaction, and `restore` each blob while it holds the write lock.
/// 4. Commit the transaction.
/// 5. `release` the blobs.
///
/// The staged copy exists until `release`, even if the store already had the blob. A purge in another process can
/// remove that blob until the catalog refers to it.
///
/// A crash before `commit` leaves only staged bytes, which the next sweep deletes. A crash after it leaves at most a
/// blob to which no catalog refers. An intake that is deallocated without `finish()` has the same effect as a crash.
///
/// Any thread can call the methods, also at the same time as others. They block while the disk is busy. After
/// `finish()`, all of them throw `intakeFinished`. Methods that change the store throw `notEnoughSpace`,
/// `permissionDenied` and `ioFailure`.
package protocol BlobIntake: AnyObject, Sendable {
    /// Copies a file and hashes it in the same pass. The file may be a symbolic link to a regular file.
    ///
    /// - Throws: `sourceUnreadable`, or `sourceChanged` if the file changed meanwhile. In both cases, nothing stays
    ///   staged.
    func stage(fileAt url: URL) throws(BlobStoreError) -> StagedBlob

    /// Copies an open regular file from its first to its last byte. The caller keeps and closes the descriptor. Its
    /// position doesn't change.
    ///
    /// - Parameter name: The name of the file in errors.
    /// - Throws: The same errors as `stage(fileAt:)`.
    func stage(descriptor: Int32, named name: String) throws(BlobStoreError) -> StagedBlob

    /// Stages a complete file of the library itself without copying it: links it, and hashes it. Nothing may write to the
    /// file any more, and its mode must be that of an original. Copies the file if the file system has no hard links.
    ///
    /// - Parameters:
    ///   - descriptor: The open file, which the caller keeps and closes.
    ///   - path: The file's path, on the same file system.
    /// - Throws: The same errors as `stage(descriptor:named:)`. `sourceChanged` if the path leads to another file.
    func stage(takingOver descriptor: Int32, at path: String) throws(BlobStoreError) -> StagedBlob

    /// Stages bytes in memory.
    func stage(_ data: Data) throws(BlobStoreError) -> StagedBlob

    /// Stages bytes that arrive in pieces, for example over a network.
    ///
    /// - Parameter write: Passes the pieces in their order. Called on this thread.
    /// - Throws: The errors of `write`. In that case, nothing stays staged.
    func stage(pieces write: (_ append: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws -> StagedBlob

    /// Stages bytes that are a part of another staged blob, such as the video of a motion photo. They aren't copied: the
    /// store finds them by the row that names their container. `commit`, `restore` and `release` do nothing for them, so
    /// the caller passes the container as well.
    ///
    /// - Parameter range: The bytes, within those of the container.
    func stage(_ range: Range<Int64>, of container: StagedBlob) throws(BlobStoreError) -> StagedBlob

    /// Opens the staged copy for reading, and passes its descriptor, which is closed afterwards.
    ///
    /// - Throws: `notFound` if the blob was released or belongs to another intake, and the errors of `body`.
    func withDescriptor<Value>(of staged: StagedBlob, _ body: (Int32) throws -> Value) throws -> Value

    /// Makes the bytes durable and gives them their names in the store, before it returns.
    ///
    /// Keeps a blob that exists with the right size, and replaces one with another size, which a failing disk can
    /// cause. Committing a blob twice isn't an error. After an error, the store may contain any of the blobs.
    ///
    /// - Throws: `notFound` if a blob was released, belongs to another intake, or couldn't be made durable before.
    func commit(_ staged: [StagedBlob]) throws(BlobStoreError)

    /// Restores a committed blob if a purge has removed it since. The caller holds the catalog's write lock, which a
    /// purge needs, too.
    ///
    /// - Returns: Whether the blob was restored.
    /// - Throws: `notFound`, like `commit`, if the staged copy is needed.
    @discardableResult
    func restore(_ staged: StagedBlob) throws(BlobStoreError) -> Bool

    /// Deletes staged copies after the catalog's transaction, or of blobs that aren't needed after all. Doesn't
    /// change the store. Releasing a copy twice isn't an error. If a copy can't be deleted now, `finish()` tries
    /// again.
    func release(_ staged: [StagedBlob])

    /// Deletes all staged copies and ends the intake. If a copy can't be deleted now, the next sweep tries again.
    /// Finishing twice isn't an error.
    func finish()
}
