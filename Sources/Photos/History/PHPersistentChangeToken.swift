public import Foundation
import PhotoLibrary

/// A token that identifies a state of the photo library.
///
/// Store the token of the current state, and later fetch the changes since that state:
///
/// ```swift
/// let library = PHPhotoLibrary.shared()
/// let token = library.currentChangeToken
/// let stored = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
/// print(stored.count)
/// for change in try library.fetchPersistentChanges(since: token) {
///     print(try change.changeDetails(for: .asset).insertedLocalIdentifiers)
/// }
/// ```
///
/// A token is valid for one library, in all processes that open it, even if the library's folder has moved. It's valid
/// as long as the library's history goes back to its state, which is at least 30 days and a million rows of history.
/// If the library is restored from a backup, tokens of changes that were lost fail with 3105, also after new changes.
/// Two tokens that an app gets with the same access are equal if their library and state are equal.
///
/// With limited access, a token doesn't reveal the number of changes of the library, and other apps can't use it. A
/// token that an app got with full access expires when the user limits the access.
// Unchecked because the class is open. All stored properties are constant.
open class PHPersistentChangeToken: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private enum Key {
        static let library = "libraryIdentifier"
        static let number = "changeNumber"
        static let epoch = "epoch"
        static let sealed = "sealedChangeNumber"
    }

    let token: ClientChangeToken

    /// Creates a token without a library. Fetching with it fails with 3105.
    public override init() {
        token = .numbered(ChangeToken(libraryIdentifier: "", number: 0))
    }

    init(_ token: ClientChangeToken) {
        self.token = token
    }

    /// The token of an app without a library, because the library can't be opened or the app can't read it.
    static let ofNoLibrary = PHPersistentChangeToken()

    /// Returns `nil`, and sets the coder's error, if the archive contains no token.
    public required init?(coder: NSCoder) {
        guard let library = coder.decodeObject(of: NSString.self, forKey: Key.library) else {
            coder.failWithError(CocoaError(.coderValueNotFound))
            return nil
        }
        let identifier = String(describing: library)
        if coder.containsValue(forKey: Key.sealed),
            let sealed = coder.decodeObject(of: NSData.self, forKey: Key.sealed)
        {
            token = .sealed(libraryIdentifier: identifier, Data(referencing: sealed))
        } else if coder.containsValue(forKey: Key.number) {
            let number = coder.decodeInt64(forKey: Key.number)
            // Archives of libraries that were never restored have no epoch.
            let epoch = coder.containsValue(forKey: Key.epoch) ? coder.decodeInt64(forKey: Key.epoch) : 0
            token = .numbered(ChangeToken(libraryIdentifier: identifier, number: number, epoch: epoch))
        } else {
            coder.failWithError(CocoaError(.coderValueNotFound))
            return nil
        }
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        switch token {
        case .numbered(let token):
            coder.encode(NSString(string: token.libraryIdentifier), forKey: Key.library)
            coder.encode(token.number, forKey: Key.number)
            if token.epoch != 0 { coder.encode(token.epoch, forKey: Key.epoch) }
        case .sealed(let libraryIdentifier, let block):
            coder.encode(NSString(string: libraryIdentifier), forKey: Key.library)
            coder.encode(NSData(data: block), forKey: Key.sealed)
        }
    }

    /// Returns the token itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Returns whether both tokens identify the same state of the same library.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHPersistentChangeToken)?.token == token
    }

    open override var hash: Int { token.hashValue }
}
