import CryptoKit
import Foundation
import Testing

@Suite struct CryptoKitTests {
    @Test func `a digest is the published one`() {
        let hex = SHA256.hash(data: Data("abc".utf8)).map { String(format: "%02x", $0) }.joined()
        #expect(hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            Insecure.MD5.hash(data: Data()).map { String(format: "%02x", $0) }.joined()
                == "d41d8cd98f00b204e9800998ecf8427e")
    }

    @Test func `a sealed box opens only with its key`() throws {
        let key = SymmetricKey(size: .bits256)
        let box = try AES.GCM.seal(Data("photo".utf8), using: key)
        let opened = try AES.GCM.open(AES.GCM.SealedBox(combined: #require(box.combined)), using: key)
        #expect(opened == Data("photo".utf8))
        #expect(throws: CryptoKitError.self) { try AES.GCM.open(box, using: SymmetricKey(size: .bits256)) }
    }

    @Test func `a signature belongs to its data`() throws {
        let key = Curve25519.Signing.PrivateKey()
        let signature = try key.signature(for: Data("a".utf8))
        #expect(key.publicKey.isValidSignature(signature, for: Data("a".utf8)))
        #expect(!key.publicKey.isValidSignature(signature, for: Data("b".utf8)))
    }
}
