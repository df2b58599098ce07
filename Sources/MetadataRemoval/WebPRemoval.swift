import MediaContainers
import MediaWork

extension MetadataRemoval {
    private static let pictureChunks: Set<FourCharacterCode> = [
        "VP8 ", "VP8L", "VP8X", "ANIM", "ANMF", "ALPH", "ICCP", "JUNK",
    ]
    private static let junk = Array("JUNK".utf8)

    /// Removes metadata from a WebP file. Chunks other than those of pictures, Exif and XMP become junk.
    mutating func removeFromWebP() throws(MediaError) {
        guard let size = file.uint32(at: 4, .little) else { throw MediaError(.unreadable, "the file is cut short") }
        let end = min(file.count, 8 + size)
        var position = 12
        while position + 8 <= end, let type = file.code(at: position),
            let count = file.uint32(at: position + 4, .little), position + 8 + count <= end
        {
            let content = position + 8..<position + 8 + count
            switch type {
            case "EXIF":
                let hasHeader = file.has("Exif\u{0}\u{0}", at: content.lowerBound)
                if try !removeFromExif(hasHeader ? content.dropFirst(6) : content) { try changes.zero(content) }
            case "XMP ": try removeOrClearXMP(content)
            case "JUNK": try changes.zero(content)
            case "ANMF": try removeFromFrame(content)
            case _ where Self.pictureChunks.contains(type): break
            default:
                try changes.write(Self.junk, at: position)
                try changes.zero(content)
            }
            position = content.upperBound + count % 2
            if count % 2 == 1 { try changes.zero(content.upperBound..<position) }
        }
        try changes.zero(min(position, file.count)..<file.count)
    }

    private static let frameHeaderSize = 16
    private static let frameChunks: Set<FourCharacterCode> = ["VP8 ", "VP8L", "ALPH"]

    /// Removes unknown chunks from a frame of an animation.
    private mutating func removeFromFrame(_ frame: Range<Int>) throws(MediaError) {
        var position = frame.lowerBound + Self.frameHeaderSize
        while position + 8 <= frame.upperBound, let type = file.code(at: position),
            let count = file.uint32(at: position + 4, .little), position + 8 + count <= frame.upperBound
        {
            let content = position + 8..<position + 8 + count
            if !Self.frameChunks.contains(type) {
                try changes.write(Self.junk, at: position)
                try changes.zero(content)
            }
            position = content.upperBound + count % 2
        }
        try changes.zero(min(position, frame.upperBound)..<frame.upperBound)
    }
}
