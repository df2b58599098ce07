import Catalog
package import Records

/// A condition of a client's commits. It's checked with the write lock held, because the user may withdraw the access
/// while the change waits for an answer or its files are rendered.
package enum CommitCondition: Sendable {
    /// The client still has the token with this hash, and the access of the view.
    case token(BlobDigest)
    /// The user's answers still give the client the access of the view.
    case answers
}

extension LibraryView {
    /// Returns the view with a condition of its commits. A commit whose condition doesn't hold fails with
    /// `LibraryError.Code.accessDenied`.
    ///
    /// - Parameter condition: The condition, or `nil` for none. Ignored for the owner.
    package func committing(while condition: CommitCondition?) -> LibraryView {
        var view = self
        view.commitCondition = condition
        return view
    }

    /// Checks the condition of a commit.
    func checkCommitCondition(_ reader: CatalogReader) throws {
        guard let commitCondition, let client = principal.client else { return }
        let current: Access
        switch commitCondition {
        case .token(let digest):
            let credential = try reader.credential(withDigest: digest.data)
            current = credential?.client == client ? credential?.access ?? .denied : .denied
        case .answers:
            current =
                ClientCredential(
                    client: client,
                    readWriteStatus: try reader.grantedStatus(client: client, accessLevel: .readWrite),
                    addOnlyStatus: try reader.grantedStatus(client: client, accessLevel: .addOnly), lastUsed: nil
                ).access
        }
        let holds = current == access || current == .full || access == .addOnly && current.canAddAssets
        guard holds else {
            throw LibraryError(
                .accessDenied,
                "The access of “\(client)” ended before the change was complete, so nothing was changed.")
        }
    }
}
