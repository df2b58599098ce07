import Albumen
import ArgumentParser

/// A mistake at the start of a command line, which names no command, with the command that the user probably means.
///
/// The parser only reports an unexpected argument or an unknown option there.
struct UsageMistake {
    /// One or two sentences for people.
    let explanation: String

    /// Returns `nil` if the arguments name a command that takes the other arguments.
    init?(_ arguments: [String], of root: any ParsableCommand.Type) {
        let (path, rest) = Self.descend(arguments, from: root)
        guard !path.command.configuration.subcommands.isEmpty, let first = rest.first else { return nil }
        if first.hasPrefix("-") {
            // The parser explains its own options.
            guard !first.hasPrefix("--generate-completion-script") else { return nil }
            explanation = Self.explainOption(rest, after: path)
        } else {
            explanation = Self.explain(first, after: path, of: root)
        }
    }

    /// Returns `nil` unless the arguments are `help` with the name of an unknown command.
    init?(inHelpFor arguments: [String], of root: any ParsableCommand.Type) {
        let names = arguments.dropFirst().filter { !$0.hasPrefix("-") }
        guard arguments.first == "help" else { return nil }
        let (path, rest) = Self.descend(names, from: root)
        guard let first = rest.first, first != "help" else { return nil }
        guard !path.command.configuration.subcommands.isEmpty else {
            explanation = "“\(Self.line(path.names + [first]))” isn't a command."
            return
        }
        explanation = Self.explain(first, after: path, of: root)
    }

    /// Adds the remedy to the parser's message if the missing value of an option begins with a hyphen.
    static func withRemedy(_ message: String, _ arguments: [String]) -> String {
        guard let option = message.firstMatch(of: /^Missing value for '(--?[a-zA-Z-]+)/)?.output.1,
            let index = arguments.firstIndex(of: String(option)), index + 1 < arguments.count,
            arguments[index + 1].hasPrefix("-"), !arguments[index + 1].hasPrefix("--")
        else { return message }
        let value = ShellWord.quoted(arguments[index + 1])
        return "\(message) If \(PrintableText.line(value)) is the value, write "
            + "\(PrintableText.line("\(option)=\(value)"))."
    }

    // MARK: Commands

    private struct Path {
        var names: [String]
        var command: any ParsableCommand.Type
    }

    /// Follows the names of commands at the start of the arguments.
    private static func descend(
        _ arguments: [String], from root: any ParsableCommand.Type
    ) -> (path: Path, rest: ArraySlice<String>) {
        var path = Path(names: [], command: root)
        var rest = arguments[...]
        while let name = rest.first, let next = subcommand(name, of: path.command) {
            path = Path(names: path.names + [name], command: next)
            rest = rest.dropFirst()
        }
        return (path, rest)
    }

    private static func subcommand(
        _ name: String, of command: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type)? {
        command.configuration.subcommands.first { $0.configuration.commandName == name }
    }

    private static func line(_ words: [String]) -> String {
        PrintableText.line((["albumen"] + words).joined(separator: " "))
    }

    // MARK: Options

    private static func explainOption(_ rest: ArraySlice<String>, after path: Path) -> String {
        let option = PrintableText.line(String(rest.first?.prefix { $0 != "=" } ?? ""))
        guard let index = rest.firstIndex(where: { subcommand($0, of: path.command) != nil }) else {
            return "Name a command before the option “\(option)”."
        }
        var words = Array(rest)
        let name = words.remove(at: index - rest.startIndex)
        return "Options come after the command: "
            + "\(line(path.names + [name] + words.map(ShellWord.quoted)))."
    }

    // MARK: Words

    private static func explain(_ word: String, after path: Path, of root: any ParsableCommand.Type) -> String {
        let name = PrintableText.line(word)
        let mistake =
            path.names.isEmpty ? "“\(name)” isn't a command." : "“\(line(path.names))” has no command “\(name)”."
        let meant = commands(meantBy: word, after: path, of: root)
        guard !meant.isEmpty else { return mistake }
        return "\(mistake) Did you mean \(meant.map { "“albumen \($0)”" }.joined(separator: " or "))?"
    }

    private static func commands(
        meantBy word: String, after path: Path, of root: any ParsableCommand.Type
    ) -> [String] {
        if let known = CommandSynonyms.command(for: word, in: path.names) { return [known] }
        let prefix = path.names.map { $0 + " " }.joined()
        let similar = SimilarWord.best(for: word, among: names(of: path.command)).map { prefix + $0 }
        if let similar { return [similar] }
        return root.configuration.subcommands.flatMap { command -> [String] in
            let name = command.configuration.commandName ?? ""
            if name == word { return [name] }
            return names(of: command).contains(word) ? ["\(name) \(word)"] : []
        }
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        command.configuration.subcommands.compactMap { $0.configuration.commandName }
    }
}
