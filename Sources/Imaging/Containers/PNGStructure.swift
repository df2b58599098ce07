import MediaContainers
import MediaRequests

/// The chunks of a PNG file: size, frames, EXIF, and dates in text.
enum PNGStructure {
    private static let textLimitInBytes = 256
    private static let dateKeywords: Set<String> = ["creation time", "creationtime", "create-date"]

    static func read(_ view: ByteView) -> PictureStructure? {
        guard view.code(at: 12) == "IHDR", let width = view.uint32(at: 16), let height = view.uint32(at: 20) else {
            return nil
        }
        var structure = PictureStructure(width: width, height: height)
        structure.nanosecondsPerPixel = nanosecondsPerPixel(view)
        for chunk in PNGChunkSequence(view) {
            if chunk.type == "IEND" { return structure }
            guard let payload = view.part(at: chunk.content.lowerBound, count: chunk.content.count) else { break }
            switch chunk.type {
            case "acTL":
                // An implausible number of frames isn't a reason to reject the picture.
                structure.frameCount = max(1, min(ByteView(payload).uint32(at: 0) ?? 1, 1_000_000))
            case "eXIf":
                if let block = PictureStructure.exifBlock(in: payload) { structure.exifBlocks.append(block) }
            case "tEXt":
                if let date = dateText(in: payload) { structure.creationTexts.append(date) }
            case "iTXt":
                if let date = internationalDateText(in: payload) { structure.creationTexts.append(date) }
            default:
                break
            }
        }
        structure.damage = PictureStructure.endsEarly
        return structure
    }

    /// Returns the decoding time per pixel. Palettes are decoded to colours, and bits to bytes.
    private static func nanosecondsPerPixel(_ view: ByteView) -> Double {
        let bytesPerSample: Double = (view.byte(at: 24) ?? 8) > 8 ? 2 : 1
        let (channelCount, hasAlpha): (Double, Bool) =
            switch view.byte(at: 25) {
            case 0: (1, false)
            case 2: (3, false)
            case 4: (2, true)
            default: (4, true)
            }
        return DecodingCost.nanosecondsPerPixel(bytesPerPixel: channelCount * bytesPerSample, hasAlpha: hasAlpha)
    }

    /// Whether the rows are stored in seven passes, so that decoding needs the memory of the entire picture.
    static func isInterlaced(_ view: ByteView) -> Bool { view.byte(at: 28) == 1 }

    /// Returns whether there is any picture data.
    static func hasData(_ view: ByteView) -> Bool {
        PNGChunkSequence(view).first { $0.type == "IDAT" }.map { view.count > $0.content.lowerBound } ?? false
    }

    /// Reads a date from a keyword, a zero, and the text.
    private static func dateText(in payload: UnsafeRawBufferPointer) -> String? {
        let parts = payload.prefix(textLimitInBytes).split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isDateKeyword(parts[0]) else { return nil }
        return String(decoding: parts[1], as: UTF8.self)
    }

    /// Reads a date from a keyword, a zero, two bytes about compression, a language, a zero, the translated keyword, a
    /// zero, and the text.
    private static func internationalDateText(in payload: UnsafeRawBufferPointer) -> String? {
        let parts = payload.prefix(textLimitInBytes).split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isDateKeyword(parts[0]), parts[1].first == 0 else { return nil }
        let rest = parts[1].dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        return rest.count == 3 ? String(decoding: rest[2], as: UTF8.self) : nil
    }

    private static func isDateKeyword(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        dateKeywords.contains(String(decoding: bytes, as: UTF8.self).lowercased())
    }
}
