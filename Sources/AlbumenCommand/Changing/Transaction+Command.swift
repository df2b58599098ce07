import Albumen

extension Transaction {
    /// A change by the user of this program.
    static func ofCommand(_ operations: [Operation] = []) -> Transaction {
        var transaction = Transaction(author: "command")
        for operation in operations { transaction.record(operation) }
        return transaction
    }

    /// Commits what was recorded, all or nothing, once the user agreed to what it deletes. Where nothing was recorded,
    /// nothing is done.
    ///
    /// - Throws: `CommandFailure` where the user does not agree.
    func apply(to library: Library, consent: DeletionConsent = .none) throws {
        guard !operations.isEmpty else { return }
        let count = try deletion(in: library, access: .full).flatMap { try consent.obtain(for: $0) }
        _ = try commit(to: library, access: .full, confirmedRemovals: count)
    }
}
