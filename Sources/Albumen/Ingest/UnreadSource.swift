import Foundation

/// Files with photos that an import can't read. It reports them, so that nobody assumes that their contents were
/// imported.
package enum UnreadSource: String, CaseIterable, Sendable {
    /// A ZIP or tar archive that isn't of Google Takeout.
    case archive

    private static let archiveEndings: Set = ["7z", "bz2", "gz", "rar", "tar", "tbz2", "tgz", "txz", "xz", "zip"]

    static func isArchive(_ name: String) -> Bool { archiveEndings.contains(ending(of: name)) }
    static func isXMP(_ name: String) -> Bool { ending(of: name) == "xmp" }
    static func isJSON(_ name: String) -> Bool { ending(of: name) == "json" }

    private static func ending(of name: String) -> String { (name as NSString).pathExtension.lowercased() }
}
