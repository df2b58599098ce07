import Albumen
import AlbumenServer
import ArgumentParser
import Foundation

/// `albumen access add-sender` adds a program that may add photos over the network.
struct AccessAddSenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-sender",
        abstract: "Add a program that may add photos over the network.",
        discussion: """
            Prints the address, the user name and the password for a phone's backup app, a file manager, rclone, or \
            “albumen push”. The password is printed once, and only its hash is kept. The program can add photos, and \
            sees only what it has sent. With --may-read, it can also copy photos out of the library. \
            “albumen access remove-sender” ends it at once.

              albumen serve --listen 0.0.0.0
              albumen access add-sender phone
            """)

    @Argument(help: "A name for the program or device, which becomes its user name.")
    var name: String

    @Flag(help: "Also let it read the library, except hidden and deleted photos.")
    var mayRead = false

    @OptionGroup
    var options: LibraryOptions

    private struct Addresses: Decodable {
        let addresses: [String]
        let fingerprint: String?
    }

    func run() throws {
        let library = try options.openExisting()
        let (sender, password) = try LastingSignIns(of: library).addSender(named: name, canRead: mayRead)
        library.doorbell.ring()
        let place = try place()
        let output = StandardOutput.shared
        if options.json {
            try output.write(
                line: JSONLine.text(
                    AddedSenderDocument(
                        addresses: place.addresses, fingerprint: place.fingerprint, id: sender.id, name: sender.name,
                        password: password)))
        } else {
            for address in place.addresses { try output.write(line: "Address:   \(address)") }
            try output.write(line: "User name: \(PrintableText.line(sender.name))")
            try output.write(line: "Password:  \(password)")
            if let print = place.fingerprint { try output.write(line: "The certificate's SHA-256: \(print)") }
        }
        try output.flush()
        guard !options.json else { return }
        if let note = place.note { StandardError.write(line: PrintableText.line(note)) }
        StandardError.write(line: "The password isn't shown again.")
    }

    /// Where the new sender sends to.
    private struct Place {
        var addresses: [String] = []
        var fingerprint: String?
        /// Why other devices can't reach the server.
        var note: String?
    }

    /// Returns the addresses of the library's server. The sender exists also if none runs.
    private func place() throws -> Place {
        do {
            let folder = try options.existingFolder()
            let connection = try OwnerConnection(toServerOf: folder)
            let bytes = try connection.send("GET", "/api/senders")
            let found = try JSONDecoder().decode(Addresses.self, from: bytes)
            if !found.addresses.isEmpty {
                return Place(addresses: found.addresses.map { $0 + "/dav/inbox/" }, fingerprint: found.fingerprint)
            }
            return Place(
                addresses: [connection.address + "/dav/inbox/"],
                note: "This address is for programs on this machine. For other devices, start the server with: "
                    + "albumen serve --listen 0.0.0.0")
        } catch let failure as CommandFailure {
            return Place(note: failure.message)
        }
    }
}

/// A sender that was added, in JSON.
///
/// | key | value |
/// |---|---|
/// | `addresses` | the addresses for WebDAV, the best one first; empty if no server listens for other devices |
/// | `fingerprint` | the SHA-256 of the certificate that devices have to trust; missing if they know its authority |
/// | `id` | the identifier |
/// | `name` | the user name |
/// | `password` | the password, which isn't shown again |
struct AddedSenderDocument: Encodable {
    let addresses: [String]
    let fingerprint: String?
    let id: String
    let name: String
    let password: String
}
