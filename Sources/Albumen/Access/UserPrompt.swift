import Foundation

/// Asks the user what only the user can decide. Blocks its thread until there is an answer.
package protocol UserPrompt: Sendable {
    /// May the client see the photos? Nil where there is nobody to ask.
    func mayUseLibrary(client: String) -> Bool?
}

/// Asks at the terminal that the program runs in.
package struct TerminalPrompt: UserPrompt {
    package init() {}

    package func mayUseLibrary(client: String) -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        FileHandle.standardError.write(Data("“\(client)” would like to see your photos. Allow? [y/N] ".utf8))
        guard let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() else { return nil }
        return ["y", "yes"].contains(answer)
    }
}
