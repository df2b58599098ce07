import Foundation

/// Tells what a change came to: one line, for people or in JSON.
struct ChangeReport {
    let isJSON: Bool

    /// How many assets a change was of.
    struct AssetCount: Encodable {
        let assets: Int
    }

    func tell(_ document: some Encodable, _ text: String) throws {
        let output = StandardOutput.shared
        try output.write(line: isJSON ? JSONLine.text(document) : PrintableText.line(text))
        try output.flush()
    }
}
