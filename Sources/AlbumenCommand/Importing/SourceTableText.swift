import Albumen
import PhotoSources
import Records

/// The table that says, for people, what became of a source's facts.
struct SourceTableText {
    let table: SourceTable
    let isDryRun: Bool

    /// Returns a title, and a line for each kind of facts that the source has.
    var lines: [String] {
        let (created, updated) = isDryRun ? ("to bring over", "to update") : ("new", "updated")
        let counts =
            table.source.kind == .xmp
            ? "\(table.updated) with new values, \(table.unchanged) without"
            : table.created + table.updated == 0
                ? "nothing new, \(table.unchanged) brought over before"
                : "\(table.created) \(created), \(table.updated) \(updated), \(table.unchanged) unchanged"
        let title = "\(PrintableText.line(table.summary)): \(counts)."
        let losses = table.source.kind == .googleTakeout ? Takeout.losses.map { "  " + $0 } : []
        let rows = SourceDifference.Fact.allCases.compactMap { fact in
            table.rows[fact].map { (fact.rawValue, "\($0.found)", "\($0.used)", Self.reasons($0)) }
        }
        guard !rows.isEmpty else { return [title] + losses }
        let all = [("", "found", isDryRun ? "usable" : "used", "")] + rows
        let width = all.map(\.0.count).max() ?? 0
        let found = all.map(\.1.count).max() ?? 0
        let used = all.map(\.2.count).max() ?? 0
        return [title]
            + all.map { row in
                "  " + row.0.padded(to: width) + "  " + row.1.aligned(to: found) + "  " + row.2.aligned(to: used)
                    + (row.3.isEmpty ? "" : "  " + row.3)
            } + losses
    }

    private static func reasons(_ row: SourceTable.Row) -> String {
        SourceDifference.Reason.allCases
            .compactMap { reason in row.differences[reason].map { "\($0) \(reason.explanation)" } }
            .joined(separator: ", ")
    }
}

extension SourceDifference.Reason {
    /// The reason for people, after a number.
    var explanation: String {
        switch self {
        case .inCloud: "only in the cloud"
        case .referenced: "outside the library and not found (--volume)"
        case .absent: "absent"
        case .empty: "empty"
        case .unreadable: "unreadable"
        case .trashed: "in its trash (--trashed)"
        case .shared: "shared by others (--shared)"
        case .notSaved: "from messages and not saved (--messages)"
        case .notAsked: "not asked for"
        case .unsupported: "not supported"
        case .noRendering: "without an edited photo or video"
        case .noRecipe: "without a recipe"
        case .invalid: "invalid"
        case .itemNotBrought: "of items that were not brought over"
        case .userValue: "set otherwise in Albumen"
        case .deletedHere: "deleted in Albumen"
        case .duplicate: "the same as another"
        case .contradiction: "contradicting each other"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    fileprivate func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
