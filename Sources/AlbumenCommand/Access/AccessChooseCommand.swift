import Albumen
import ArgumentParser

/// `albumen access choose` chooses photos for a program with limited access.
struct AccessChooseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Choose photos and videos that a program may see.",
        discussion: """
            A program with limited access sees them at once, also while it runs. If an identifier names no photo, it's \
            reported, and the others are chosen.

              albumen access choose slideshow 421C93B7 8D0B3A11
              albumen list --album Lisbon --json | jq -r .localIdentifier | albumen access choose slideshow -
            """)

    @Argument(help: ClientArgument.help)
    var client: String

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var options: LibraryOptions

    func validate() throws { try ClientArgument.validate(client) }

    func run() throws {
        let library = try options.openView()
        try AccessSelection(library: library, client: client, isJSON: options.json).apply(.choose, identifiers)
    }
}
