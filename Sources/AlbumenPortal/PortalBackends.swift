import Foundation

/// The backends for files that are installed, as the portal chooses among them.
///
/// A backend can't decline a request. So Albumen's backend gives requests to the one that would be next.
struct PortalBackends: Sendable {
    static let interface = "org.freedesktop.impl.portal.FileChooser"
    static let ownName = "albumen"

    let environment: [String: String]
    /// The name that the user has chosen, or `nil`.
    let chosen: String?

    /// Returns the bus name of the backend for other requests, or `nil` if there is none.
    func other() -> String? {
        let installed = installed()
        let names = chosen.map { [$0] } ?? configured()
        for name in names {
            if name == "*", let first = installed.first { return first.busName }
            if let backend = installed.first(where: { $0.name == name }) { return backend.busName }
        }
        if chosen != nil { return nil }
        for desktop in desktops {
            let used = installed.first { $0.desktops.contains { $0.lowercased() == desktop.lowercased() } }
            if let used { return used.busName }
        }
        return (installed.first { $0.name == "gtk" } ?? installed.first)?.busName
    }

    // MARK: Backends

    private struct Backend {
        let name: String
        let busName: String
        let desktops: [String]
    }

    /// Returns the backends for files without Albumen's, by name. Of two with one name, the first folder's counts.
    private func installed() -> [Backend] {
        var backends: [String: Backend] = [:]
        for folder in folders(environment["XDG_DESKTOP_PORTAL_DIR"], "xdg-desktop-portal/portals", configures: false) {
            // A missing folder has no backends.
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for file in files where file.hasSuffix(".portal") {
                let name = String(file.dropLast(".portal".count))
                guard name != Self.ownName, backends[name] == nil,
                    let keys = KeyFile(path: "\(folder)/\(file)")?.groups["portal"],
                    KeyFile.list(keys["Interfaces"]).contains(Self.interface),
                    let busName = keys["DBusName"], !busName.isEmpty
                else { continue }
                backends[name] = Backend(name: name, busName: busName, desktops: KeyFile.list(keys["UseIn"]))
            }
        }
        return backends.values.sorted { $0.name < $1.name }
    }

    // MARK: Configuration

    private var desktops: [String] {
        (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map(String.init)
    }

    /// Returns the names in the first portals.conf for files, in order of preference, without Albumen's.
    private func configured() -> [String] {
        let names = desktops.map { "\($0.lowercased())-portals.conf" } + ["portals.conf"]
        for folder in folders(environment["XDG_DESKTOP_PORTAL_DIR"], "xdg-desktop-portal", configures: true) {
            for name in names {
                guard let keys = KeyFile(path: "\(folder)/\(name)")?.groups["preferred"] else { continue }
                let all = KeyFile.list(keys[Self.interface]) + KeyFile.list(keys["default"])
                return all.filter { $0 != Self.ownName && $0 != "none" }
            }
        }
        return []
    }

    /// Returns folders in the order of the portal.
    private func folders(_ only: String?, _ name: String, configures: Bool) -> [String] {
        if let only, !only.isEmpty { return [only] }
        func list(_ variable: String, _ standard: String) -> [String] {
            let value = environment[variable] ?? ""
            return (value.isEmpty ? standard : value).split(separator: ":").map(String.init)
        }
        let home = environment["HOME"] ?? NSHomeDirectory()
        var folders: [String] = []
        if configures {
            folders += list("XDG_CONFIG_HOME", "\(home)/.config") + list("XDG_CONFIG_DIRS", "/etc/xdg") + ["/etc"]
        }
        folders += list("XDG_DATA_HOME", "\(home)/.local/share")
        folders += list("XDG_DATA_DIRS", "/usr/local/share:/usr/share") + ["/usr/share"]
        return folders.map { "\($0)/\(name)" }
    }
}
