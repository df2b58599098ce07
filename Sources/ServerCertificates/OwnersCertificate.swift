package import Foundation

/// A certificate that the owner got from an authority, with its key, as files.
package struct OwnersCertificate: Sendable {
    private static let sizeLimit = 1 << 20

    private let certificate: URL
    private let key: URL

    package init(certificate: URL, key: URL) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// Returns the certificate with those of its authorities, and the key, as PEM.
    ///
    /// - Throws: `CertificateError` if they can't be read or don't belong together, or if the certificate isn't valid or
    ///   isn't for one of the names.
    package func read(for names: ServerNames, at date: Date) throws -> (chain: Data, key: Data) {
        let chain: Data
        do {
            chain = try Data(contentsOf: certificate)
        } catch {
            throw CertificateError(.unreadable, "\(certificate.path) can't be read: \(error.localizedDescription)")
        }
        guard chain.count <= Self.sizeLimit, let first = Certificate(pem: chain) else {
            throw CertificateError(.unreadable, "\(certificate.path) has no certificate in PEM.")
        }
        guard let keyText = try PrivateText.read(key, limit: Self.sizeLimit) else {
            throw CertificateError(.unreadable, "\(key.path) doesn't exist.")
        }
        guard let privateKey = PrivateKey(pem: keyText) else {
            throw CertificateError(.unreadable, "\(key.path) has no key in PEM, or one with a password. Remove it.")
        }
        guard first.belongs(to: privateKey) else {
            throw CertificateError(
                .otherKey, "\(key.path) isn't the key of \(certificate.path). Name the files that belong together.")
        }
        guard first.isValid(at: date) else {
            throw CertificateError(.unfit, "\(certificate.path) isn't valid now. Renew it.")
        }
        for name in names.all where !first.isFor(name) {
            throw CertificateError(
                .unfit, "\(certificate.path) isn't for \(name). Name one of its own names with --name.")
        }
        return (chain, keyText)
    }
}
