import Albumen
import ArgumentParser
import Records

/// `albumen cloud disconnect` ends the connection to the place.
struct CloudDisconnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disconnect",
        abstract: "Disconnect the library from its place.",
        discussion: """
            Refused while an original is only in the place. The originals there stay, and a later “connect” to the same \
            place finds them again.

              albumen cloud download --all
              albumen cloud disconnect
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let address = try? library.cloudStatus().place.address
        try library.disconnect()
        let place = address ?? "the place"
        try ChangeReport(isJSON: options.json).tell(
            CloudDisconnectDocument(place: address),
            "Disconnected from \(PrintableText.line(place)). The originals there stay; remove them with the store's own "
                + "tools if they aren't wanted.")
    }
}

/// The result of `cloud disconnect --json`.
struct CloudDisconnectDocument: Encodable {
    let place: String?
}
