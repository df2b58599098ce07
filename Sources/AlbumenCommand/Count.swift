/// Numbers of things, in words.
enum Count {
    /// As in `1 file` and `2 files`.
    static func text(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
    }
}
