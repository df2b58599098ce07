import Albumen
import ArgumentParser

/// `albumen cloud status` reports which originals are in the place.
struct CloudStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which originals are in the place, and which are pending.",
        discussion: """
            Doesn't use the network. Names the originals that are neither on this machine nor in the place; the exit status \
            is then 1.

              albumen cloud status
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let document = CloudStatusDocument(try library.cloudStatus(), of: library)
        let output = StandardOutput.shared
        for line in options.json ? [try JSONLine.text(document)] : document.lines {
            try output.write(line: options.json ? line : PrintableText.line(line))
        }
        try output.flush()
        if let failure = document.failure { throw failure }
    }
}
