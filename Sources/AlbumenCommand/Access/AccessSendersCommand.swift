import Albumen
import ArgumentParser
import Records

/// `albumen access senders` shows the programs that add photos over the network.
struct AccessSendersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "senders",
        abstract: "List the programs that add photos over the network, such as phone backup apps.",
        discussion: """
            A sender adds photos with a name and a password, and sees only what it has sent. Each line has an \
            identifier, the name, whether it may read the library, and its last use within an hour with its address. \
            In a copy of the library, there are no senders.

              albumen access senders
              albumen access add-sender phone
              albumen access remove-sender phone
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let senders = try LastingSignIns(of: options.openExisting()).senders()
        let output = StandardOutput.shared
        for sender in senders {
            let document = SenderEntryDocument(sender)
            try output.write(line: options.json ? JSONLine.text(document) : document.line)
        }
        try output.flush()
        if senders.isEmpty, !options.json {
            StandardError.write(line: "There are no senders. To add one: albumen access add-sender NAME")
        }
    }
}

/// A program that adds photos over the network, in JSON. All keys are always present.
///
/// | key | value |
/// |---|---|
/// | `address` | the numeric address of the last noted use; empty for this machine, or if it wasn't used yet |
/// | `canRead` | whether it can also read the library |
/// | `created` | UTC time when it was added |
/// | `id` | the identifier |
/// | `lastUsed` | UTC time of the last use, within an hour; empty if it wasn't used yet |
/// | `name` | the name, which is its user name |
struct SenderEntryDocument: Encodable {
    private let address: String
    private let canRead: Bool
    private let created: String
    private let id: String
    private let lastUsed: String
    private let name: String

    init(_ sender: Sender) {
        (id, name, canRead) = (sender.id, sender.name, sender.canRead)
        address = sender.address ?? ""
        created = Timestamp.utc(sender.created) ?? ""
        lastUsed = sender.lastUse.flatMap { Timestamp.utc($0) } ?? ""
    }

    var line: String {
        let use = lastUsed.isEmpty ? "not used yet" : "last used \(lastUsed)"
        let place = address.isEmpty ? "" : " at \(PrintableText.line(address))"
        return "\(id)  \(PrintableText.line(name))\(canRead ? "  may read" : "")  since \(created)  \(use)\(place)"
    }
}
