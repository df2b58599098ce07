import Albumen
import ArgumentParser

/// `albumen access token` makes a token with which a program uses the server.
struct AccessTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a token with which a program uses albumen serve.",
        discussion: """
            The token is printed once, and the library keeps only its hash. A program sends it to the server in the \
            header “Authorization: Bearer TOKEN”, also as another user of this machine. It gives the program the access \
            of “albumen access set”, at each time. A new token ends the former one, and “albumen access set CLIENT none” \
            ends it without a new one.

              albumen access set slideshow limited
              TOKEN=$(albumen access token slideshow)
              printf 'Authorization: Bearer %s' "$TOKEN" |
                curl -H @- http://127.0.0.1:8420/api/collections
            """)

    @Argument(help: ClientArgument.help)
    var client: String

    @OptionGroup
    var options: LibraryOptions

    func validate() throws { try ClientArgument.validate(client) }

    func run() throws {
        let library = try options.openExisting()
        let token = try library.makeToken(forClient: client)
        let output = StandardOutput.shared
        try output.write(
            line: options.json ? JSONLine.text(NewTokenDocument(client: client, token: token)) : token)
        try output.flush()
        let access = try library.access(ofClient: client)
        guard !options.json, [.none, .ask, .addOnly].contains(access.level) else { return }
        StandardError.write(
            line: PrintableText.line(
                "“\(client)” sees no photos, so its token opens nothing yet. Allow it: albumen access set "
                    + "\(ShellWord.quoted(client)) limited"))
    }
}

/// The result of `access token --json`.
struct NewTokenDocument: Encodable {
    let client: String
    let token: String
}
