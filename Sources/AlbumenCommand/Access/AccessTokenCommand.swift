import Albumen
import ArgumentParser
import LibraryFiles

/// `albumen access token` makes a token with which a program uses the server.
struct AccessTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Create a token for a program that uses albumen serve.",
        discussion: """
            The token is printed once, and the library keeps only its hash. A program sends it to the server in the \
            header “Authorization: Bearer TOKEN”. “albumen access curl” also checks the server before. The token gives \
            the program the access of “albumen access set”, at each time. It works only for your own programs, and for \
            those of the users that --user names. In a copy of the library, it has no effect. A new token ends the \
            former one, and “albumen access set CLIENT none” ends it without a new one.

              albumen access set slideshow limited
              export ALBUMEN_TOKEN=$(albumen access token slideshow)
              albumen access curl slideshow /api/collections
            """)

    @Argument(help: ClientArgument.help)
    var client: String

    @Option(
        help: ArgumentHelp("Also let programs of this user of the machine use it. Can be repeated.", valueName: "name"))
    var user: [String] = []

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        try ClientArgument.validate(client)
        for name in user where UserName.number(of: name) == nil {
            throw ValidationError("This machine has no user “\(name)”. See the names with: getent passwd")
        }
    }

    func run() throws {
        let library = try options.openExisting()
        let token = try library.makeToken(forClient: client, users: Set(user.compactMap(UserName.number)))
        let output = StandardOutput.shared
        try output.write(
            line: options.json ? JSONLine.text(NewTokenDocument(client: client, token: token)) : token)
        try output.flush()
        let access = try library.access(ofClient: client)
        guard !options.json, [.none, .ask, .addOnly].contains(access.level) else { return }
        StandardError.write(
            line: PrintableText.line(
                "“\(client)” sees no photos, so its token has no effect yet. Allow it: albumen access set "
                    + "\(ShellWord.quoted(client)) limited"))
    }
}

/// The result of `access token --json`.
struct NewTokenDocument: Encodable {
    let client: String
    let token: String
}
