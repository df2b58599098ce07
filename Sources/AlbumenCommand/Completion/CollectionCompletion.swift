import Albumen
import ArgumentParser
import Foundation
import Records

/// Titles of albums and folders for the shell to complete, read from the library that the command line names.
enum CollectionCompletion {
    static let albums = CompletionKind.custom { words, _, _ in candidates(.album, words) }
    static let folders = CompletionKind.custom { words, _, _ in candidates(.folder, words) }
    static let collections = CompletionKind.custom { words, _, _ in candidates(nil, words) }

    /// A title where it tells one from the others, else the identifier. Nothing where there is no library to read: a shell
    /// that completes is no place for a complaint.
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

    /// A title as a shell's script has to be handed it; nil for one that could not be typed.
    ///
    /// A title is a stranger's text: bash's `compgen -W` expands what it is handed, commands too, so there the title is quoted.
    /// What bash then puts on the command line it quotes itself, but for what it takes for an expansion that was meant.
    static func word(for title: String, in shell: String?) -> String? {
        guard !title.isEmpty, !title.hasPrefix("-"), PrintableText.line(title) == title else { return nil }
        switch shell {
        case "bash" where title.hasPrefix("~") || title.contains(where: { "`$!".contains($0) }): return nil
        case "bash": return ShellWord.quoted(title)
        // What comes behind a colon would be a description.
        case "zsh" where title.contains("\\"): return nil
        case "zsh": return title.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
        default: return title
        }
    }

    /// The value of `--library`, without the quotes that a shell would take away.
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
