import Albumen
import Foundation

/// A block of changes, from its call to its commit.
struct ChangeBlock {
    let session: PhotoLibrarySession

    /// Runs the block, asks the user for decisions such as deletions, and commits. Blocks until the change is on disk.
    ///
    /// - Throws: An `NSError` of `PHPhotosErrorDomain`. In that case, nothing has changed.
    func perform(_ block: () -> Void) throws {
        let operations = ChangeRecording.record(block)
        guard !operations.isEmpty else { return }
        do {
            let transaction = Transaction(operations)
            // Reports known failures before asking the user.
            try transaction.validate()
            let access = try session.askForChanging(onlyToAdd: operations.allSatisfy(\.onlyAdds))
            let view = try session.openedLibrary().view(for: .client(session.client, access: access))
            let deletion = try view.deletion(in: transaction)
            if let deletion { try confirm(deletion) }
            try view.commit(transaction, confirmedRemovals: deletion?.assets, confirmed: deletion)
        } catch {
            throw NSError.photos(error)
        }
    }

    private func confirm(_ deletion: Deletion) throws {
        switch session.mayDelete(deletion) {
        case true?: return
        case false?: throw RequestFailure.refusedDeletion
        case nil: throw RequestFailure.unconfirmedDeletion
        }
    }
}

extension Transaction.Operation {
    /// Whether a client that may only add can request the operation.
    fileprivate var onlyAdds: Bool {
        if case .refuse = self { return true }
        return isCreation
    }
}
