import Albumen
import ArgumentParser

/// `albumen cloud status` reports which originals are in the place.
struct CloudStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is in the place, and what is only on this machine.",
        discussion: """
            Doesn't use the network. The first line says whether all changes of the catalog are in the place, and otherwise \
            how old the oldest one is that isn't; after a minute, the exit status is then 3. Names the originals that are \
            neither on this machine nor in the place; the exit status is then 1. So it is if the weekly restore drill found that \
            the backup can't be restored.

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
        let backup = document.backup
        if let failure = document.failure ?? backup.failureOfDrill ?? backup.failureOfProtection { throw failure }
    }
}
