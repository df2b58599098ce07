internal import CLibCrypto
// Imported for its effect: libcrypto stays usable while the program exits.
import CLibCryptoAtExit

/// The checksum that Immich stores of each file. It detects damage, and is no protection against people.
final class SHA1 {
    private let context = EVP_MD_CTX_new()
    private var isUsable: Bool

    init() {
        isUsable = context != nil && EVP_DigestInit_ex(context, EVP_sha1(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        guard isUsable, let start = bytes.baseAddress else { return }
        isUsable = EVP_DigestUpdate(context, start, bytes.count) == 1
    }

    /// Returns the 20 bytes, or `nil` if the configuration of OpenSSL doesn't allow SHA-1. Call it once.
    func finish() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard isUsable, EVP_DigestFinal_ex(context, &bytes, &count) == 1 else { return nil }
        return Array(bytes.prefix(Int(count)))
    }
}
