import MediaContainers
import MediaWork

extension MetadataRemoval {
    /// A private chunk without a meaning. Chunks that are removed get its type and zeros for their content.
    private static let blankType = Array("frEe".utf8)

    /// The keywords of texts that are neither places nor captions.
    private static let harmlessKeywords: Set = [
        "Author", "Copyright", "Creation Time", "Software", "Disclaimer", "Source",
    ]
    private static let captionKeywords: Set = ["Title", "Description", "Comment", "Warning"]

    /// Removes metadata from a PNG file and computes the checksums of its chunks again.
    mutating func removeFromPNG() throws(MediaError) {
        var position = 8
        while let count = file.uint32(at: position), let type = file.code(at: position + 4),
            position + 12 + count <= file.count
        {
            let content = position + 8..<position + 8 + count
            position = content.upperBound + 4
            let first = changes.all.count
            try removeFromChunk(type, content)
            if changes.all.count > first { try seal(content, since: first) }
            if type == "IEND" { return try changes.zero(position..<file.count) }
        }
        // Pixels of a file that is cut short stay. Other bytes have no meaning.
        let last = file.code(at: position + 4)
        if last != "IDAT", last != "fdAT" { try changes.zero(position..<file.count) }
    }

    /// Writes the checksum of a changed chunk.
    private mutating func seal(_ content: Range<Int>, since first: Int) throws(MediaError) {
        let current = changes.current(content.lowerBound - 4..<content.upperBound, since: first)
        let checksum = Self.checksum(of: current)
        try changes.write([24, 16, 8, 0].map { UInt8(checksum >> $0 & 0xFF) }, at: content.upperBound)
    }

    private mutating func removeFromChunk(_ type: FourCharacterCode, _ content: Range<Int>) throws(MediaError) {
        switch type {
        case "eXIf": if try !removeFromExif(content) { try blank(content) }
        case "iTXt", "tEXt", "zTXt": try removeFromText(type, content)
        // Exif of other writers, and content credentials.
        case "zxIf", "caBX", "exIf": try blank(content)
        default: break
        }
    }

    private mutating func removeFromText(_ type: FourCharacterCode, _ content: Range<Int>) throws(MediaError) {
        let view = ByteView(slice(content))
        guard let end = view.bytes.firstIndex(of: 0) else { return try blank(content) }
        let keyword = String(decoding: view.bytes[..<end], as: UTF8.self)
        if keyword == "XML:com.adobe.xmp", type == "iTXt", view.byte(at: end + 1) == 0,
            let language = view.bytes[min(end + 3, view.count)...].firstIndex(of: 0),
            let translation = view.bytes[(language + 1)...].firstIndex(of: 0)
        {
            if try !removeFromXMP(content.dropFirst(translation + 1)) { try blank(content) }
            return
        }
        let isKept =
            Self.harmlessKeywords.contains(keyword) || keyword.hasPrefix("date:")
            || Self.captionKeywords.contains(keyword) && !removed.contains(.captions)
            || !removed.contains(.location) && !removed.includes(key: keyword)
                && !keyword.hasPrefix("Raw profile") && !keyword.hasPrefix("XML:")
                && !Self.captionKeywords.contains(keyword)
        if !isKept { try blank(content) }
    }

    private mutating func blank(_ content: Range<Int>) throws(MediaError) {
        try changes.write(Self.blankType, at: content.lowerBound - 4)
        try changes.zero(content)
    }

    // MARK: Checksums

    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { checksums[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }
}
