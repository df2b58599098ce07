extension StringProtocol {
    /// The text without white space at its ends. Foundation's method would link ICU, which is many times larger than this
    /// program.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
