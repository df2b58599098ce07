import BlobStore
import Foundation

/// A secret of 256 random bits. Where it is to be recognised, only its hash is kept: what such a table tells, no request can
/// be made with.
struct SecretToken: Sendable {
    /// 43 characters that need no escape in addresses and cookies.
    let text: String
    let digest: BlobDigest

    init() throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64) { Array($0) } }
        text = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        digest = try Self.digest(of: text)
    }

    /// Looking a secret up by its hash gives away nothing of it by how long that takes.
    static func digest(of text: some StringProtocol) throws -> BlobDigest {
        try BlobDigest(hashing: Data(text.utf8))
    }
}
