internal import Foundation

/// Reads the texts of a server.
enum ImmichText {
    private static let longestName = 255
    private static let longestText = 65_536
    private static let longestPath = 1_024

    /// Returns the text in its composed form (NFC), or `nil` if there is no text. Longer texts lose their end.
    ///
    /// - Parameter limit: The number of scalars. A single character can have any number of them.
    static func text(_ text: String?, limit: Int = longestText) -> String? {
        guard let text else { return nil }
        let trimmed = first(text, limit).trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed.precomposedStringWithCanonicalMapping
    }

    /// Returns a short text in one line, for names, messages and differences.
    static func line(_ text: String?, limit: Int = longestName) -> String? {
        self.text(text.map { withoutControls(first($0, limit)) }, limit: limit)
    }

    /// Returns the name of a file for people. A server's name can contain anything.
    static func fileName(_ name: String?) -> String? {
        guard let name = line(name)?.replacing("/", with: "_"), name != ".", name != ".." else { return nil }
        return name
    }

    /// Returns the path of a file for people, with a slash in front.
    static func path(_ path: String?, of server: String) -> String {
        let parts = withoutControls(first(path ?? "", longestPath)).split(separator: "/")
            .filter { $0 != "." && $0 != ".." }
        return ([server[...]] + parts).map { "/" + $0 }.joined()
    }

    private static func first(_ text: String, _ limit: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }

    private static func withoutControls(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 32 || (0x7F...0x9F).contains($0.value) ? " " : $0 }))
    }
}
