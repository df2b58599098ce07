import Foundation
import PhotoLibrary

extension PHPhotoLibrary {
    func makeCurrentChangeToken() -> PHPersistentChangeToken {
        let session = PhotoLibrarySession.current
        guard session.accessForChanging != nil, let view = session.library.map(session.currentView) else {
            return .ofNoLibrary
        }
        do {
            return PHPersistentChangeToken(
                try view.changeTokens(for: session.client).sealed(view.currentToken()))
        } catch {
            Diagnostics.report("The photo library's change token could not be read: \(error)")
            return .ofNoLibrary
        }
    }

    func persistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        let session = PhotoLibrarySession.current
        do {
            let view = try session.requireView()
            let tokens = try view.changeTokens(for: session.client)
            let start = try tokens.opened(token.token)
            try view.validate(start)
            return try PHPersistentChangeFetchResult(
                from: start, to: view.currentToken(), tokens, FetchContext(view))
        } catch {
            throw NSError.photos(error)
        }
    }
}
