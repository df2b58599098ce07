import Foundation

/// Reports the result of a change in one line, for people or in JSON.
struct ChangeReport {
    let isJSON: Bool

    /// The number of assets that a change affected.
    struct AssetCount: Encodable {
        let assets: Int
    }

    func tell(_ document: some Encodable, _ text: String) throws {
        let output = StandardOutput.shared
        try output.write(line: isJSON ? JSONLine.text(document) : PrintableText.line(text))
        try output.flush()
    }
}
