/// The bounds of an archive. Members beyond them aren't read.
package struct ArchiveLimits: Sendable {
    /// Members of an archive, with its folders.
    package var memberCount = 1 << 20
    /// The directory, in bytes.
    package var directoryByteCount: Int64 = 512 << 20
    /// A path, in bytes.
    package var pathByteCount = 4_096
    /// A component of a path, in bytes.
    package var nameByteCount = 255
    /// A member, in bytes.
    package var memberByteCount: Int64 = 1 << 40
    /// Members up to this size may be compressed to any degree.
    package var freeByteCount: Int64 = 64 << 20
    /// The most bytes that one compressed byte of a larger member may stand for. Photos and videos hardly shrink.
    package var ratio: Int64 = 100

    package init() {}

    /// Returns why a path isn't used, or `nil` if it is.
    func fault(ofPath path: String) -> String? {
        if path.utf8.count > pathByteCount { return "the name is too long" }
        if path.hasPrefix("/") || path.dropFirst().hasPrefix(":") { return "the path is absolute" }
        if path.contains("\\") { return "the path has a backslash" }
        if path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "the name has a control character" }
        for component in path.split(separator: "/", omittingEmptySubsequences: false) {
            if component == ".." { return "the path leads out of its folder" }
            if component.isEmpty || component == "." { return "the path has an empty component" }
            if component.utf8.count > nameByteCount { return "the name is too long" }
        }
        return nil
    }

    /// Returns why a member of these sizes isn't used, or `nil` if it is.
    func fault(ofSize size: Int64, compressedSize: Int64) -> String? {
        if size > memberByteCount { return "it declares \(size) bytes" }
        if size > freeByteCount, size / ratio > compressedSize {
            return "it declares \(size) bytes in \(compressedSize) compressed ones"
        }
        return nil
    }
}
