import CodedErrors
import Foundation
import Logging
import NIOCore
import NIOSSL
import ServerCertificates
import Synchronization
import SystemCalls
import SystemPackage

/// The TLS of a server for other devices. It follows changes of the owner's files, renews its own certificate, and adds
/// the machine's new addresses to it.
final class ServerTLS: Sendable {
    private struct State {
        var context: NIOSSLContext
        /// The certificate of the user's own authority, or `nil` if the owner's certificate is used.
        var authority: LocalAuthority.Issued?
        var names: ServerNames
        /// What the files or the date were when the context was made.
        var version: [String]
        /// What couldn't be used last, so that it isn't tried again for each connection.
        var failed: (names: ServerNames, version: [String])?
    }

    private static let day: TimeInterval = 86_400
    private static let oldest = TLSVersion.tlsv12
    /// The time in which the other end can end TLS before the connection is closed. Most browsers never do.
    private static let shutdownTime = TimeAmount.milliseconds(200)

    private let protection: DeviceListener.Protection
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let state: Mutex<State>

    /// Returns `nil` behind a proxy.
    ///
    /// - Throws: `CertificateError` if there is no usable certificate.
    init?(_ listener: DeviceListener, now: @escaping @Sendable () -> Date, logger: Logger) throws {
        (protection, self.now, self.logger) = (listener.protection, now, logger)
        switch listener.protection {
        case .proxy: return nil
        case .authority, .files: break
        }
        let version = Self.version(of: listener.protection, at: now())
        let (context, authority) = try Self.make(listener.protection, listener.names, at: now())
        state = Mutex(
            State(context: context, authority: authority, names: listener.names, version: version))
    }

    /// The certificate of the user's own authority, or `nil` if the owner's certificate is used.
    var authority: LocalAuthority.Issued? { state.withLock { $0.authority } }

    /// The names of the certificate.
    var names: ServerNames { state.withLock { $0.names } }

    /// Returns the context for a new connection. If new files can't be used, says so and keeps the former ones.
    ///
    /// - Parameter address: The numeric address of this machine that the connection came to.
    func context(at address: String?) -> NIOSSLContext {
        let version = Self.version(of: protection, at: now())
        return state.withLock { state in
            var names = state.names
            if case .authority = protection, let address, ServerNames.isPrivate(address),
                !names.addresses.contains(address), let more = ServerNames(names.all + [address])
            {
                names = more
            }
            guard version != state.version || names != state.names else { return state.context }
            if let failed = state.failed, failed.names == names, failed.version == version { return state.context }
            do {
                let made = try Self.make(protection, names, at: now())
                state = State(context: made.context, authority: made.authority, names: names, version: version)
                if made.authority?.isAuthorityNew == true {
                    logger.error("The certificate's authority is new. Devices have to trust it once more.")
                }
            } catch {
                state.failed = (names, version)
                logger.error("The new certificate isn't used: \((error as? any CodedError)?.message ?? "\(error)")")
            }
            return state.context
        }
    }

    private static func make(
        _ protection: DeviceListener.Protection, _ names: ServerNames, at date: Date
    ) throws -> (context: NIOSSLContext, authority: LocalAuthority.Issued?) {
        let (chain, key): (Data, Data)
        var issued: LocalAuthority.Issued?
        switch protection {
        case .authority(let authority, let owner):
            let made = try authority.certificate(for: names, owner: owner, at: date)
            (chain, key, issued) = (made.chain, made.key, made)
        case .files(let certificate, let keyFile):
            (chain, key) = try OwnersCertificate(certificate: certificate, key: keyFile).read(for: names, at: date)
        case .proxy:
            preconditionFailure("A proxy has the certificate.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(chain)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key), format: .pem)))
        configuration.minimumTLSVersion = oldest
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = shutdownTime
        return (try NIOSSLContext(configuration: configuration), issued)
    }

    /// Returns a text for each thing on which the context depends beside the names.
    private static func version(of protection: DeviceListener.Protection, at date: Date) -> [String] {
        switch protection {
        case .authority: ["\(Int(date.timeIntervalSince1970 / day))"]
        case .files(let certificate, let key):
            [certificate, key].map { file in
                (try? Stat(file.path)).map { "\($0.identity) \($0.size) \($0.modificationTime)" } ?? ""
            }
        case .proxy: []
        }
    }
}
