import Foundation
import PhotoLibrary

/// A block of changes, from its call to its commit.
struct ChangeBlock {
    let session: PhotoLibrarySession

    /// Runs the block, asks the user for decisions such as deletions and edits, and commits. Blocks until the change is
    /// on disk.
    ///
    /// - Throws: An `NSError` of `PHPhotosErrorDomain`. In that case, nothing has changed.
    func perform(_ block: () -> Void) throws {
        // The temporary files of edits exist until the commit, even if the client has released its output.
        let (operations, renderings) = ChangeRecording.record(block)
        guard !operations.isEmpty else { return }
        do {
            let transaction = Transaction(operations)
            // Reports known failures before asking the user.
            try transaction.validate()
            let access = try session.askForChanging(onlyToAdd: transaction.onlyAdds)
            let view = try session.openedLibrary().view(for: .client(session.client, access: access))
                .committing(while: session.commitCondition)
            let request = try view.consentRequest(in: transaction)
            if let request { try confirm(request) }
            try view.commit(
                transaction, confirmedRemovals: request?.deletion.assets, confirmed: request?.deletion)
        } catch {
            throw NSError.photos(error)
        }
        for files in renderings { files.remove() }
    }

    private func confirm(_ request: ConsentRequest) throws {
        switch session.mayChange(request) {
        case true?: return
        case false?: throw RequestFailure.refusedChange(session.complaintAboutConfirmation)
        case nil: throw RequestFailure.unconfirmedChange
        }
    }
}
