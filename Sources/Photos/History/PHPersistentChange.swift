public import Foundation
import PhotoLibrary
import Records

/// One change of the library's history. Safe to use from any thread.
// Unchecked because the class is open. All stored properties are constant.
open class PHPersistentChange: NSObject, @unchecked Sendable {
    private struct Source {
        let change: ChangeToken
        let context: FetchContext
    }

    private let token: PHPersistentChangeToken
    private let source: Source?

    /// Creates a change without details, for subclasses in tests of an app. Its token belongs to no library.
    public override init() {
        token = .ofNoLibrary
        source = nil
    }

    init(_ change: ChangeToken, _ token: ClientChangeToken, _ context: FetchContext) {
        self.token = PHPersistentChangeToken(token)
        source = Source(change: change, context: context)
    }

    /// The state of the library after the change.
    open var changeToken: PHPersistentChangeToken { token }

    /// Returns the effects of the change on the objects of a kind; with limited access, on the objects that the app
    /// may see. Blocks while the catalog is read.
    ///
    /// - Throws: A ``PHPhotosError``: 3210 if the change was trimmed from the history since it was fetched, -1 if the
    ///   library can't be read.
    /// - Complexity: O(*c*) for *c* objects of the change.
    @discardableResult
    open func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        do {
            guard let source else { throw RequestFailure.noChangeDetails }
            let details = try source.context.view.details(
                of: ChangedObject(objectType), inChange: source.change)
            return PHPersistentObjectChangeDetails(objectType, details)
        } catch {
            throw NSError.photos(error)
        }
    }
}

extension ChangedObject {
    fileprivate init(_ objectType: PHObjectType) {
        switch objectType {
        case .asset: self = .asset
        case .assetCollection: self = .album
        case .collectionList: self = .folder
        }
    }
}
