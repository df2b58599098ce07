import Albumen
import ArgumentParser

/// `albumen access sign-out` ends the sign-ins of browsers.
struct AccessSignOutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign browsers out of albumen serve.",
        discussion: """
            Pages that are open in such a browser stop at once. A new link of “albumen serve” signs it in again.

              albumen access sign-out 3f2a91c0
              albumen access sign-out --all
            """)

    @Argument(help: ArgumentHelp("Identifiers of “albumen access browsers”.", valueName: "browser"))
    var browsers: [String] = []

    @Flag(help: "Sign all browsers out.")
    var all = false

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        guard all == browsers.isEmpty else {
            throw ValidationError("Name the browsers to sign out, or use --all. See: albumen access browsers")
        }
    }

    func run() throws {
        let library = try options.openExisting()
        let signIns = try LastingSignIns(of: library)
        var ended = 0
        var unknown: [String] = []
        if all {
            ended = try signIns.endAll()
        } else {
            for browser in browsers {
                if try signIns.end(browser) {
                    ended += 1
                } else {
                    unknown.append(browser)
                }
            }
        }
        // Open pages end at once.
        if ended > 0 { library.doorbell.ring() }
        for browser in unknown {
            StandardError.write(line: PrintableText.line("No browser “\(browser)” is signed in."))
        }
        let sentence = ended == 1 ? "1 browser was signed out." : "\(ended) browsers were signed out."
        try ChangeReport(isJSON: options.json).tell(SignedOutDocument(signedOut: ended), sentence)
        if !unknown.isEmpty { throw ExitCode.failure }
    }
}

/// The result of `access sign-out --json`.
struct SignedOutDocument: Encodable {
    let signedOut: Int
}
