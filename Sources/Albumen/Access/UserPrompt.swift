import Foundation

/// Asks the user what only the user can decide. Blocks its thread until there is an answer.
package protocol UserPrompt: Sendable {
    /// May the client add photos, or also see those that are there? Nil where there is nobody to ask.
    func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool?
}

/// Asks at the terminal that the program runs in.
package struct TerminalPrompt: UserPrompt {
    package init() {}

    package func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        FileHandle.standardError.write(
            Data("“\(client)” would like to \(onlyToAdd ? "add" : "see your") photos. Allow? [y/N] ".utf8))
        guard let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() else { return nil }
        return ["y", "yes"].contains(answer)
    }
}
