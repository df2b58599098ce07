import Catalog
import Foundation
import Records

/// The names of change numbers for one principal, in addresses and documents.
///
/// A client with limited access holds numbers encrypted, like its change tokens, because they also count changes that
/// the client may not see. After a restoration, names also contain the epoch: the former machine may have given the
/// same number to another change.
package struct VersionNames: Sendable {
    private let epoch: Int64
    /// `nil` for a principal that sees the whole library.
    private let cipher: ChangeNumberCipher?

    fileprivate init(epoch: Int64, cipher: ChangeNumberCipher?) {
        self.epoch = epoch
        self.cipher = cipher
    }

    /// Returns the name of a change number: the number, after the epoch and a dot if the library was restored, or 32
    /// hexadecimal digits.
    package func name(_ number: Int64) throws -> String {
        guard let cipher else { return epoch == 0 ? String(number) : "\(epoch).\(number)" }
        return try cipher.seal(number, epoch: epoch).hexadecimal
    }

    /// Returns the change number of a name, or `nil` if the principal can't have it, or if it's of another epoch.
    package func number(_ name: some StringProtocol) throws -> Int64? {
        guard let cipher else {
            guard epoch > 0 else { return Int64(name) }
            let prefix = "\(epoch)."
            return name.hasPrefix(prefix) ? Int64(name.dropFirst(prefix.count)) : nil
        }
        guard let opened = try Self.open(name, cipher), opened.epoch == epoch else { return nil }
        return opened.number
    }

    /// Returns the text of a change token: the library's identifier, a hyphen and the number's name.
    package func text(_ token: ChangeToken) throws -> String {
        guard let cipher else { return token.description }
        return "\(token.libraryIdentifier)-\(try cipher.seal(token.number, epoch: token.epoch).hexadecimal)"
    }

    /// Returns the token of a text, or `nil` if the principal can't have it.
    package func token(_ text: String) throws -> ChangeToken? {
        guard let cipher else { return ChangeToken(text) }
        guard let hyphen = text.lastIndex(of: "-"), UUID(uuidString: String(text[..<hyphen])) != nil,
            let opened = try Self.open(text[text.index(after: hyphen)...], cipher), opened.number >= 0
        else { return nil }
        return ChangeToken(
            libraryIdentifier: String(text[..<hyphen]), number: opened.number, epoch: opened.epoch)
    }

    private static func open(
        _ name: some StringProtocol, _ cipher: ChangeNumberCipher
    ) throws -> (number: Int64, epoch: Int64)? {
        guard name.utf8.count == 32, let block = [UInt8](hexadecimal: name) else { return nil }
        return try cipher.open(Data(block))
    }
}

extension LibraryView {
    /// Returns the names of change numbers for the principal.
    package func versionNames() throws -> VersionNames {
        let epoch = try catalog.readOnce { try $0.epoch() }
        guard case .limited(let client) = access else {
            return VersionNames(epoch: epoch, cipher: nil)
        }
        return VersionNames(
            epoch: epoch,
            cipher: try ChangeNumberCipher(key: catalog.readOnce { try $0.changeTokenKey() }, client: client))
    }

    /// Returns the principal's name of a change number.
    package func name(ofVersion number: Int64) throws -> String { try versionNames().name(number) }
}
