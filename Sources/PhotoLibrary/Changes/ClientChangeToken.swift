import Catalog
package import Foundation

/// A change token as a client holds it.
///
/// A client with full access holds the number of the change. A client with limited access holds the number encrypted,
/// because numbers also count changes that the client may not see.
package enum ClientChangeToken: Hashable, Sendable {
    case numbered(ChangeToken)
    /// A block made by `ChangeNumberCipher`.
    case sealed(libraryIdentifier: String, Data)
}

/// Converts change tokens to and from the form that one client may hold.
package struct ClientChangeTokens: Sendable {
    private let libraryIdentifier: String
    private let access: Access
    private let cipher: ChangeNumberCipher

    fileprivate init(libraryIdentifier: String, access: Access, cipher: ChangeNumberCipher) {
        self.libraryIdentifier = libraryIdentifier
        self.access = access
        self.cipher = cipher
    }

    package func sealed(_ token: ChangeToken) throws -> ClientChangeToken {
        guard case .limited = access else { return .numbered(token) }
        return .sealed(libraryIdentifier: libraryIdentifier, try cipher.seal(token.number, epoch: token.epoch))
    }

    /// Returns the change token for a client's token.
    ///
    /// Accepts a number with full access only. A client with limited access could otherwise try numbers to find out how
    /// many changes there are. Accepts a sealed token with any access, so that tokens stay valid if the user extends
    /// the access.
    ///
    /// - Throws: `LibraryError.Code.changeTokenExpired` if the client may not use the token, or it belongs to another
    ///   library.
    package func opened(_ token: ClientChangeToken) throws -> ChangeToken {
        switch token {
        case .numbered(let token) where access == .full: return token
        case .numbered: throw LibraryError.changeTokenExpired("The token is from a time when this app saw everything")
        case .sealed(let libraryIdentifier, let block):
            guard libraryIdentifier == self.libraryIdentifier, let opened = try cipher.open(block) else {
                throw LibraryError.changeTokenExpired("The token belongs to another library or another app")
            }
            return ChangeToken(libraryIdentifier: libraryIdentifier, number: opened.number, epoch: opened.epoch)
        }
    }
}

extension LibraryView {
    /// Returns the converter of change tokens for a client. The view's access determines the form of new tokens.
    ///
    /// - Parameter client: The name of the client that holds the tokens.
    package func changeTokens(for client: String) throws -> ClientChangeTokens {
        ClientChangeTokens(
            libraryIdentifier: identifier, access: access,
            cipher: try ChangeNumberCipher(key: catalog.read { try $0.changeTokenKey() }, client: client))
    }
}
