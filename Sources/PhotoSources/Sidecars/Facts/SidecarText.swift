import Foundation

extension String {
    /// The text without white space at its ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The text for people: with line feeds as line ends, without control characters other than tabs, and without white
    /// space at its ends.
    var cleaned: String {
        guard unicodeScalars.contains(where: Self.isControl) else { return trimmed }
        let lines = replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return String(String.UnicodeScalarView(lines.unicodeScalars.filter { !Self.isControl($0) })).trimmed
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value < 0x20 && scalar != "\t" && scalar != "\n") || (0x7F...0x9F).contains(scalar.value)
            || scalar.value == 0xFFFE || scalar.value == 0xFFFF
    }
}
