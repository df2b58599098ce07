import Foundation
import SystemCalls
import SystemPackage

/// Files with dates, places, albums or photos that an import can't read yet. It reports them, so that nobody assumes
/// that their contents were imported.
package enum UnreadSource: String, CaseIterable, Sendable {
    /// A ZIP or tar archive, such as the download of Google Takeout.
    case archive
    /// JSON beside the photos of Google Takeout: dates, places, descriptions and albums.
    case takeout

    private static let archiveEndings: Set = ["7z", "bz2", "gz", "rar", "tar", "tbz2", "tgz", "txz", "xz", "zip"]
    /// Each JSON file of Google Takeout has one of these words near its beginning.
    private static let takeoutWords = ["\"photoTakenTime\"", "\"albumData\"", "\"googlePhotosOrigin\""]
    private static let takeoutBeginning = 64 << 10

    static func isArchive(_ name: String) -> Bool { archiveEndings.contains(ending(of: name)) }
    static func isXMP(_ name: String) -> Bool { ending(of: name) == "xmp" }
    static func isJSON(_ name: String) -> Bool { ending(of: name) == "json" }

    private static func ending(of name: String) -> String { (name as NSString).pathExtension.lowercased() }

    /// Returns whether a JSON file is from Google Takeout. Reads at most its first 64 KB. Returns `false` if it can't
    /// be read.
    static func isTakeout(_ location: FilePath) -> Bool {
        let descriptor = location.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard (try? FileDescriptor(rawValue: descriptor).status())?.isRegularFile == true else { return false }
        var bytes = [UInt8](repeating: 0, count: takeoutBeginning)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return false }
        let text = Data(bytes.prefix(count))
        return takeoutWords.contains { text.range(of: Data($0.utf8)) != nil }
    }
}
