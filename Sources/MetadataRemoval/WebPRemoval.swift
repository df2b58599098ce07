import MediaContainers
import MediaRequests

extension MetadataRemoval {
    private static let pictureChunks: Set<FourCharacterCode> = [
        "VP8 ", "VP8L", "VP8X", "ANIM", "ANMF", "ALPH", "ICCP", "JUNK",
    ]
    private static let junk = Array("JUNK".utf8)

    /// Removes metadata from a WebP file. Chunks other than those of pictures, Exif and XMP become junk. The last chunk
    /// counts up to the file's end, so that a picture that is cut short keeps its pixels.
    mutating func removeFromWebP() throws(MediaError) {
        let chunks = RIFFChunkSequence(file: file)
        var position = chunks.range.lowerBound
        for chunk in chunks {
            let content = chunk.content.clamped(to: chunks.range)
            switch chunk.type {
            case "EXIF":
                let hasHeader = file.has("Exif\u{0}\u{0}", at: content.lowerBound)
                if try !removeFromExif(hasHeader ? content.dropFirst(6) : content) { try changes.zero(content) }
            case "XMP ": try removeOrClearXMP(content)
            case "JUNK": try changes.zero(content)
            case "ANMF": try removeFromFrame(content)
            case _ where Self.pictureChunks.contains(chunk.type): break
            default:
                try changes.write(Self.junk, at: chunk.offset)
                try changes.zero(content)
            }
            position = min(chunk.end, chunks.range.upperBound)
            try changes.zero(content.upperBound..<position)
        }
        try changes.zero(position..<file.count)
    }

    private static let frameHeaderSize = 16
    private static let frameChunks: Set<FourCharacterCode> = ["VP8 ", "VP8L", "ALPH"]

    /// Removes unknown chunks from a frame of an animation.
    private mutating func removeFromFrame(_ frame: Range<Int>) throws(MediaError) {
        let chunks = RIFFChunkSequence(file, in: frame.dropFirst(Self.frameHeaderSize))
        var position = chunks.range.lowerBound
        for chunk in chunks {
            if !Self.frameChunks.contains(chunk.type) {
                try changes.write(Self.junk, at: chunk.offset)
                try changes.zero(chunk.content.clamped(to: chunks.range))
            }
            position = min(chunk.end, chunks.range.upperBound)
        }
        try changes.zero(position..<frame.upperBound)
    }
}
