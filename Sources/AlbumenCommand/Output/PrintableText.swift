/// Text from files that is safe in a terminal. Names and captions are untrusted.
enum PrintableText {
    /// Returns the text with all characters escaped that control the terminal, end the line or change the direction
    /// of text.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var printable = ""
        for scalar in text.unicodeScalars {
            printable += steers(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return printable
    }

    /// Returns whether a character controls the terminal, ends the line or changes the direction of text.
    static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
