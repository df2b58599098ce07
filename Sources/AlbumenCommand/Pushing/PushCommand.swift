import Albumen
import ArgumentParser
import Foundation

/// `albumen push` sends photos and videos to a library on another machine.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Send photos and videos to a library on another machine.",
        discussion: """
            The other machine runs “albumen serve --listen”, and its owner has added a sender with “albumen access \
            add-sender”. The sender's password is in ALBUMEN_SENDER_PASSWORD or in a file, or the command asks for it: \
            an argument would be visible to other users of this machine. Files stay as they are. What the other library \
            has isn't sent again, and a second run continues where the first one ended.

              albumen push ~/Camera --to https://attic.local:8421
            """)

    @Argument(help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(help: ArgumentHelp("The address of the other machine's server.", valueName: "url"))
    var to: String

    @Option(
        help: ArgumentHelp(
            "The SHA-256 of the server's own certificate, as “albumen access add-sender” prints it. Without it, the "
                + "system has to trust the certificate.", valueName: "sha256"))
    var fingerprint: String?

    @Option(
        help: ArgumentHelp("A file with the sender's password in its first line.", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Flag(help: "Print one JSON object for each file.")
    var json = false

    func run() throws {
        let connection = try InboxConnection(to: to, password: try password(), fingerprint: fingerprint)
        let progress = ProgressBar(verb: "sent", style: .suiting(json: json))
        defer { progress.finish() }
        let report = PushReport(isJSON: json, progress: progress)
        let interruption = Interruption {
            progress.tell("Stopping after the file in progress. Press Ctrl-C again to stop immediately.")
        }
        var run = PushRun(
            connection, shouldStop: { interruption.wasRequested },
            note: { progress.tell(PrintableText.line($0)) }, tell: { try report.tell($0, $1) })
        struct Stop: Error {}
        do {
            try PushedFiles(at: paths).find { finding in
                if interruption.wasRequested { throw Stop() }
                try report.tell(finding)
                if case .file(let file) = finding { try run.push(file) }
            }
        } catch is Stop {}
        try run.finish()
        progress.finish()
        try report.finish()
        if interruption.wasRequested { throw CommandFailure("Stopped. Run the same command again to continue.") }
        guard report.refused + report.unreadable == 0 else {
            throw CommandFailure(
                "\(Count.text(report.refused + report.unreadable, "file")) couldn't be added for the reasons above. The "
                    + "others were sent.", status: .refused)
        }
    }

    private func password() throws -> String {
        if let passwordFile {
            guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8),
                let line = text.split(whereSeparator: \.isNewline).first
            else { throw CommandFailure("\(passwordFile) has no password in its first line.") }
            return line.trimmingCharacters(in: .whitespaces)
        }
        if let text = ProcessInfo.processInfo.environment["ALBUMEN_SENDER_PASSWORD"], !text.isEmpty { return text }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                "There is no password. Set ALBUMEN_SENDER_PASSWORD, or name a file with --password-file.",
                status: .usage)
        }
        StandardError.write(line: "Password of the sender:")
        guard let line = HiddenInput.line(), !line.isEmpty else { throw CommandFailure("There is no password.") }
        return line
    }
}
