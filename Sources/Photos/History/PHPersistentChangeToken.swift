import Albumen
public import Foundation

/// A state of the photo library, to ask later what has changed since.
///
/// Good for this library alone, also when its folder has moved, in every process that opens it, and for as long as its
/// history goes back to the token: 30 days, and a million rows of history at least. Keep it as an archive of
/// `NSKeyedArchiver`. Equal where library and state are.
// Unchecked because open: all its own state is constant.
open class PHPersistentChangeToken: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private enum Key {
        static let library = "libraryIdentifier"
        static let number = "changeNumber"
    }

    let token: ChangeToken

    init(_ token: ChangeToken) {
        self.token = token
    }

    /// The state of no library: one that could not be opened, or that the app may not read.
    static let ofNoLibrary = PHPersistentChangeToken(ChangeToken(libraryIdentifier: "", number: 0))

    /// `nil`, with the coder told why, if the archive has no token.
    public required init?(coder: NSCoder) {
        guard let library = coder.decodeObject(of: NSString.self, forKey: Key.library),
            coder.containsValue(forKey: Key.number)
        else {
            coder.failWithError(CocoaError(.coderValueNotFound))
            return nil
        }
        token = ChangeToken(
            libraryIdentifier: String(describing: library), number: coder.decodeInt64(forKey: Key.number))
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: token.libraryIdentifier), forKey: Key.library)
        coder.encode(token.number, forKey: Key.number)
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
