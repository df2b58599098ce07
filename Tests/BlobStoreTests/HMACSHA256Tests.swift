import BlobStore
import Foundation
import Records
import Testing

/// Codes of RFC 4231.
@Suite struct HMACSHA256Tests {
    private static func hexadecimal(_ code: Data) throws -> String {
        try #require(BlobDigest(bytes: code)).hexadecimal
    }

    @Test(arguments: [
        ("Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (
            String(repeating: "\u{0B}", count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
    ])
    func `a message has the code of the standard`(key: String, message: String, code: String) throws {
        #expect(try Self.hexadecimal(HMACSHA256.code(of: message.utf8, key: key.utf8)) == code)
    }

    @Test func `a key longer than a block is hashed first`() throws {
        let key = [UInt8](repeating: 0xAA, count: 131)
        let code = try HMACSHA256.code(of: "Test Using Larger Than Block-Size Key - Hash Key First".utf8, key: key)
        #expect(try Self.hexadecimal(code) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func `codes are equal only with the same bytes and length`() throws {
        let code = try HMACSHA256.code(of: [1, 2], key: [3])
        #expect(HMACSHA256.areEqual(code, code))
        #expect(!HMACSHA256.areEqual(code, code.prefix(31)))
        #expect(!HMACSHA256.areEqual(code, try HMACSHA256.code(of: [1, 2], key: [4])))
    }
}
