import Foundation

/// A file of groups with keys and values, as desktops use it: `[group]`, and lines `key=value`.
struct KeyFile {
    let groups: [String: [String: String]]

    /// Returns `nil` if there is no readable file.
    init?(path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(text: String(decoding: data, as: UTF8.self))
    }

    init(text: String) {
        var groups: [String: [String: String]] = [:]
        var group = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = String(line.dropFirst().dropLast())
            } else if !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].trimmingCharacters(in: .whitespaces)
                let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
                groups[group, default: [:]][key] = value
            }
        }
        self.groups = groups
    }

    /// Returns the parts of a value between semicolons.
    static func list(_ value: String?) -> [String] {
        (value ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
