/// Counts with nouns, as text.
enum Count {
    /// Returns a text such as `1 file` or `2 files`.
    static func text(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
    }
}
