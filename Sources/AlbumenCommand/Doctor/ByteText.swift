import Foundation

/// Formats a number of bytes for people.
enum ByteText {
    static func text(_ count: UInt64) -> String {
        Int64(clamping: count)
            .formatted(.byteCount(style: .file, spellsOutZero: false).locale(Locale(identifier: "en_US_POSIX")))
    }
}
