internal import CLibCrypto
package import Foundation

/// Computes message authentication codes with SHA-256 (RFC 2104).
package enum HMACSHA256 {
    /// The number of bytes in a code.
    package static let byteCount = 32

    /// Returns the code of a message.
    ///
    /// - Throws: `ioFailure` if libcrypto can't compute it.
    package static func code(
        of message: some Sequence<UInt8>, key: some Sequence<UInt8>
    ) throws(BlobStoreError) -> Data {
        let (message, key) = (Array(message), Array(key))
        var code = [UInt8](repeating: 0, count: byteCount)
        var count: UInt32 = 0
        guard HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &count) != nil,
            count == byteCount
        else {
            throw BlobStoreError(
                .ioFailure,
                "libcrypto computes no HMAC. Free some memory, or check that OpenSSL's configuration allows SHA-256.")
        }
        return Data(code)
    }

    /// Returns whether two codes are equal. The time doesn't depend on the first different byte.
    package static func areEqual(_ first: Data, _ second: Data) -> Bool {
        first.count == second.count && CRYPTO_memcmp(Array(first), Array(second), first.count) == 0
    }
}
