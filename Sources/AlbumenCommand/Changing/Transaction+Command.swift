import Albumen

extension Transaction {
    /// Commits the recorded operations in one transaction after the user has agreed to its deletions. Does nothing if
    /// there are no operations.
    ///
    /// - Throws: `CommandFailure` if the user doesn't agree.
    func apply(to library: LibraryView, consent: DeletionConsent = .none) throws {
        guard !operations.isEmpty else { return }
        let count = try library.deletion(in: self).flatMap { try consent.obtain(for: $0) }
        try library.commit(self, confirmedRemovals: count)
    }
}
