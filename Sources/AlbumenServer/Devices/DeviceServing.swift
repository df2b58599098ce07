import Albumen
import Foundation
import Logging
import ServerCertificates

/// What a server needs to serve other devices.
struct DeviceServing: Sendable {
    let listener: DeviceListener
    /// `nil` behind a proxy.
    let tls: ServerTLS?
    let place: DevicePlace
    let signIns: LastingSignIns
    let pairings: Pairings
    let connections: DeviceConnections
    let attempts = AttemptLimit()
    let siteSeal: SiteRequestSeal
    let siteAnswers: SiteAnswers

    /// - Parameter changed: Called after each change of the pairings.
    /// - Throws: `CertificateError` if there is no usable certificate.
    init(
        _ listener: DeviceListener, signIns: LastingSignIns, now: @escaping @Sendable () -> Date, logger: Logger,
        changed: @escaping @Sendable () -> Void
    ) throws {
        self.listener = listener
        self.signIns = signIns
        tls = try ServerTLS(listener, now: now, logger: logger)
        place = DevicePlace(listener, tls: tls)
        pairings = Pairings(signIns: signIns, now: now, changed: changed)
        connections = DeviceConnections { id in
            (try? signIns.signIn(id)) != nil || (try? signIns.sender(id)) != nil || (try? signIns.site(id)) != nil
        }
        siteSeal = try SiteRequestSeal(now: now)
        siteAnswers = SiteAnswers(now: now)
    }

    /// The numeric addresses of trusted proxies, or `nil` if devices connect themselves.
    var proxies: Set<String>? {
        if case .proxy(_, let trusted) = listener.protection { trusted } else { nil }
    }
}
