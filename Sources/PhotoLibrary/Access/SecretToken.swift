import BlobStore
import Foundation
package import Records

/// A secret of 256 random bits. Only its hash is stored to recognize it. Nobody can make a request with the hash.
package struct SecretToken: Sendable {
    /// 43 characters that need no escaping in addresses and cookies.
    package let text: String
    package let digest: BlobDigest

    package init() throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64) { Array($0) } }
        text = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        digest = try Self.digest(of: text)
    }

    /// Returns the hash of a secret. Searching for the hash takes a time that reveals nothing about the secret.
    package static func digest(of text: some StringProtocol) throws -> BlobDigest {
        try BlobDigest(hashing: Data(text.utf8))
    }
}
