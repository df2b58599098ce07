internal import CLibCrypto
import CodedErrors
import Foundation

/// An error of a certificate or its key.
package struct CertificateError: CodedError {
    package enum Code: Sendable {
        /// The file can't be read, or has no certificate or key.
        case unreadable
        /// The key doesn't belong to the certificate.
        case otherKey
        /// The certificate isn't for a name, or isn't valid any more.
        case unfit
        /// The files can't be written.
        case unwritable
        /// OpenSSL can't make the certificate.
        case failed
    }

    package let code: Code
    package let message: String

    init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// Returns an error with OpenSSL's reason.
    static func failed(_ action: String) -> CertificateError {
        let number = ERR_peek_last_error()
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(number, &text, text.count)
        ERR_clear_error()
        let reason = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return CertificateError(.failed, "OpenSSL can't \(action): \(reason).")
    }
}
