internal import CLibCrypto
// Imported for its effect: libcrypto stays usable while the program exits.
import CLibCryptoAtExit
package import Records

/// Computes a SHA-256 incrementally.
///
/// It uses libcrypto's EVP interface, which uses the processor's SHA instructions if it has them.
package struct SHA256Hasher: ~Copyable {
    private let context: OpaquePointer?
    private var isUsable: Bool

    package init() {
        context = EVP_MD_CTX_new()
        isUsable = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard isUsable, let start = bytes.baseAddress else { return }
        isUsable = EVP_DigestUpdate(context, start, bytes.count) == 1
    }

    /// Returns the digest of all bytes so far.
    ///
    /// - Throws: `ioFailure` if libcrypto failed, because memory or the algorithm was missing.
    package consuming func finalize() throws(BlobStoreError) -> BlobDigest {
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard isUsable, EVP_DigestFinal_ex(context, &bytes, &count) == 1,
            let digest = BlobDigest(bytes: bytes.prefix(Int(count)))
        else {
            throw BlobStoreError(
                .ioFailure,
                "libcrypto computes no SHA-256. Free some memory, or check that OpenSSL's configuration allows SHA-256."
            )
        }
        return digest
    }
}
