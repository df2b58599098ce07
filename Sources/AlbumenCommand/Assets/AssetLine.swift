import Albumen
import Records

/// An asset as a line of `list`: identifier, local date with its offset, kind, size or duration, file name, marks.
enum AssetLine {
    static func text(_ entry: AssetEntry, namesKeyPhoto: Bool = false) -> String {
        let columns = [
            padded(entry.asset.uuid, 36),
            padded(date(entry.asset), 26),
            padded(entry.mediaTypeName, 5),
            padded(extent(entry.asset), 11, trailing: false),
            PrintableText.line(entry.primaryResource?.originalFilename ?? "-"),
        ]
        let marks = AssetMarks.of(entry, namesKeyPhoto: namesKeyPhoto)
        return columns.joined(separator: "  ") + (marks.isEmpty ? "" : "  [\(marks.joined(separator: ", "))]")
    }

    private static func date(_ asset: AssetRecord) -> String {
        guard let time = Timestamp.localTime(of: asset) else { return "-" }
        let reading = "\(time.dateText) \(time.timeText)"
        return asset.utcOffset.map { "\(reading) \(CivilTime.offsetText($0))" } ?? reading
    }

    private static func extent(_ asset: AssetRecord) -> String {
        asset.mediaType == .video
            ? Timestamp.duration(asset.duration) : "\(asset.pixelWidth)x\(asset.pixelHeight)"
    }

    private static func padded(_ text: String, _ width: Int, trailing: Bool = true) -> String {
        let spaces = String(repeating: " ", count: max(0, width - text.count))
        return trailing ? text + spaces : spaces + text
    }
}
