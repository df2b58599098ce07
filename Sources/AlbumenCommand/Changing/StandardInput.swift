import Foundation

/// The standard input.
enum StandardInput {
    /// Returns the lines that aren't empty, without white space at both ends. Blocks until the input ends.
    static func lines() -> [String] {
        var lines: [String] = []
        while let line = readLine() {
            let trimmed = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if !trimmed.isEmpty { lines.append(trimmed) }
        }
        return lines
    }
}
