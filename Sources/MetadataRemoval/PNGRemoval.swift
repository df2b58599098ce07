import MediaContainers
import MediaRequests

extension MetadataRemoval {
    /// A private chunk without a meaning. Chunks that are removed get its type and zeros for their content.
    private static let blankType = Array("frEe".utf8)

    /// The keywords of texts that are neither places nor captions.
    private static let harmlessKeywords: Set = [
        "Author", "Copyright", "Creation Time", "Software", "Disclaimer", "Source",
    ]
    private static let captionKeywords: Set = ["Title", "Description"]
    /// The chunks of pictures and their colours, and of animations.
    private static let pictureChunks: Set<FourCharacterCode> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "mDCv",
        "cLLi", "bKGD", "hIST", "pHYs", "tIME", "acTL", "fcTL", "fdAT", "oFFs", "sTER", "vpAg", "CgBI", "iDOT",
    ]
    private static let longChunks: Set<FourCharacterCode> = ["IDAT", "fdAT", "iCCP"]
    /// No chunk with a fixed structure is longer.
    private static let shortChunkLimit = 1_024

    /// Removes metadata from a PNG file and computes the checksums of its chunks again. Only known chunks stay.
    ///
    /// - Throws: `unreadable` if the file has no end, or if a chunk has another checksum than its content, because its
    ///   length is wrong then.
    mutating func removeFromPNG(_ range: Range<Int>, depth: Int = 0) throws(MediaError) {
        try Self.check(depth)
        let chunks = PNGChunkSequence(file, in: range)
        for chunk in chunks {
            let content = chunk.content
            guard chunks.holdsWhole(chunk),
                Int(Self.checksum(of: slice(content.lowerBound - 4..<content.upperBound)))
                    == file.uint32(at: content.upperBound)
            else { break }
            let first = changes.all.count
            try removeFromChunk(chunk.type, content, depth: depth)
            if changes.all.count > first { try seal(content, since: first) }
            if chunk.type == "IEND" { return try changes.zero(chunk.end..<range.upperBound) }
        }
        throw MediaError(.unreadable, "its chunks can't be read to the end")
    }

    /// Writes the checksum of a changed chunk.
    private mutating func seal(_ content: Range<Int>, since first: Int) throws(MediaError) {
        let current = changes.current(content.lowerBound - 4..<content.upperBound, since: first)
        let checksum = current.withUnsafeBytes { Self.checksum(of: $0) }
        try changes.write([24, 16, 8, 0].map { UInt8(checksum >> $0 & 0xFF) }, at: content.upperBound)
    }

    private mutating func removeFromChunk(
        _ type: FourCharacterCode, _ content: Range<Int>, depth: Int
    ) throws(MediaError) {
        switch type {
        case "eXIf": if try !removeFromExif(content, depth: depth) { try blank(content) }
        case "iTXt", "tEXt", "zTXt": try removeFromText(type, content)
        case _ where Self.longChunks.contains(type): break
        case _ where Self.pictureChunks.contains(type) && content.count <= Self.shortChunkLimit: break
        default: try blank(content)
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
            || !removed.contains(.location) && !removed.includes(key: keyword) && keyword != "Comment"
                && keyword != "Warning"
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

    private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        let checksums = checksums
        return ~bytes.reduce(0xFFFF_FFFF) { checksums[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }
}
