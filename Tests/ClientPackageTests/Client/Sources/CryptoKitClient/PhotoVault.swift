import CryptoKit
import Foundation

/// Encrypts photos with a key that a passphrase gives, and names files by their digest.
struct PhotoVault {
    private let key: SymmetricKey

    init(passphrase: String, salt: Data) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(passphrase.utf8)), salt: salt, info: Data("vault".utf8),
            outputByteCount: 32)
    }

    func seal(_ photo: Data) throws -> Data {
        guard let combined = try AES.GCM.seal(photo, using: key).combined else { throw CryptoKitError.incorrectKeySize }
        return combined
    }

    func open(_ file: Data) throws -> Data {
        try AES.GCM.open(AES.GCM.SealedBox(combined: file), using: key)
    }

    func name(of photo: Data) -> String {
        SHA256.hash(data: photo).compactMap { String(format: "%02x", $0) }.joined()
    }

    func legacyName(of photo: Data) -> String {
        Insecure.MD5.hash(data: photo).map { String(format: "%02hhx", $0) }.joined()
    }

    func tag(of photo: Data) -> Data {
        Data(HMAC<SHA512>.authenticationCode(for: photo, using: key))
    }

    func digest(of file: FileHandle) throws -> SHA256Digest {
        var hasher = SHA256()
        while let chunk = try file.read(upToCount: 1 << 16), !chunk.isEmpty { hasher.update(data: chunk) }
        return hasher.finalize()
    }

    func isFrom(_ sender: P256.Signing.PublicKey, _ photo: Data, signature: Data) throws -> Bool {
        try sender.isValidSignature(P256.Signing.ECDSASignature(derRepresentation: signature), for: photo)
    }
}
