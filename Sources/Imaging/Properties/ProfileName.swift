import MediaContainers

/// The description in an ICC profile.
enum ProfileName {
    private static let tagLimit = 200
    private static let textLimitInBytes = 1024

    /// Returns `nil` if the bytes aren't a profile with a description.
    static func text(_ profile: [UInt8]) -> String? {
        profile.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            guard let count = view.uint32(at: 128) else { return nil }
            for index in 0..<min(count, tagLimit) {
                let entry = 132 + index * 12
                guard view.code(at: entry) == "desc", let offset = view.uint32(at: entry + 4) else { continue }
                return text(view, at: offset)
            }
            return nil
        }
    }

    private static func text(_ view: ByteView, at offset: Int) -> String? {
        switch view.code(at: offset) {
        case "desc":
            guard let length = view.uint32(at: offset + 8),
                let bytes = view.part(at: offset + 12, count: min(length, textLimitInBytes))
            else { return nil }
            return ExifDirectory.text(bytes)
        case "mluc":
            guard let count = view.uint32(at: offset + 8), let size = view.uint32(at: offset + 12), size >= 12 else {
                return nil
            }
            let records = (0..<min(count, tagLimit)).map { offset + 16 + $0 * size }
            guard let record = records.first(where: { view.has("en", at: $0) }) ?? records.first,
                let length = view.uint32(at: record + 4), let start = view.uint32(at: record + 8),
                let bytes = view.part(at: offset + start, count: min(length, textLimitInBytes))
            else { return nil }
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
            return text.isEmpty ? nil : text
        default:
            return nil
        }
    }
}
