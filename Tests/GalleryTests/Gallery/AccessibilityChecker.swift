import Foundation

/// axe-core, which `script/axe` downloads.
enum AccessibilityChecker {
    /// A rule that elements of the page violate.
    struct Finding: Decodable, Sendable, CustomStringConvertible {
        let rule: String
        /// `minor`, `moderate`, `serious` or `critical`.
        let impact: String?
        let help: String
        let elements: [String]

        var isSerious: Bool { impact == "serious" || impact == "critical" }
        var description: String { "\(rule) (\(impact ?? "?")): \(help): \(elements.joined(separator: " | "))" }
    }

    static let isPresent = FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
    static let absence = "axe-core is not there: run script/axe"

    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/axe/axe.min.js")

    /// Checks the page in its current state.
    static func findings(in browser: BrowserSession) async throws -> [Finding] {
        try await browser.run(String(contentsOf: file, encoding: .utf8))
        return try await browser.evaluate(
            """
            const { violations } = await axe.run(document, { resultTypes: ["violations"] });
            return violations.map(({ id, impact, help, nodes }) => {
              return { rule: id, impact, help, elements: nodes.map((node) => node.html.slice(0, 200)) };
            });
            """)
    }
}
