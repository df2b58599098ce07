import Catalog
import Foundation
import Records

/// The names of change numbers for one principal, in addresses and documents.
///
/// A client with limited access holds numbers encrypted, like its change tokens, because they also count changes that
/// the client may not see.
package struct VersionNames: Sendable {
    /// `nil` for a principal that sees the whole library.
    private let cipher: ChangeNumberCipher?

    fileprivate init(cipher: ChangeNumberCipher?) {
        self.cipher = cipher
    }

    /// Returns the name of a change number: the number, or 32 hexadecimal digits.
    package func name(_ number: Int64) throws -> String {
        guard let cipher else { return String(number) }
        return try cipher.seal(number).hexadecimal
    }

    /// Returns the change number of a name, or `nil` if the principal can't have it.
    package func number(_ name: some StringProtocol) throws -> Int64? {
        guard let cipher else { return Int64(name) }
        guard name.utf8.count == 32, let block = [UInt8](hexadecimal: name) else { return nil }
        return try cipher.open(Data(block))
    }

    /// Returns the text of a change token: the library's identifier, a hyphen and the number's name.
    package func text(_ token: ChangeToken) throws -> String {
        "\(token.libraryIdentifier)-\(try name(token.number))"
    }

    /// Returns the token of a text, or `nil` if the principal can't have it.
    package func token(_ text: String) throws -> ChangeToken? {
        guard cipher != nil else { return ChangeToken(text) }
        guard let hyphen = text.lastIndex(of: "-"), let number = try number(text[text.index(after: hyphen)...]) else {
            return nil
        }
        return ChangeToken("\(text[..<hyphen])-\(number)")
    }
}

extension LibraryView {
    /// Returns the names of change numbers for the principal.
    package func versionNames() throws -> VersionNames {
        guard case .limited(let client) = access else {
            return VersionNames(cipher: nil)
        }
        return VersionNames(
            cipher: try ChangeNumberCipher(key: catalog.readOnce { try $0.changeTokenKey() }, client: client))
    }

    /// Returns the principal's name of a change number.
    package func name(ofVersion number: Int64) throws -> String { try versionNames().name(number) }
}
