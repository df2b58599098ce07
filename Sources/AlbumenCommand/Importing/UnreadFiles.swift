import Albumen

/// The files of one kind whose data an import couldn't read.
struct UnreadFiles {
    private var first = ""
    private var new = 0
    private var known = 0

    mutating func note(_ path: String, isKnown: Bool) {
        if new + known == 0 { first = path }
        if isKnown { known += 1 } else { new += 1 }
    }

    /// Returns one line for people.
    func line(_ source: UnreadSource) -> String {
        let count = new + known
        let example = "\(PrintableText.line(first))\(count > 1 ? ", …" : "")"
        return switch source {
        case .archive:
            "Not read: \(Count.text(count, "archive")) (\(example)). "
                + "Unpack \(count == 1 ? "it" : "them") and import the folder."
        }
    }
}

/// The folders of one kind that an import skipped.
struct ForeignFolders {
    /// The number of folders to list. Some NAS create a folder of thumbnails in each folder of photos.
    private static let shownLimit = 5

    private var paths: [String] = []
    private var count = 0

    mutating func note(_ path: String) {
        count += 1
        if paths.count < Self.shownLimit { paths.append(path) }
    }

    /// Returns one line for people.
    func line(_ kind: ForeignFolder) -> String {
        let rest = count > paths.count ? " and \(count - paths.count) more (--json lists all)" : ""
        let shown = paths.map(PrintableText.line).joined(separator: ", ") + rest
        return "Skipped \(kind.explanation): \(shown)." + (kind.remedy.map { " " + $0 } ?? "")
    }
}
