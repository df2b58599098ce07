import Albumen
import ArgumentParser

/// `albumen access list` shows the programs with an answer.
struct AccessListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the programs that have asked, and the answers.",
        discussion: """
            Each line has the program's name, which photos it may see, whether it may add photos, the time of the \
            answer, whether it has a token for the server, and when it last used the token. Chosen photos are counted \
            also while they have no effect.
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let clients = try library.clientAccess()
        let width = clients.map { PrintableText.line($0.client).count }.max() ?? 0
        let output = StandardOutput.shared
        for client in clients {
            try output.write(
                line: options.json
                    ? JSONLine.text(ClientAccessDocument(client)) : ClientAccessLine.text(client, nameWidth: width))
        }
        try output.flush()
        if clients.isEmpty, !options.json {
            StandardError.write(
                line: "No program has asked for access yet. To allow one in advance: albumen access set NAME full")
        }
    }
}
