import BlobStore
import Foundation
import PhotoLibrary
package import Records

/// The connected sites of the library, in the same file as the sign-ins. So a device and its sites end in one change.
extension LastingSignIns {
    /// The largest number of connected sites of one library. A new one ends the one that was used longest ago.
    package static let siteLimit = 64

    /// Returns the connected sites, by origin.
    package func sites() throws -> [ConnectedSite] {
        try effectiveSites(in: file.read().content).map(\.site).sorted {
            ($0.origin, $0.created, $0.id) < ($1.origin, $1.created, $1.id)
        }
    }

    /// Connects a site in the browser of a device. A former connection of the same site in the same browser ends, unless
    /// it has the same secret.
    ///
    /// - Parameters:
    ///   - secret: The hash of the site's secret, which the site has made itself.
    ///   - device: The identifier of the device.
    /// - Throws: `SignInError`, with `ended` if the device is signed out.
    package func connectSite(_ origin: String, secret: BlobDigest, on device: String) throws -> ConnectedSite {
        let entry = SignInFile.SiteEntry(
            id: "c" + UUID().uuidString.lowercased().prefix(8), origin: origin, secret: secret.hexadecimal,
            library: library, inVolume: place.inVolume, atPath: place.atPath, device: device,
            created: Int64(now().timeIntervalSince1970), lastUse: nil)
        return try file.change { content in
            try requireDevice(device, in: content)
            let known = effectiveSites(in: content).first { $0.secret == entry.secret }
            if let known, known.device == device, known.origin == origin { return known.site }
            content.sites.removeAll {
                $0.library == library && ($0.secret == entry.secret || $0.device == device && $0.origin == origin)
            }
            let sites = effectiveSites(in: content)
            if sites.count >= Self.siteLimit,
                let oldest = sites.min(by: { ($0.lastUse ?? $0.created) < ($1.lastUse ?? $1.created) })
            {
                content.sites.removeAll { $0 == oldest }
            }
            content.sites.append(entry)
            return entry.site
        }
    }

    /// Returns the connected site with a secret, or `nil` if there is none.
    ///
    /// Compares hashes, so the time reveals nothing about other secrets.
    package func site(withSecret secret: some StringProtocol) throws -> ConnectedSite? {
        let digest = try SecretToken.digest(of: secret).hexadecimal
        return try effectiveSites(in: content()).first { $0.secret == digest }?.site
    }

    /// Returns the connected site with an identifier, or `nil` if it was removed.
    package func site(_ id: String) throws -> ConnectedSite? {
        try effectiveSites(in: content()).first { $0.id == id }?.site
    }

    /// Ends the connection of a site. Returns it, or `nil` if there is none.
    package func disconnectSite(_ id: String) throws -> ConnectedSite? {
        try file.change { content in
            guard let entry = effectiveSites(in: content).first(where: { $0.id == id }) else { return nil }
            content.sites.removeAll { $0 == entry }
            return entry.site
        }
    }

    /// Whether a use now would be noted.
    package func isUseDue(of site: ConnectedSite) -> Bool {
        site.lastUse.map { abs(now().timeIntervalSince($0)) >= Self.useInterval } ?? true
    }

    /// Notes that a connected site is used now, unless that was noted within the last hour.
    package func noteUse(of site: ConnectedSite) throws {
        guard isUseDue(of: site) else { return }
        let date = now()
        try file.change { content in
            let index = content.sites.firstIndex { $0.id == site.id && isEffective($0, in: content) }
            guard let index else { return }
            content.sites[index].lastUse = Int64(date.timeIntervalSince1970)
            // The library's folder may have been moved, or its volume may have another number after a restart.
            (content.sites[index].inVolume, content.sites[index].atPath) = (place.inVolume, place.atPath)
        }
    }

    private func effectiveSites(in content: SignInFile.Content) -> [SignInFile.SiteEntry] {
        content.sites.filter { isEffective($0, in: content) }
    }

    private func isEffective(_ entry: SignInFile.SiteEntry, in content: SignInFile.Content) -> Bool {
        entry.library == library && isHere(entry.inVolume, entry.atPath) && isSignedIn(entry.device, in: content)
    }
}

extension SignInFile.SiteEntry {
    fileprivate var site: ConnectedSite {
        ConnectedSite(
            id: id, origin: origin, device: device, created: Date(timeIntervalSince1970: TimeInterval(created)),
            lastUse: lastUse.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }
}
