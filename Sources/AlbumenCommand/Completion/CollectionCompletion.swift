import Albumen
import ArgumentParser
import Foundation
import Records

/// Completes titles of albums and folders in the shell, from the library in the command line.
enum CollectionCompletion {
    static let albums = CompletionKind.custom { words, _, _ in candidates(.album, words) }
    static let folders = CompletionKind.custom { words, _, _ in candidates(.folder, words) }
    static let collections = CompletionKind.custom { words, _, _ in candidates(nil, words) }

    /// Returns the title of each collection if it's unique, otherwise its identifier. Returns nothing if the library
    /// can't be read, because a completion can't report errors.
    private static func candidates(_ kind: CollectionRecord.Kind?, _ words: [String]) -> [String] {
        var options = LibraryOptions()
        options.library = library(in: words)
        options.json = false
        guard let library = try? options.openView(notify: { _ in }),
            let records = try? library.completedCollections(kind)
        else { return [] }
        let counts = Dictionary(records.map { ($0.title, 1) }, uniquingKeysWith: +)
        return records.map { record in
            let word =
                counts[record.title] == 1 ? word(for: record.title, in: CompletionShell.requesting?.rawValue) : nil
            return word ?? record.localIdentifier
        }
    }

    /// Returns a title in the form that the shell's script needs, or `nil` if a user can't type it.
    ///
    /// Titles are untrusted. Bash's `compgen -W` expands its words, including commands, so the title is quoted for
    /// Bash. Bash itself quotes the completed word in the command line, except for characters that look like an
    /// intended expansion.
    static func word(for title: String, in shell: String?) -> String? {
        guard !title.isEmpty, !title.hasPrefix("-"), PrintableText.line(title) == title else { return nil }
        switch shell {
        case "bash" where title.hasPrefix("~") || title.contains(where: { "`$!".contains($0) }): return nil
        case "bash": return ShellWord.quoted(title)
        // zsh treats the text after a colon as a description.
        case "zsh" where title.contains("\\"): return nil
        case "zsh": return title.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
        default: return title
        }
    }

    /// Returns the value of `--library` without the quotes that a shell would remove.
    private static func library(in words: [String]) -> String? {
        for (index, word) in words.enumerated() {
            if word.hasPrefix("--library=") { return unquoted(word.dropFirst("--library=".count)) }
            if word == "--library", index + 1 < words.count { return unquoted(words[index + 1][...]) }
        }
        return nil
    }

    private static func unquoted(_ word: Substring) -> String? {
        let text = word.filter { $0 != "\"" && $0 != "'" && $0 != "\\" }
        return text.isEmpty ? nil : String(text)
    }
}

extension LibraryView {
    fileprivate func completedCollections(_ kind: CollectionRecord.Kind?) throws -> [CollectionRecord] {
        try (kind == .folder ? [] : albums(subtype: nil))
            + (kind == .album ? [] : folders())
    }
}
