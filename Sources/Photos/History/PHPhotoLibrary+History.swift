import Albumen
import Foundation

extension PHPhotoLibrary {
    /// The library's state now, to be kept and handed to ``fetchPersistentChanges(since:)`` later. Blocks while the library is
    /// opened and a row is read. Safe to use from any thread.
    ///
    /// Where the app may not read the library, or the library cannot be opened or read, this is a token of no library: it can be
    /// kept like any other, and fetching with it fails with 3105, upon which an app reads everything anew. So nothing is
    /// missed. Does not ask for access.
    public var currentChangeToken: PHPersistentChangeToken {
        let session = PhotoLibrarySession.current
        guard let access = session.accessForChanging, let library = session.library else { return .ofNoLibrary }
        do {
            return PHPersistentChangeToken(
                try library.changeTokens(for: session.client, access: access).sealed(library.currentToken()))
        } catch {
            Diagnostics.report("The photo library's change token could not be read: \(error)")
            return .ofNoLibrary
        }
    }

    /// The changes that came after a token, whoever made them. Blocks while the library is opened and a row is read. Safe to use
    /// from any thread.
    ///
    /// With limited access these are the changes to what the app may see now: assets chosen for it, also those deleted
    /// since, and the albums and folders that it sees.
    ///
    /// - Parameter token: from ``currentChangeToken`` or ``PHPersistentChange/changeToken``.
    /// - Throws: a ``PHPhotosError``: 3105 where the history no longer goes back to the token, or the token is of another
    ///   library, or of a state that the library has lost by being restored: read everything anew and take the current
    ///   token. 3310 or 3311 without access, -1 where the library cannot be opened.
    public func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        let session = PhotoLibrarySession.current
        do {
            guard let access = session.accessForReading() else {
                throw RequestFailure.access(session.status(for: .readWrite), client: session.client)
            }
            let library = try session.openedLibrary()
            let tokens = try library.changeTokens(for: session.client, access: access)
            let start = try tokens.opened(token.token)
            try library.validate(start)
            return try PHPersistentChangeFetchResult(
                from: start, to: library.currentToken(), tokens, LibraryView(library: library, access: access))
        } catch {
            throw NSError.photos(error)
        }
    }
}
