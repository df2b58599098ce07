import BlobStore
import Catalog
import Foundation
package import PhotoLibrary

/// Converts an asset's UUID to and from the token by which one requester of the picker knows the asset.
///
/// The token is the same in each session of the requester. Another requester gets another token, so two of them can't
/// compare their assets. It consists of a message authentication code (HMAC-SHA-256, 16 bytes) of the UUID, and of the
/// UUID combined with a stream that the code determines. This construction (SIV) needs no random number.
package struct PickItemCipher: Sendable {
    private static let blockSize = 16

    private let codeKey: Data
    private let streamKey: Data

    init(key: Data, requester: String) throws {
        codeKey = try HMACSHA256.code(of: "picker item code \(requester)".utf8, key: key)
        streamKey = try HMACSHA256.code(of: "picker item stream \(requester)".utf8, key: key)
    }

    /// Returns the token of an asset: 43 characters that need no escaping in addresses.
    ///
    /// - Parameter uuid: A UUID. Other text has no token.
    package func seal(_ uuid: String) throws -> String? {
        guard let value = UUID(uuidString: uuid) else { return nil }
        let plain = withUnsafeBytes(of: value.uuid) { Data($0) }
        let code = try HMACSHA256.code(of: plain, key: codeKey).prefix(Self.blockSize)
        let text = (code + (try combined(plain, code))).base64EncodedString()
        return text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Returns the UUID, or `nil` if `seal` didn't make the token for this library and requester.
    package func open(_ token: String) throws -> String? {
        guard token.utf8.count == 43 else { return nil }
        let text = token.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/") + "="
        guard let bytes = Data(base64Encoded: text), bytes.count == 2 * Self.blockSize else { return nil }
        let code = bytes.prefix(Self.blockSize)
        let plain = try combined(bytes.suffix(Self.blockSize), code)
        let expected = try HMACSHA256.code(of: plain, key: codeKey).prefix(Self.blockSize)
        guard HMACSHA256.areEqual(expected, code) else { return nil }
        let value = plain.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        let uuid = UUID(uuid: value).uuidString
        // Only one spelling of a token is valid.
        return try seal(uuid) == token ? uuid : nil
    }

    private func combined(_ block: Data, _ code: Data) throws -> Data {
        Data(zip(block, try HMACSHA256.code(of: code, key: streamKey)).map { $0 ^ $1 })
    }
}

extension LibraryView {
    /// Returns the cipher of a requester's tokens. The library's secret determines its key, so tokens outlive a server.
    package func pickItemCipher(for requester: String) throws -> PickItemCipher {
        try PickItemCipher(key: catalog.read { try $0.changeTokenKey() }, requester: requester)
    }
}
