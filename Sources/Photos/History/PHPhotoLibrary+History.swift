import Albumen
import Foundation

extension PHPhotoLibrary {
    func makeCurrentChangeToken() -> PHPersistentChangeToken {
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

    func persistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
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
