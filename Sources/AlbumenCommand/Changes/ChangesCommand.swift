import Albumen
import ArgumentParser
import Foundation

/// `albumen changes` prints the library's history, one commit per line.
struct ChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Show the changes of the library, as JSON lines.",
        discussion: """
            Prints a line for each change by any program, oldest first, with its inserted, updated and deleted objects \
            and its token. Keep the token of the last line to get later changes with --since. The library keeps the \
            history for 30 days, and at least a million rows of it.

              albumen changes
              albumen changes --since 421C93B7-E05A-41FF-9983-02C1B8B41902-17
              albumen changes --since 421C93B7-E05A-41FF-9983-02C1B8B41902-17 --follow

            The answer is JSON with and without --json.
            """)

    @Option(
        help: ArgumentHelp("Only changes after this token. (default: all stored changes)", valueName: "token"),
        transform: ChangesCommand.token)
    var since: ChangeToken?

    @Flag(help: "Keep printing new changes until interrupted.")
    var follow = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        do {
            let start = try since ?? library.oldestToken()
            try library.validate(start)
            if follow {
                try self.follow(library, from: start)
            } else {
                try tell(library, from: start) { false }
            }
        } catch let error as LibraryError where error.code == .changeTokenExpired {
            throw CommandFailure(
                "\(since.map { "\($0): " } ?? "")\(error.message) All there is: albumen list --json, albumen albums "
                    + "--json. The current token is in the last line of: albumen changes")
        }
    }

    /// Subscribes before reading, so that no change is missed.
    private func follow(_ library: LibraryView, from start: ChangeToken) throws {
        let alarm = ChangeAlarm()
        let interruption = Interruption { alarm.end() }
        let changes = try library.library.changes.subscribe { _ in alarm.ring() }
        let absence = try library.library.changes.subscribeToAbsence { alarm.end(.failure($0)) }
        try withExtendedLifetime((interruption, changes, absence)) {
            var position = start
            repeat {
                position = try tell(library, from: position) { try alarm.hasEnded() }
            } while try alarm.wait() != nil
        }
    }

    /// Prints the changes after a token, and returns the token from which to continue.
    @discardableResult
    private func tell(
        _ library: LibraryView, from start: ChangeToken, unless shouldStop: () throws -> Bool
    ) throws -> ChangeToken {
        let output = StandardOutput.shared
        var position = start
        while true {
            let page = try library.changes(since: position)
            for entry in page.entries {
                if try shouldStop() { break }
                try output.write(line: JSONLine.text(ChangeDocument(entry, in: library)))
            }
            position = page.end
            let isOver = try page.isLast || shouldStop()
            if isOver {
                try output.flush()
                return position
            }
        }
    }

    private static func token(_ text: String) throws -> ChangeToken {
        guard let token = ChangeToken(text) else {
            throw ValidationError("“\(text)” isn't a token. Copy one from a line of “albumen changes”.")
        }
        return token
    }
}
