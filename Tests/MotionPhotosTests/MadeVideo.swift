/// Boxes of made files.
enum MadeVideo {
    /// Returns a number, the most significant byte first.
    static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }

    static func box(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    static func fileType(_ brand: String = "mp42") -> [UInt8] {
        box("ftyp", Array(brand.utf8) + number(0, 4) + Array("isommp42".utf8))
    }

    /// Returns the header of a movie that lasts 2.5 seconds.
    static func movieHeader(units: Int = 2_500) -> [UInt8] {
        box("mvhd", number(0, 12) + number(1_000, 4) + number(units, 4) + number(0, 80))
    }

    static func track(_ handler: String = "vide") -> [UInt8] {
        let header = box("tkhd", number(7, 4) + number(0, 72) + number(1920 << 16, 4) + number(1080 << 16, 4))
        let media = box("hdlr", number(0, 8) + Array(handler.utf8) + number(0, 13))
        return box("trak", header + box("mdia", media))
    }

    static func movie(_ tracks: [[UInt8]] = [track("soun"), track()], units: Int = 2_500) -> [UInt8] {
        box("moov", movieHeader(units: units) + tracks.flatMap(\.self))
    }

    static let mediaData = box("mdat", (0..<500).map { UInt8(truncatingIfNeeded: $0 * 7) })

    /// A whole MP4.
    static let whole = fileType() + movie() + mediaData
}
