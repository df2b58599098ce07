internal import CLibCrypto
package import Foundation

/// An X.509 certificate.
package final class Certificate {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    /// Reads the first certificate of a PEM text. Returns `nil` if there is none.
    package convenience init?(pem: Data) {
        guard let pointer = PEMText.read(pem, { PEM_read_bio_X509($0, nil, nil, nil) }) else { return nil }
        self.init(owning: pointer)
    }

    /// The certificate as PEM.
    package func pem() throws(CertificateError) -> Data {
        try PEMText.text { PEM_write_bio_X509($0, pointer) }
    }

    /// The certificate's bytes, as files with the extension `.crt` have them.
    package func der() throws(CertificateError) -> Data {
        let count = i2d_X509(pointer, nil)
        guard count > 0 else { throw .failed("write the certificate") }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        bytes.withUnsafeMutableBufferPointer { buffer in
            var place = buffer.baseAddress
            _ = i2d_X509(pointer, &place)
        }
        return Data(bytes)
    }

    /// The SHA-256 of the certificate as browsers show it, such as `3F:A2:…`.
    package func fingerprint() throws(CertificateError) -> String {
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard X509_digest(pointer, EVP_sha256(), &bytes, &count) == 1 else { throw .failed("hash the certificate") }
        return bytes.prefix(Int(count)).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined(separator: ":")
    }

    /// Whether the certificate is valid at a date.
    package func isValid(at date: Date) -> Bool {
        var time = time_t(date.timeIntervalSince1970)
        return X509_cmp_time(X509_get0_notBefore(pointer), &time) < 0
            && X509_cmp_time(X509_get0_notAfter(pointer), &time) > 0
    }

    /// Whether the certificate is for a name, or for a numeric address, as browsers check it.
    package func isFor(_ name: String) -> Bool {
        if X509_check_ip_asc(pointer, name, 0) == 1 { return true }
        return X509_check_host(pointer, name, name.utf8.count, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT), nil) == 1
    }

    /// Whether a key belongs to the certificate.
    package func belongs(to key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }

    /// Whether another certificate has signed this one, and permits its names.
    func isIssued(by authority: Certificate) -> Bool {
        guard let key = X509_get0_pubkey(authority.pointer) else { return false }
        defer { ERR_clear_error() }
        return X509_check_issued(authority.pointer, pointer) == X509_V_OK && X509_verify(pointer, key) == 1
    }
}
