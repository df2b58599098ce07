import Foundation

/// Asks the user for a decision. Blocks its thread until there is an answer.
package protocol UserPrompt: Sendable {
    /// Asks whether the client may add photos, or also see existing ones. Returns `nil` if nobody can be asked.
    func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool?

    /// Asks whether the client may make these changes. If the deletion needs a count, `true` means that the user
    /// entered the correct count. Returns `nil` if nobody can be asked.
    func mayChange(_ request: ConsentRequest, client: String) -> Bool?
}

/// Asks at the program's terminal.
package struct TerminalPrompt: UserPrompt {
    package init() {}

    package func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? {
        ask("“\(client)” would like to \(onlyToAdd ? "add" : "see your") photos. Allow? [y/N] ").map(Self.isYes)
    }

    package func mayChange(_ request: ConsentRequest, client: String) -> Bool? {
        let question = "“\(client)” would like to \(request.text)."
        guard request.deletion.needsCount else { return ask("\(question) Allow? [y/N] ").map(Self.isYes) }
        let answer = ask("\(question) Type the number of photos and videos to delete to allow it: ")
        return answer.map { $0 == String(request.deletion.assets) }
    }

    /// Asks the user a yes-or-no question. Returns `nil` if nobody can be asked.
    package func confirm(_ question: String) -> Bool? {
        ask("\(question) [y/N] ").map(Self.isYes)
    }

    private func ask(_ question: String) -> String? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        FileHandle.standardError.write(Data(question.utf8))
        return readLine()?.trimmingCharacters(in: .whitespaces)
    }

    private static func isYes(_ answer: String) -> Bool {
        ["y", "yes"].contains(answer.lowercased())
    }
}
