import Catalog
import Foundation

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
        let digits = try cipher.seal(number).map { byte in
            let text = String(byte, radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        return digits.joined()
    }

    /// Returns the change number of a name, or `nil` if the principal can't have it.
    package func number(_ name: some StringProtocol) throws -> Int64? {
        guard let cipher else { return Int64(name) }
        let digits = Array(name.utf8)
        guard digits.count == 32 else { return nil }
        var block = Data()
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16), pair.first != "+" else { return nil }
            block.append(byte)
        }
        return try cipher.open(block)
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
