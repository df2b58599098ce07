import Albumen
import ArgumentParser

/// Completes the keys of `--sort` and `--filter` in the shell.
enum KeyCompletion {
    static let sort = CompletionKind.custom { _, _, _ in sortWords(in: CompletionShell.requesting?.rawValue) }
    static let filter = CompletionKind.list(AssetFetch.Keys.withDetails.predicateNames)

    /// Returns the keys, each also in descending order. Bash splits words at colons, so there the user types `:desc`.
    static func sortWords(in shell: String?) -> [String] {
        let keys = AssetFetch.Keys.withDetails.sortNames
        switch shell {
        case "bash": return keys
        // zsh treats the text after a colon as a description.
        case "zsh": return keys.flatMap { [$0, "\($0)\\:desc"] }
        default: return keys.flatMap { [$0, "\($0):desc"] }
        }
    }
}
