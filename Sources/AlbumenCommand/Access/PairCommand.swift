import Albumen
import ArgumentParser
import Foundation
import QRCodes

/// `albumen pair` adds a device that may see the library.
struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Add a phone or another machine that may see and change the library.",
        discussion: """
            Prints a link and its QR code for a server that runs with --listen. The link works once, within 5 minutes. \
            When the device has opened it, both sides show four digits: compare them, and confirm here. The device \
            stays signed in until 90 days after its last use. See and end that with “albumen access browsers” and \
            “albumen access sign-out”.

            If the certificate is Albumen's own, the device first warns of it. The page at /pair explains how to trust \
            it; compare the fingerprint with the one that is printed here.

              albumen serve --listen 0.0.0.0
              albumen pair
            """)

    @OptionGroup
    var options: LibraryOptions

    private struct Offered: Decodable {
        let id: String
        let link: String
    }

    private struct Open: Decodable {
        struct Pairing: Decodable {
            let id: String
            let state: String
            let name: String?
            let address: String?
            let number: String?
        }

        let fingerprint: String?
        let pairings: [Pairing]
    }

    private struct Answer: Encodable {
        let confirms: Bool
        let number: String
    }

    private static let pairings = "/api/pairings"

    func run() throws {
        let connection = try OwnerConnection(toServerOf: options.existingFolder())
        let bytes = try connection.send("POST", Self.pairings, [String: String]())
        let offered = try JSONDecoder().decode(Offered.self, from: bytes)
        let interruption = Interruption {
            // If the server doesn't answer any more, the link has ended with it, or ends within five minutes.
            _ = try? connection.send("DELETE", "\(Self.pairings)/\(offered.id)")
            StandardError.write(line: "albumen: \(Self.nothingAdded)", as: .error)
            Foundation.exit(ExitCode.failure.rawValue)
        }
        try withExtendedLifetime(interruption) {
            do {
                try tell(offered, try open(connection).fingerprint)
                try answer(try wait(for: offered.id, connection), connection)
            } catch {
                // The interruption's action ends the link, which is then missing here, and the program.
                while interruption.wasRequested { Thread.sleep(forTimeInterval: 1) }
                throw error
            }
        }
    }

    private func open(_ connection: OwnerConnection) throws -> Open {
        try JSONDecoder().decode(Open.self, from: connection.send("GET", Self.pairings))
    }

    private func tell(_ offered: Offered, _ fingerprint: String?) throws {
        let output = StandardOutput.shared
        if options.json {
            try output.write(line: JSONLine.text(OfferedDeviceDocument(link: offered.link, fingerprint: fingerprint)))
        } else {
            if isatty(STDOUT_FILENO) == 1, let code = QRCode(offered.link) {
                for line in code.terminalLines { try output.write(line: line) }
            }
            try output.write(line: "Open this link on the device within 5 minutes. It works once:\n")
            try output.write(line: "  \(offered.link)\n")
            if let fingerprint { try output.write(line: "The certificate's SHA-256: \(fingerprint)") }
        }
        try output.flush()
    }

    /// Waits until a device has opened the link. Asks twice a second, at most as long as the link is valid.
    private func wait(for id: String, _ connection: OwnerConnection) throws -> Open.Pairing {
        while true {
            guard let pairing = try open(connection).pairings.first(where: { $0.id == id }) else {
                throw CommandFailure("No device has opened the link in time. Run the command again for a new one.")
            }
            switch pairing.state {
            case "offered": Thread.sleep(forTimeInterval: 0.5)
            case "asking": return pairing
            case "contested": throw Self.contested
            default: throw CommandFailure("The link was answered elsewhere.")
            }
        }
    }

    private func answer(_ device: Open.Pairing, _ connection: OwnerConnection) throws {
        let name = PrintableText.line(device.name.flatMap { $0.isEmpty ? nil : $0 } ?? "An unnamed device")
        let (address, number) = (PrintableText.line(device.address ?? ""), device.number ?? "")
        StandardError.write(line: "\(name) at \(address) shows \(number). Does your device show this number? [y/N]")
        let confirms = ["y", "yes"].contains(StandardInput.line()?.lowercased() ?? "")
        do {
            _ = try connection.send(
                "POST", "\(Self.pairings)/\(device.id)", Answer(confirms: confirms, number: number))
        } catch let failure as CommandFailure {
            let state = try open(connection).pairings.first { $0.id == device.id }?.state
            throw state == "contested" ? Self.contested : failure
        }
        guard confirms else { throw CommandFailure(Self.nothingAdded) }
        let output = StandardOutput.shared
        try output.write(
            line: options.json
                ? JSONLine.text(AddedDeviceDocument(device: device.name ?? "", address: device.address ?? ""))
                : "\(name) may see and change the library now. To end that: albumen access browsers")
        try output.flush()
    }

    private static let nothingAdded = "The device wasn't added."

    private static let contested = CommandFailure(
        "Two devices have opened the link, so somebody else has it. Nothing was added. Run the command again, and show "
            + "the new link to nobody.")
}

/// A link for a device, in JSON.
///
/// | key | value |
/// |---|---|
/// | `fingerprint` | the SHA-256 of the certificate that the device has to trust; missing if it knows its authority |
/// | `link` | an address that one device opens once, within 5 minutes |
struct OfferedDeviceDocument: Encodable {
    let link: String
    let fingerprint: String?
}

/// A device that was added, in JSON.
///
/// | key | value |
/// |---|---|
/// | `address` | its numeric address |
/// | `device` | its name |
struct AddedDeviceDocument: Encodable {
    let device: String
    let address: String
}
