import Albumen

/// The edit of an asset in `info`. Unknown values have no key.
struct AdjustmentSummaryDocument: Encodable {
    /// In UTC.
    let date: String?
    /// The app that made the edit.
    let editor: String?
    let formatIdentifier: String
    let formatVersion: String?

    init(_ edit: EditSummary) {
        date = edit.date.flatMap(Timestamp.utc)
        editor = edit.editor
        formatIdentifier = edit.formatIdentifier ?? ""
        formatVersion = edit.formatVersion
    }

    /// The line for people.
    var text: String {
        var text = formatIdentifier.isEmpty ? "in a format without a name" : "in the format \(formatIdentifier)"
        if let formatVersion, !formatVersion.isEmpty { text += " \(formatVersion)" }
        if let editor { text += ", by \(editor)" }
        return date.map { "\($0), \(text)" } ?? text
    }
}
