import BlobStore
import Foundation
import Records
import Testing

@Suite struct BlobDigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `hashes the vectors of the standard`(text: String, expected: String) throws {
        #expect(try BlobDigest(hashing: Data(text.utf8)).hexadecimal == expected)
    }

    @Test func `hashing in pieces has the same result`() throws {
        var hasher = SHA256Hasher()
        let piece = Data(repeating: UInt8(ascii: "a"), count: 1000)
        for _ in 0..<1000 { piece.withUnsafeBytes { hasher.update($0) } }
        let digest = try hasher.finalize()
        #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `a file has the digest of its bytes`() throws {
        let folder = try TemporaryFolder()
        let data = Data.sample(count: 600_000, seed: 9)
        let url = try folder.write(data, to: "file")
        #expect(try BlobDigest(hashingFileAt: url) == BlobDigest(hashing: data))
    }

    @Test func `the first digits include leading zeros`() throws {
        let digest = try BlobDigest(hashing: Data("round".utf8))
        #expect(digest.hexadecimal.hasPrefix(digest.firstDigits))
        #expect(BlobDigest(bytes: [UInt8](repeating: 0, count: 32))?.firstDigits == "00000000")
    }

    @Test func `a digest converts to hexadecimal and bytes and back`() throws {
        let digest = try BlobDigest(hashing: Data("round".utf8))
        #expect(BlobDigest(hexadecimal: digest.hexadecimal) == digest)
        #expect(BlobDigest(bytes: digest.bytes) == digest)
        #expect(BlobDigest(bytes: digest.data) == digest)
        #expect(digest.bytes.count == 32)
        #expect("\(digest)" == digest.hexadecimal)
    }

    @Test(arguments: [
        "", "ab", String(repeating: "a", count: 63), String(repeating: "a", count: 65),
        String(repeating: "A", count: 64), String(repeating: "g", count: 64), String(repeating: "é", count: 32),
    ])
    func `invalid hexadecimal text is refused`(text: String) {
        #expect(BlobDigest(hexadecimal: text) == nil)
    }

    @Test func `another number of bytes is refused`() {
        #expect(BlobDigest(bytes: [UInt8](repeating: 0, count: 31)) == nil)
        #expect(BlobDigest(bytes: [UInt8](repeating: 0, count: 33)) == nil)
    }

    @Test func `digests sort like their hexadecimal text`() throws {
        let digests = try (0..<200).map { try BlobDigest(hashing: Data([UInt8($0)])) }
        #expect(digests.sorted().map(\.hexadecimal) == digests.map(\.hexadecimal).sorted())
    }
}
