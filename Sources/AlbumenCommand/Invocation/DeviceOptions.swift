import Albumen
import AlbumenServer
import ArgumentParser
import Foundation
import ServerCertificates

/// Where a server listens for other devices.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also serve devices that “albumen pair” adds, over TLS at this address of the machine, such as 0.0.0.0 for "
                + "all, with a port or 8421.", valueName: "address"))
    var listen: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A name or address under which devices reach this machine. The first one is in links. Can be repeated.",
            valueName: "name"))
    var name: [String] = []

    @Option(
        help: ArgumentHelp("A certificate for the names, in PEM, with those of its authorities.", valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(help: ArgumentHelp("The key of the certificate, in PEM.", valueName: "file"), completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The address of a proxy with TLS in front of this server, such as https://photos.example.org.",
            valueName: "url"))
    var publicURL: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The numeric address from which the proxy connects. Can be repeated.", valueName: "address"))
    var trustedProxy: [String] = []

    func validate() throws {
        guard listen != nil else {
            guard name.isEmpty, certificate == nil, key == nil, publicURL == nil, trustedProxy.isEmpty else {
                throw ValidationError("These options need --listen, which names the address for other devices.")
            }
            return
        }
        guard place != nil else {
            throw ValidationError(
                "--listen is a numeric address of this machine, perhaps with a port: 0.0.0.0, 192.168.1.5:8421, [::]:8421."
            )
        }
        guard ServerNames(name) != nil else {
            throw ValidationError("--name is a host's name or a numeric address, such as photos.example.org.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together.")
        }
        guard certificate == nil || !name.isEmpty else {
            throw ValidationError("--certificate needs --name: a name of the certificate, for links.")
        }
        guard (publicURL == nil) == trustedProxy.isEmpty else {
            throw ValidationError("--public-url and --trusted-proxy belong together.")
        }
        guard publicURL == nil || certificate == nil && name.isEmpty else {
            throw ValidationError("With --public-url, the proxy has the name and the certificate.")
        }
        guard publicURL == nil || publicOrigin != nil else {
            throw ValidationError("--public-url is an address without a path, such as https://photos.example.org.")
        }
        for proxy in trustedProxy where ServerNames.address(proxy) == nil {
            throw ValidationError("--trusted-proxy is a numeric address, such as 127.0.0.1.")
        }
    }

    /// The options for `albumen serve` in another folder.
    var arguments: [String] {
        func option(_ name: String, _ values: [String?]) -> [String] {
            values.compactMap(\.self).flatMap { [name, $0] }
        }
        return option("--listen", [listen]) + option("--name", name)
            + option("--certificate", [certificate.map { url($0).path }]) + option("--key", [key.map { url($0).path }])
            + option("--public-url", [publicURL]) + option("--trusted-proxy", trustedProxy)
    }

    /// Returns where the server listens, or `nil` if it doesn't.
    ///
    /// - Parameter library: The library's identifier. Each has an authority of its own, so that two servers with other
    ///   names don't replace each other's.
    /// - Throws: `CommandFailure` if there is no folder for the certificate.
    func listener(for library: String) throws -> DeviceListener? {
        guard let (host, port) = place, let given = ServerNames(name) else { return nil }
        if let publicOrigin {
            let trusted = Set(trustedProxy.compactMap(ServerNames.address))
            return DeviceListener(
                host: host, port: port, names: given, protection: .proxy(origin: publicOrigin, trusted: trusted))
        }
        if let certificate, let key {
            return DeviceListener(
                host: host, port: port, names: given, link: name.first?.lowercased(),
                protection: .files(certificate: url(certificate), key: url(key)))
        }
        guard let state = StateFolder.url(in: ProcessInfo.processInfo.environment) else {
            throw CommandFailure("HOME isn't set, so there is no folder for the certificate. Set it.")
        }
        let own = ServerNames.ofThisMachine(at: host)
        guard let names = ServerNames(given.all + own.all), !names.all.isEmpty else {
            throw CommandFailure("This machine has no name and no address for other devices. Name one with --name.")
        }
        return DeviceListener(
            host: host, port: port, names: names, link: name.first?.lowercased(),
            protection: .authority(
                LocalAuthority(in: state.appendingPathComponent("tls/\(library)", isDirectory: true)),
                owner: authorityName))
    }

    /// The name of the user's own authority, for the lists of devices.
    private var authorityName: String {
        let host = ServerNames.ofThisMachine(at: "0.0.0.0").hosts.last.map { " on \($0)" } ?? ""
        return "Albumen of \(NSUserName())\(host)"
    }

    private func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

    /// The address and port of `--listen`, or `nil` if it isn't one.
    private var place: (host: String, port: Int)? {
        guard let listen else { return nil }
        if let host = ServerNames.address(listen) { return (host, DeviceListener.usualPort) }
        guard let colon = listen.lastIndex(of: ":"), let port = Int(listen[listen.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = String(listen[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return ServerNames.address(host).map { ($0, port) }
    }

    /// The origin of `--public-url` as browsers write it, or `nil` if it isn't one.
    private var publicOrigin: String? {
        guard let publicURL, let parts = URLComponents(string: publicURL), parts.scheme == "https",
            let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil, parts.query == nil,
            parts.fragment == nil, ["", "/"].contains(parts.path)
        else { return nil }
        let port = parts.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
        return "https://\(host)\(port)"
    }
}
