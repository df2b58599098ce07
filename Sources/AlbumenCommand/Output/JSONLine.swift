import Foundation

/// JSON, one object per line, keys in alphabetical order.
enum JSONLine {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// JSON only escapes the first 32 control characters. Filenames and captions can contain others, which control a
    /// terminal or change the direction of text, so this method escapes them, too. Such characters only occur in
    /// strings.
    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: PrintableText.steers) else { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            guard PrintableText.steers(scalar) else { return text.unicodeScalars.append(scalar) }
            text += escape(scalar)
        }
    }

    /// Returns a character as its numbers in UTF-16.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        (UTF16.encode(scalar).map(Array.init) ?? []).map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
