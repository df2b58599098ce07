package import BlobStore
import Catalog
import Records

extension LibraryView {
    /// Applies the operations of a transaction in order, or none of them. Blocks until the change is on disk.
    ///
    /// Reads the files of drafts and edits before taking the write lock.
    ///
    /// - Parameters:
    ///   - confirmedRemovals: The number of assets whose removal the user confirmed, if the change needs that.
    ///   - confirmed: The deletion that the user confirmed. If it would remove more albums or folders by now, the
    ///     commit fails.
    ///   - intake: The intake that staged the files of the transaction's creations. If another process purged their
    ///     bytes since, the intake restores them.
    /// - Returns: The outcome of each operation.
    /// - Throws: `LibraryError`, `BlobStoreError`, `MediaError` or `CatalogError`. The library is then unchanged, unless a
    ///   `CatalogError` has the code `unconfirmed`.
    /// - Complexity: O(*n*) for *n* operations, whatever the size of the library.
    @discardableResult
    package func commit(
        _ transaction: Transaction, confirmedRemovals: Int? = nil, confirmed: Deletion? = nil,
        intake: (any BlobIntake)? = nil
    ) throws -> [Transaction.Outcome] {
        try transaction.validate()
        try checkAccess(of: transaction)
        // Bytes are written to the folder's path, and rows to the open catalog. Both must belong to the same library.
        if let absence = library.changes.checkPresence() { throw absence }
        let operations = transaction.operations
        let staging = try intake ?? (operations.contains(where: \.hasFiles) ? library.blobs.makeIntake() : nil)
        defer { if intake == nil { staging?.finish() } }
        let files = try TransactionFiles(
            of: operations, into: library, staging: staging, editor: principal.client)
        var result: (outcomes: [Transaction.Outcome], purged: [BlobDigest]) = ([], [])
        func finish() {
            library.reclaim(result.purged)
            files.removeMovedFiles()
            // Ignores errors, because the edits are committed, and derivatives can be made again.
            _ = try? library.derivatives.store(files.made)
        }
        do {
            try catalog.write(author: principal.author, at: now()) { catalog in
                try checkCommitCondition(catalog.reader)
                try checkRemovals(of: transaction, confirmedRemovals, confirmed, catalog.reader)
                let writer = AssetWriter(
                    transaction: catalog, view: self, settings: transaction.settings, files: files,
                    intake: staging)
                let outcomes = try operations.map(writer.apply)
                try writer.pickBurstRepresentatives()
                result = (outcomes, writer.purgedHashes)
            }
            finish()
            return result.outcomes
        } catch let error as CatalogError where error.code == .unconfirmed {
            finish()
            throw error
        } catch {
            // Removes the bytes of the failed change.
            library.reclaim(files.digests)
            throw error
        }
    }

    /// Commits operations as one transaction.
    @discardableResult
    package func commit(
        _ operations: [Transaction.Operation], confirmedRemovals: Int? = nil,
        settings: Transaction.Settings = Transaction.Settings()
    ) throws -> [Transaction.Outcome] {
        var transaction = Transaction(operations)
        transaction.settings = settings
        return try commit(transaction, confirmedRemovals: confirmedRemovals)
    }

    private func checkAccess(of transaction: Transaction) throws {
        guard transaction.rights.allSatisfy({ $0.isAllowed(access) }) else {
            throw LibraryError(
                .accessDenied,
                "This client may not change the library. The library's owner can allow it with: albumen access set")
        }
    }
}
