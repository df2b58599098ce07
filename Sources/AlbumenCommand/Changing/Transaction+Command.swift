import Albumen

extension Transaction {
    /// Commits what was recorded, all or nothing, once the user agreed to what it deletes. Where nothing was recorded,
    /// nothing is done.
    ///
    /// - Throws: `CommandFailure` where the user does not agree.
    func apply(to library: LibraryView, consent: DeletionConsent = .none) throws {
        guard !operations.isEmpty else { return }
        let count = try library.deletion(in: self).flatMap { try consent.obtain(for: $0) }
        try library.commit(self, confirmedRemovals: count)
    }
}
