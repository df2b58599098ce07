import BlobStore
internal import CLibCrypto
package import Foundation
import SystemCalls
import SystemPackage

/// A user's own certificate authority, for servers on private networks.
///
/// A device that trusts it accepts the certificates that it signs. It can sign only names of private networks and the
/// server's own, so that a stolen key opens no other site. The keys are in files that only the user can read.
package struct LocalAuthority: Sendable {
    /// A certificate for a server, with its key.
    package struct Issued: Sendable {
        /// The server's certificate and the authority's, as PEM.
        package let chain: Data
        /// The key as PEM.
        package let key: Data
        /// The authority's certificate as PEM, for devices that should trust it.
        package let authority: Data
        /// The SHA-256 of the authority's certificate, as devices show it.
        package let fingerprint: String
        /// Whether the authority is new, so that no device trusts it yet.
        package let isAuthorityNew: Bool
    }

    private static let authorityFile = "authority.pem"
    private static let serverFile = "server.pem"
    private static let day: TimeInterval = 86_400
    private static let authorityLifetime = 3650 * day
    /// Devices of Apple refuse certificates of servers that are valid for more than 825 days, and browsers from 398.
    private static let serverLifetime = 397 * day
    /// A certificate that ends sooner is replaced.
    private static let renewal = 60 * day
    private static let sizeLimit = 64 << 10
    /// The limit of X.509 for a common name.
    private static let longestName = 64

    private let folder: URL

    /// - Parameter folder: The folder of the files. It's made if it doesn't exist.
    package init(in folder: URL) {
        self.folder = folder
    }

    /// Returns the certificate for a server. Makes it, and the authority, if there is none, if it isn't for the names,
    /// or if it ends soon.
    ///
    /// - Parameters:
    ///   - names: The server's names. There is at least one.
    ///   - owner: The name of the authority, for the lists of devices.
    /// - Throws: `CertificateError`.
    package func certificate(for names: ServerNames, owner: String, at date: Date) throws -> Issued {
        let lock = try lock()
        defer { try? lock.close() }
        let stored = try pair(in: Self.authorityFile).flatMap { $0.certificate.isValid(at: date) ? $0 : nil }
        var (authority, isNew) = try stored.map { ($0, false) } ?? (makeAuthority(for: names, owner, at: date), true)
        let server: Pair
        if let stored = try pair(in: Self.serverFile), isFit(stored, for: names, authority, at: date) {
            server = stored
        } else {
            var issued = try issue(for: names, by: authority, at: date)
            if !Self.accepts(issued.certificate, authority.certificate, at: date) {
                // The authority is for other names.
                (authority, isNew) = (try makeAuthority(for: names, owner, at: date), true)
                issued = try issue(for: names, by: authority, at: date)
            }
            try write(issued, to: Self.serverFile)
            server = issued
        }
        return Issued(
            chain: try server.certificate.pem() + authority.certificate.pem(), key: try server.key.pem(),
            authority: try authority.certificate.pem(), fingerprint: try authority.certificate.fingerprint(),
            isAuthorityNew: isNew)
    }

    // MARK: Making

    private typealias Pair = (certificate: Certificate, key: PrivateKey)

    private func makeAuthority(for names: ServerNames, _ owner: String, at date: Date) throws -> Pair {
        let key = try PrivateKey.make()
        let draft = CertificateDraft(
            name: String(String.UnicodeScalarView(owner.unicodeScalars.prefix(Self.longestName))),
            start: date - Self.day, end: date + Self.authorityLifetime,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"), (NID_subject_key_identifier, "hash"),
                (NID_name_constraints, names.permittedNames),
            ])
        let authority = (try draft.signed(for: key), key)
        try write(authority, to: Self.authorityFile)
        return authority
    }

    private func issue(for names: ServerNames, by authority: Pair, at date: Date) throws -> Pair {
        let key = try PrivateKey.make()
        let draft = CertificateDraft(
            name: "Albumen", start: date - Self.day, end: date + Self.serverLifetime,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid:always"), (NID_subject_alt_name, names.alternativeNames),
            ])
        return (try draft.signed(for: key, by: authority), key)
    }

    private func isFit(_ pair: Pair, for names: ServerNames, _ authority: Pair, at date: Date) -> Bool {
        let (certificate, _) = pair
        return certificate.isValid(at: date) && certificate.isValid(at: date + Self.renewal)
            && names.all.allSatisfy(certificate.isFor) && Self.accepts(certificate, authority.certificate, at: date)
    }

    /// Whether a device that trusts the authority accepts a certificate of it.
    private static func accepts(_ certificate: Certificate, _ authority: Certificate, at date: Date) -> Bool {
        defer { ERR_clear_error() }
        guard let store = X509_STORE_new() else { return false }
        defer { X509_STORE_free(store) }
        guard X509_STORE_add_cert(store, authority.pointer) == 1, let context = X509_STORE_CTX_new() else {
            return false
        }
        defer { X509_STORE_CTX_free(context) }
        guard X509_STORE_CTX_init(context, store, certificate.pointer, nil) == 1 else { return false }
        X509_STORE_CTX_set_time(context, 0, time_t(date.timeIntervalSince1970))
        return X509_verify_cert(context) == 1
    }

    // MARK: Files

    /// Opens and locks the folder, so that one process at a time makes certificates.
    private func lock() throws -> FileDescriptor {
        do {
            try DurableFile.makeFolder(at: folder)
            let descriptor = try FileDescriptor.open(FilePath(folder.path), .readOnly, options: [.closeOnExec])
            do {
                try descriptor.lock()
            } catch {
                try? descriptor.close()
                throw error
            }
            return descriptor
        } catch {
            throw CertificateError(
                .unwritable, "\(folder.path) can't be used for certificates: \(error). Check the folder.")
        }
    }

    /// Returns a certificate and its key, or `nil` if there is no file.
    private func pair(in name: String) throws -> Pair? {
        let file = folder.appendingPathComponent(name, isDirectory: false)
        guard let bytes = try PrivateText.read(file, limit: Self.sizeLimit) else { return nil }
        guard let certificate = Certificate(pem: bytes), let key = PrivateKey(pem: bytes),
            certificate.belongs(to: key)
        else {
            throw CertificateError(
                .unreadable, "\(file.path) has no certificate with its key. Remove it, and start the server again.")
        }
        return (certificate, key)
    }

    private func write(_ pair: Pair, to name: String) throws {
        let bytes = try pair.certificate.pem() + pair.key.pem()
        do {
            try DurableFile.write(bytes, to: folder.appendingPathComponent(name, isDirectory: false))
        } catch {
            throw CertificateError(.unwritable, "\(folder.path)/\(name) can't be written: \(error). Check the folder.")
        }
    }
}
