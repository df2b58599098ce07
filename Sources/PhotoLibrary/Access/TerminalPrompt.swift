package import Cancellation
import Foundation
import MediaRequests
package import Records

/// Asks at the program's terminal. Questions of several threads come one after another.
package struct TerminalPrompt: UserPrompt {
    /// The number of times that an unclear answer is asked again.
    private static let attempts = 3

    package init() {}

    /// Whether the program reads from a terminal and writes its messages there, in the foreground. In the background,
    /// the system would stop a program that reads.
    package var canAsk: Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
        let foreground = tcgetpgrp(STDIN_FILENO)
        return foreground < 0 || foreground == getpgrp()
    }

    package func access(
        _ level: AccessLevel, client: String, reason: String?, _ cancellation: WorkCancellation
    ) -> QuestionAnswer? {
        let deed = level == .addOnly ? "add photos" : "see your photos"
        let question = "“\(client)” would like to \(deed): \(reason ?? "no reason given")."
        if level == .addOnly {
            return ask("\(question) Allow? [y/N] ", cancellation) { Self.isYes($0) ? .all : QuestionAnswer.none }
        }
        return ask(
            "\(question) Allow all photos [a], selected photos [s], or none [N]? ", cancellation
        ) { answer in
            switch answer.lowercased() {
            case "a", "all": .all
            case "s", "selected": .selected
            case "n", "no", "none", "": QuestionAnswer.none
            default: nil
            }
        }
    }

    package func mayChange(
        _ request: ConsentRequest, client: String, _ cancellation: WorkCancellation = WorkCancellation()
    ) -> Bool? {
        let question = "“\(client)” would like to \(request.text)."
        guard request.deletion.needsCount else { return ask("\(question) Allow? [y/N] ", cancellation, Self.isYes) }
        return ask("\(question) Type the number of photos and videos to delete to allow it: ", cancellation) {
            $0 == String(request.deletion.assets)
        }
    }

    package func wantsSelection(client: String, chosen count: Int, _ cancellation: WorkCancellation) -> Bool? {
        let selection = count == 0 ? "no photos and videos" : "only \(Deletion.text(ofAssets: count))"
        return ask(
            "“\(client)” sees \(selection) that you selected. Keep this selection [K], or select more [s]? ",
            cancellation
        ) { answer in
            switch answer.lowercased() {
            case "s", "select", "more": true
            case "k", "keep", "": false
            default: nil
            }
        }
    }

    package func awaitSelection(client: String, at address: String, _ cancellation: WorkCancellation) -> Bool? {
        ask("Select the photos for “\(client)” at \(address), or press Return to select nothing now. ", cancellation) {
            _ in false
        }
    }

    /// Asks the user a yes-or-no question. Returns `nil` if nobody can be asked.
    package func confirm(_ question: String) -> Bool? {
        ask("\(question) [y/N] ", WorkCancellation(), Self.isYes)
    }

    /// Asks until the answer is clear. Returns `nil` if nobody answers, or after several unclear answers.
    private func ask<Answer>(
        _ question: String, _ cancellation: WorkCancellation, _ parse: (String) -> Answer?
    ) -> Answer? {
        guard canAsk else { return nil }
        return TerminalTurn.shared.take(cancellation) {
            for _ in 0..<Self.attempts {
                write(Self.printable(question))
                guard let line = readLine(cancellation) else {
                    write(cancellation.isCancelled ? "\nThis was answered elsewhere.\n" : "\n")
                    return nil
                }
                if let answer = parse(line.trimmingCharacters(in: .whitespaces)) { return answer }
            }
            return nil
        }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// Returns the next line, or `nil` at the end of the input or if the question is cancelled.
    private func readLine(_ cancellation: WorkCancellation) -> String? {
        TerminalLine.read(from: STDIN_FILENO, cancellation)
    }

    private static func isYes(_ answer: String) -> Bool {
        ["y", "yes"].contains(answer.lowercased())
    }

    /// Returns the text without characters that control the terminal or change the direction of text. Programs choose
    /// their names and reasons.
    private static func printable(_ text: String) -> String {
        var printable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let controls = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            printable.append(controls ? " " : scalar)
        }
        return String(printable)
    }
}
