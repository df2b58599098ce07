import ArgumentParser

/// `albumen access` manages the access of programs to the library.
struct AccessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Show or change which programs may use the library, and which browsers stay signed in.",
        discussion: """
            A program that uses the framework Photos asks for access once: at its terminal, and in the gallery's page if \
            “albumen serve” runs. The answer is kept in the library under the program's name, or under the name in its \
            ALBUMEN_CLIENT. A program that uses the server gets its access here, with a token. If a program runs with \
            ALBUMEN_ACCESS, that setting goes first.

              albumen access list
              albumen access set slideshow limited
              albumen access choose slideshow 421C93B7
              albumen access token slideshow
              albumen access curl slideshow /api/collections
              albumen access browsers
              albumen access add-sender phone
            """,
        subcommands: [
            AccessListCommand.self, AccessSetCommand.self, AccessChooseCommand.self, AccessDeselectCommand.self,
            AccessTokenCommand.self, AccessCurlCommand.self, AccessBrowsersCommand.self, AccessSignOutCommand.self,
            AccessSendersCommand.self, AccessAddSenderCommand.self, AccessRemoveSenderCommand.self,
        ])
}
