import Catalog
package import Records

extension LibraryView {
    /// Returns the token of the current state.
    package func currentToken() throws -> ChangeToken {
        try catalog.read { reader in try token(reader.latestChange(), in: reader) }
    }

    /// Returns the token of the state before the oldest change in the history.
    package func oldestToken() throws -> ChangeToken {
        try catalog.read { reader in
            try token(reader.oldestChange().map { $0 - 1 } ?? reader.latestChange(), in: reader)
        }
    }

    /// Returns the token of the state before a change.
    package func token(beforeChange number: Int64) throws -> ChangeToken {
        try catalog.readOnce { try token(number - 1, in: $0) }
    }

    /// Checks that the history goes back to a token.
    ///
    /// - Throws: `changeTokenExpired` if it doesn't.
    package func validate(_ token: ChangeToken) throws {
        try catalog.read { try validate(token, in: $0) }
    }

    /// Returns the changes after a token that affect objects the client may see, oldest first.
    ///
    /// - Parameter limit: The maximum number of changes to read.
    /// - Throws: `changeTokenExpired` if the history doesn't go back to the token.
    /// - Complexity: O(*n*) for *n* changes on the page. With limited access, *n* includes their objects.
    package func changes(since token: ChangeToken, limit: Int = 500) throws -> HistoryPage {
        try catalog.read { reader in
            try validate(token, in: reader)
            let current = try self.token(token.number, in: reader)
            let records = try reader.changes(after: token.number, limit: limit)
            let seen = try records.filter { record in
                // A change of a grant affects objects of its client alone.
                if let client = try reader.grantedClient(ofChange: record.id), scope != .granted(client: client) {
                    return false
                }
                return try scope == .everything
                    || ChangedObject.allCases.contains { object in
                        try !reader.details(of: object, inChange: record.id, scope: scope).isEmpty
                    }
            }
            return HistoryPage(
                entries: seen.map { record in
                    let isNamed = principal.isOwner || record.author == principal.author
                    return HistoryEntry(
                        token: current.at(record.id), date: record.date,
                        author: isNamed ? record.author : HistoryEntry.someoneElse)
                },
                end: current.at(records.last?.id ?? token.number), isLast: records.count < limit)
        }
    }

    /// Returns the local identifiers of the objects that a change inserted, updated and deleted, if the client may see
    /// them.
    ///
    /// - Parameter token: The token of the state after the change.
    /// - Throws: `changeDetailsGone` if the history no longer contains the change.
    /// - Complexity: O(*n*) for *n* changed objects.
    package func details(
        of object: ChangedObject, inChange token: ChangeToken
    ) throws -> ChangeDetails {
        let details = try catalog.read { reader in
            guard token.libraryIdentifier == identifier, try reader.hasDetails(ofChange: token.number) else {
                throw LibraryError(
                    .changeDetailsGone,
                    "The history no longer has the details of this change. Fetch what you need again, and continue "
                        + "from the library's current token.")
            }
            return try reader.details(of: object, inChange: token.number, scope: scope)
        }
        var named = ChangeDetails()
        let kind = LocalIdentifier.Kind(object)
        named.inserted = details.inserted.map { LocalIdentifier.string(uuid: $0, kind: kind) }
        named.updated = details.updated.map { LocalIdentifier.string(uuid: $0, kind: kind) }
        named.deleted = details.deleted.map { LocalIdentifier.string(uuid: $0, kind: kind) }
        return named
    }

    private func token(_ number: Int64, in reader: CatalogReader) throws -> ChangeToken {
        ChangeToken(libraryIdentifier: identifier, number: number, epoch: try reader.epoch())
    }

    private func validate(_ token: ChangeToken, in reader: CatalogReader) throws {
        guard token.libraryIdentifier == identifier else {
            throw LibraryError.changeTokenExpired("The token belongs to another library")
        }
        guard token.number >= 0, token.number <= (try reader.latestChange()),
            try reader.sharesState(afterChange: token.number, ofEpoch: token.epoch)
        else {
            throw LibraryError.changeTokenExpired(
                "The token is newer than the library, which was restored from an earlier state")
        }
        guard try reader.oldestChange().map({ token.number >= $0 - 1 }) ?? true else {
            throw LibraryError.changeTokenExpired("The library's history no longer goes back to the token")
        }
        if case .granted(let client) = scope, try !reader.hasChoices(ofClient: client, after: token.number) {
            throw LibraryError.changeTokenExpired("The token is from before an update of Albumen")
        }
    }
}

extension LibraryError {
    /// Makes an error without the token, because a client with limited access must not see its number.
    static func changeTokenExpired(_ reason: String) -> LibraryError {
        LibraryError(
            .changeTokenExpired,
            "\(reason). Fetch everything that you keep of the library again, and continue from its current token.")
    }
}

extension LocalIdentifier.Kind {
    fileprivate init(_ object: ChangedObject) {
        switch object {
        case .asset: self = .asset
        case .album: self = .collection
        case .folder: self = .folder
        }
    }
}
