internal import Foundation
internal import PropertyLists
internal import Records
internal import SystemCalls
internal import SystemPackage

/// The file with the recipe of an edit, or with the slow motion of a video.
struct AppleRecipe {
    /// The format of a slow motion, which is no edit.
    static let slowMotion = "com.apple.video.slomo"
    /// An XML property list needs four characters for three bytes of data, and line breaks.
    private static let fileLimit = AdjustmentData.byteLimit * 3 / 2 + (64 << 10)

    var recipe: SourceEdit.Recipe
    var date: Date?

    /// Reads the file. Returns `nil` if it's damaged or too large.
    init?(at path: FilePath, status: Stat) {
        guard status.size <= Self.fileLimit, let bytes = Self.read(path, size: Int(status.size)),
            let list = try? PropertyListValue(parsing: bytes, limit: Self.fileLimit),
            let identifier = list["adjustmentFormatIdentifier"]?.string, !identifier.isEmpty,
            let version = Self.text(list["adjustmentFormatVersion"]),
            let data = list["adjustmentData"]?.data, data.count <= AdjustmentData.byteLimit
        else { return nil }
        recipe = SourceEdit.Recipe(formatIdentifier: identifier, formatVersion: version, data: data)
        date = list["adjustmentTimestamp"]?.date
    }

    private static func text(_ value: PropertyListValue?) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .real(let number): String(number)
        default: nil
        }
    }

    /// Writes a recipe that is kept in a database into a file like those of later versions. Returns `nil` if it can't.
    static func write(_ recipe: SourceEdit.Recipe, to path: FilePath) -> Stat? {
        let values: [String: Any] = [
            "adjustmentFormatIdentifier": recipe.formatIdentifier, "adjustmentFormatVersion": recipe.formatVersion,
            "adjustmentData": recipe.data,
        ]
        guard
            let bytes = try? PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0),
            let file = try? FileDescriptor.open(
                path, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec],
                permissions: FilePermissions(rawValue: 0o600))
        else { return nil }
        defer { try? file.close() }
        guard (try? bytes.withUnsafeBytes { try file.write(all: $0) }) != nil else { return nil }
        return try? file.status()
    }

    static func read(_ path: FilePath, size: Int) -> Data? {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec]) else {
            return nil
        }
        defer { try? file.close() }
        var bytes = Data(count: size)
        let isWhole = bytes.withUnsafeMutableBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
                guard let count = try? file.read(at: Int64(offset), into: rest), count > 0 else { return false }
                offset += count
            }
            return true
        }
        return isWhole ? bytes : nil
    }
}
