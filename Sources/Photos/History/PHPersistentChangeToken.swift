import Albumen
public import Foundation

/// A state of the photo library, to ask later what has changed since.
///
/// Good for this library alone, also when its folder has moved, in every process that opens it, and for as long as its
/// history goes back to the token: 30 days, and a million rows of history at least. Keep it as an archive of
/// `NSKeyedArchiver`. Two tokens that an app gets with the same access are equal if library and state are equal.
///
/// With limited access, the token doesn't reveal how many changes the library has had. Other apps can't use it. A
/// token that an app got with full access expires when the user limits the access.
// Unchecked because open: all its own state is constant.
open class PHPersistentChangeToken: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private enum Key {
        static let library = "libraryIdentifier"
        static let number = "changeNumber"
        static let sealed = "sealedChangeNumber"
    }

    let token: ClientChangeToken

    /// A token of no library. Fetching with it fails with 3105.
    public override init() {
        token = .numbered(ChangeToken(libraryIdentifier: "", number: 0))
    }

    init(_ token: ClientChangeToken) {
        self.token = token
    }

    /// The token of an app without a library: the library can't be opened, or the app may not read it.
    static let ofNoLibrary = PHPersistentChangeToken()

    /// `nil`, with the coder told why, if the archive has no token.
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
            token = .numbered(ChangeToken(libraryIdentifier: identifier, number: number))
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
        case .sealed(let libraryIdentifier, let block):
            coder.encode(NSString(string: libraryIdentifier), forKey: Key.library)
            coder.encode(NSData(data: block), forKey: Key.sealed)
        }
    }

    /// The token itself, because it cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Tokens of one state of one library are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHPersistentChangeToken)?.token == token
    }

    open override var hash: Int { token.hashValue }
}
