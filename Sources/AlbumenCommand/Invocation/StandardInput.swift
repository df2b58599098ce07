import Foundation

/// The standard input.
enum StandardInput {
    /// Returns the lines that aren't empty, without white space at both ends. Blocks until the input ends.
    static func lines() -> [String] {
        var lines: [String] = []
        while let line = line() {
            if !line.isEmpty { lines.append(line) }
        }
        return lines
    }

    /// Returns the next line without white space at both ends, or `nil` at the end of the input. Blocks until then.
    static func line() -> String? {
        readLine()?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
