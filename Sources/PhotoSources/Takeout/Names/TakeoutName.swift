internal import Foundation

/// The name of a photo or video in an export, in its parts.
///
/// Google counts UTF-16 units of the composed form (NFC), so the parts are composed.
package struct TakeoutName: Sendable, Hashable {
    /// The whole name.
    package let text: String
    /// The name without the number and the extension.
    package let stem: String
    /// The number in parentheses at the end of the stem, which tells apart files with equal titles.
    package let number: Int?
    /// The extension without its dot, or an empty text.
    package let pathExtension: String

    /// The longest extension, in UTF-16 units. A longer text after a dot is part of the stem.
    private static let longestExtension = 8
    /// The most digits of a number in parentheses.
    private static let longestNumber = 6

    package init(_ name: String) {
        text = name.precomposedStringWithCanonicalMapping
        var rest = Substring(text)
        var pathExtension = ""
        if let dot = text.lastIndex(of: "."), dot > text.startIndex {
            let candidate = text[text.index(after: dot)...]
            if !candidate.isEmpty, candidate.utf16.count <= Self.longestExtension, !candidate.contains(" ") {
                pathExtension = String(candidate)
                rest = text[..<dot]
            }
        }
        self.pathExtension = pathExtension
        (stem, number) = Self.splitNumber(rest)
    }

    /// The name without the number.
    package var base: String { pathExtension.isEmpty ? stem : "\(stem).\(pathExtension)" }

    /// The stem with the number.
    package var numberedStem: String { number.map { "\(stem)(\($0))" } ?? stem }

    /// Splits `name(12)` into `name` and 12. The number is `nil` if the text ends with no number in parentheses.
    private static func splitNumber(_ text: Substring) -> (stem: String, number: Int?) {
        guard text.last == ")", let open = text.lastIndex(of: "("), open > text.startIndex else {
            return (String(text), nil)
        }
        let digits = text[text.index(after: open)...].dropLast()
        guard digits.utf8.count == digits.count, (1...longestNumber).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.first != "0", let number = Int(digits)
        else { return (String(text), nil) }
        return (String(text[..<open]), number)
    }
}

extension TakeoutName {
    /// Returns the possible results of cutting a text after a number of UTF-16 units: one, or two if the cut would
    /// split a character beyond the basic plane. Such a character can be left out or kept.
    package static func cuts(of text: String, to length: Int) -> [String] {
        let units = text.utf16
        guard units.count > length else { return [text] }
        let end = units.index(units.startIndex, offsetBy: length)
        if let prefix = String(units[..<end]) { return [prefix] }
        return [length - 1, length + 1].compactMap {
            units.index(units.startIndex, offsetBy: $0, limitedBy: units.endIndex).flatMap { String(units[..<$0]) }
        }
    }
}
