import Foundation

/// What another program hands over.
enum StandardInput {
    /// Each line that is not empty, without the white space around it. Blocks until the input ends.
    static func lines() -> [String] {
        var lines: [String] = []
        while let line = readLine() {
            let trimmed = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if !trimmed.isEmpty { lines.append(trimmed) }
        }
        return lines
    }
}
