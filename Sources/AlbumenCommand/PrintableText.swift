/// Text from files made fit for a terminal: names and captions are a stranger's words.
enum PrintableText {
    /// The text with everything escaped that would steer the terminal, end the line or turn its direction.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var printable = ""
        for scalar in text.unicodeScalars {
            printable += steers(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return printable
    }

    /// Whether a character controls the terminal, ends the line or changes the direction of text.
    static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
