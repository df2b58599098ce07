import Albumen
import ArgumentParser
import Foundation

extension ClientAccess.Level: ExpressibleByArgument {}

/// `albumen access set` sets the answers for a program.
struct AccessSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change what a program may do with the library.",
        discussion: """
              full      it sees, changes and adds photos
              limited   it sees and changes the photos chosen for it, and adds photos
              add-only  it adds photos and sees none
              none      it sees none and adds none
              ask       it asks again

            The answer counts at once, also for a program that is running. A program that hasn't asked yet can be \
            answered beforehand. The photos that were chosen for a program stay chosen, whatever its access. “none” \
            also ends the program's token for the server. In \
            PhotoKit's words, full and limited are the status of readWrite, and addOnly follows it; add-only denies \
            readWrite and authorizes addOnly; none denies both; ask removes both answers.

              albumen access set slideshow full
              albumen access set 'Camera Upload' add-only
            """)

    @Argument(help: ClientArgument.help)
    var client: String

    @Argument(help: ArgumentHelp("What the program may do.", valueName: "access"))
    var level: ClientAccess.Level

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        try ClientArgument.validate(client)
    }

    func run() throws {
        let library = try options.openExisting()
        let isKnown = try library.clientAccess().contains { $0.client == client }
        try library.setAccess(level, ofClient: client, author: "command")
        let access = try library.access(ofClient: client)
        let note = isKnown ? "" : " A program of that name hasn't asked yet."
        try ChangeReport(isJSON: options.json).tell(
            ClientAccessDocument(access), ClientAccessLine.sentence(access, level) + note)
    }
}
