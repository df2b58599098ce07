internal import CLibCrypto
package import Foundation

/// The private key of a certificate.
package final class PrivateKey {
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// Makes a key for ECDSA with the curve P-256, which all browsers accept.
    static func make() throws(CertificateError) -> PrivateKey {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw .failed("make a key") }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw .failed("make a key") }
        return PrivateKey(owning: key)
    }

    /// Reads the first key of a PEM text. Returns `nil` if there is none, or if it's encrypted.
    package convenience init?(pem: Data) {
        // An encrypted key would ask for its password on the terminal.
        let key = PEMText.read(pem) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
        guard let key else { return nil }
        self.init(owning: key)
    }

    /// The key as PEM, without a password.
    package func pem() throws(CertificateError) -> Data {
        try PEMText.text { PEM_write_bio_PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    }
}
