import Foundation

/// The names under which programs write files that aren't complete. They rename them at the end.
package enum PartialFileName {
    /// The endings of browsers, download managers and programs that synchronize folders.
    private static let endings: Set = [
        "!bt", "!qb", "!ut", "aria2", "bc!", "bts", "crdownload", "download", "fdmdownload", "filepart", "opdownload",
        "part", "partial", "rsync-tmp", "temp", "tmp", "xltd",
    ]

    /// The endings of files that exist beside an incomplete file, which has its final name.
    static let companions = ["part", "aria2", "crdownload", "filepart"]

    /// Returns whether a name is that of an incomplete or hidden file. rsync hides its temporary files.
    package static func isPartial(_ name: String) -> Bool {
        if name.hasPrefix(".") || name.hasPrefix("~") || name.hasSuffix("~") { return true }
        return endings.contains((name as NSString).pathExtension.lowercased())
    }
}
