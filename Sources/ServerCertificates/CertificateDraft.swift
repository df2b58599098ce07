internal import CLibCrypto
import Foundation

/// A certificate that is being made.
struct CertificateDraft {
    /// The name of the certificate's owner.
    let name: String
    let start: Date
    let end: Date
    /// The extensions with their values, in OpenSSL's syntax. Values never contain texts of others.
    let extensions: [(kind: Int32, value: String)]

    private static let version3 = 2
    /// `MBSTRING_UTF8`, which Swift doesn't import.
    private static let utf8: Int32 = 0x1000
    private static let serialBytes = 16

    /// Signs the certificate.
    ///
    /// - Parameters:
    ///   - key: The key of the certificate.
    ///   - issuer: The certificate and the key of the authority, or `nil` for a certificate that signs itself.
    func signed(
        for key: PrivateKey, by issuer: (certificate: Certificate, key: PrivateKey)? = nil
    ) throws(CertificateError) -> Certificate {
        guard let pointer = X509_new() else { throw .failed("make a certificate") }
        let certificate = Certificate(owning: pointer)
        guard X509_set_version(pointer, Self.version3) == 1, let subject = X509_get_subject_name(pointer),
            X509_NAME_add_entry_by_txt(subject, "CN", Self.utf8, name, -1, -1, 0) == 1,
            let issuerName = issuer.map({ X509_get_subject_name($0.certificate.pointer) }) ?? subject,
            X509_set_issuer_name(pointer, issuerName) == 1, X509_set_pubkey(pointer, key.pointer) == 1,
            ASN1_TIME_set(X509_getm_notBefore(pointer), time_t(start.timeIntervalSince1970)) != nil,
            ASN1_TIME_set(X509_getm_notAfter(pointer), time_t(end.timeIntervalSince1970)) != nil
        else { throw .failed("make a certificate") }
        try setSerialNumber(of: pointer)
        for (kind, value) in extensions {
            var context = X509V3_CTX()
            X509V3_set_ctx(&context, issuer?.certificate.pointer ?? pointer, pointer, nil, nil, 0)
            guard let made = X509V3_EXT_conf_nid(nil, &context, kind, value) else {
                throw .failed("make a certificate with \(value)")
            }
            defer { X509_EXTENSION_free(made) }
            guard X509_add_ext(pointer, made, -1) == 1 else { throw .failed("make a certificate") }
        }
        guard X509_sign(pointer, issuer?.key.pointer ?? key.pointer, EVP_sha256()) > 0 else {
            throw .failed("sign a certificate")
        }
        return certificate
    }

    /// Sets a random serial number. Browsers refuse two certificates of one authority with the same number.
    private func setSerialNumber(of pointer: OpaquePointer) throws(CertificateError) {
        var bytes = (0..<Self.serialBytes).map { _ in UInt8.random(in: .min ... .max) }
        // Positive, and not zero.
        bytes[0] = bytes[0] & 0x7F | 0x40
        guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else { throw .failed("make a certificate") }
        defer { BN_free(number) }
        guard BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil else {
            throw .failed("make a certificate")
        }
    }
}
