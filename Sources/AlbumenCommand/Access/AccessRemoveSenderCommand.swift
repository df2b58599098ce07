import Albumen
import ArgumentParser

/// `albumen access remove-sender` ends the access of programs that add photos over the network.
struct AccessRemoveSenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-sender",
        abstract: "End the access of programs that add photos over the network.",
        discussion: """
            Their passwords have no effect from now on, and what they transfer ends at once. The photos that they have \
            added stay.

              albumen access remove-sender phone
            """)

    @Argument(help: ArgumentHelp("Names or identifiers of “albumen access senders”.", valueName: "sender"))
    var senders: [String]

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let signIns = try LastingSignIns(of: library)
        var removed = 0
        var unknown: [String] = []
        for sender in senders {
            if try signIns.removeSender(sender) != nil {
                removed += 1
            } else {
                unknown.append(sender)
            }
        }
        // Transfers end at once.
        if removed > 0 { library.doorbell.ring() }
        for sender in unknown { StandardError.write(line: PrintableText.line("There is no sender “\(sender)”.")) }
        let sentence = removed == 1 ? "1 sender was removed." : "\(removed) senders were removed."
        try ChangeReport(isJSON: options.json).tell(RemovedSendersDocument(removed: removed), sentence)
        if !unknown.isEmpty { throw ExitCode.failure }
    }
}

/// The result of `access remove-sender --json`.
struct RemovedSendersDocument: Encodable {
    let removed: Int
}
