import Albumen
import ArgumentParser

/// `albumen status` tells the condition of the library.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the library's sizes, disk, checks, place and problems.",
        discussion: """
            Reads no original and uses no network. Each problem has its remedy. Exit status: 1 if photos are in danger, \
            such as damaged originals, and 3 if there are other problems. The page shows the same under “Library \
            Status”.

              albumen status
              albumen status --json | jq .problems
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let document = StatusDocument(try LibraryHealth(of: library), now: library.now())
        let output = StandardOutput.shared
        for line in options.json ? [try JSONLine.text(document)] : document.lines {
            try output.write(line: options.json ? line : PrintableText.line(line))
        }
        try output.flush()
        guard !document.problems.isEmpty else { return }
        throw document.problems.contains { $0.fault } ? ExitCode.failure : ExitCode.refused
    }
}
