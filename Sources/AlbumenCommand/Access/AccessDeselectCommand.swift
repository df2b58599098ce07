import Albumen
import ArgumentParser

/// `albumen access deselect` hides photos from a program with limited access.
struct AccessDeselectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deselect",
        abstract: "Hide photos and videos from a program again.",
        discussion: """
            A program with limited access loses them at once, also while it runs. They stay in the library. If an \
            identifier names no photo, it's reported, and the others are deselected.

              albumen access deselect slideshow 421C93B7
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
        try AccessSelection(library: library, client: client, isJSON: options.json).apply(.deselect, identifiers)
    }
}
