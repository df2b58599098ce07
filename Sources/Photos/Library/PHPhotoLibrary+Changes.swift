import Foundation

extension PHPhotoLibrary {
    /// Changes the library: the requests made in the block are committed together, or none of them.
    ///
    /// Returns at once. The block runs later, after the blocks that were given before it; fetches in it find the state
    /// before it. When it is over, the user is asked where that is needed: once about a deletion, and for access where
    /// the app has none yet, for which creating assets needs no more than adding. A block without requests succeeds.
    ///
    /// Change blocks cannot be nested: a call from inside a block stops the program. In Swift's language mode 6, write
    /// `{ @Sendable in … }` where a block or handler stands in code of the main actor.
    ///
    /// The errors are ``PHPhotosError``s: 3072 where the user refused a deletion or nobody could be asked, 3300 for an
    /// object that cannot be changed like this, 3301 for indexes that do not fit, 3302 and 3303 for a file that is no
    /// picture or video or is missing, 3305 where the disk is full, 3310 and 3311 without access, 3114, 3142 and 3143
    /// where the library went away, -1 for everything else.
    ///
    /// - Parameters:
    ///   - changeBlock: called once, on a serial queue of the library's.
    ///   - completionHandler: called once, on that queue, after the change is on the disk or has failed. The library's
    ///     observers hear of the change first, unless they take more than half a second. Blocks that were given meanwhile
    ///     may have run.
    public func performChanges(
        _ changeBlock: @escaping () -> Void, completionHandler: ((Bool, (any Error)?) -> Void)? = nil
    ) {
        requireNoBlock(for: "performChanges")
        let session = PhotoLibrarySession.current
        let call = UncheckedSendable((block: changeBlock, completion: completionHandler))
        session.changes.async {
            let failure: (any Error)?
            do {
                try ChangeBlock(session: session).perform(call.value.block)
                failure = nil
            } catch {
                failure = error
            }
            session.completeChange { call.value.completion?(failure == nil, failure) }
        }
    }

    /// Changes the library, as `performChanges(_:completionHandler:)`, and returns when the change is on the disk.
    ///
    /// - Throws: a ``PHPhotosError``. Then nothing was changed.
    nonisolated(nonsending) public func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            performChanges(changeBlock) { _, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// Changes the library, as `performChanges(_:completionHandler:)`, and waits until the change is on the disk, also
    /// while the user thinks. The block comes after those that were given before it; from a completion handler it runs
    /// at once.
    ///
    /// - Throws: a ``PHPhotosError``. Then nothing was changed.
    public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        requireNoBlock(for: "performChangesAndWait")
        let session = PhotoLibrarySession.current
        try session.changes.sync { try ChangeBlock(session: session).perform(changeBlock) }
    }

    private func requireNoBlock(for call: String) {
        guard ChangeRecording.current != nil else { return }
        raiseInvalidArgument(
            "\(call) was called inside a change block. Blocks cannot be nested: put all requests into one block, or "
                + "call it from the completion handler.")
    }
}
