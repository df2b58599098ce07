import MediaContainers
import MediaRequests

/// The times of an animated GIF or WebP file.
struct AnimationTimes {
    /// The delay of each frame in seconds.
    private(set) var delays: [Double] = []
    /// The number of repetitions as the file stores it, or `nil` if it stores none.
    private(set) var loopCount: Int?
    /// Whether the file has a palette for all frames.
    private(set) var hasGlobalPalette = false
    /// Whether a frame has a transparent colour.
    private(set) var isTranslucent = false

    /// Reads the blocks of a GIF.
    init(gif view: ByteView) {
        let blocks = GIFBlockSequence(view)
        hasGlobalPalette = blocks.hasGlobalPalette
        var delay = 0.0
        for block in blocks where delays.count < ImageFileDescription.frameLimit {
            let start = block.data.lowerBound
            switch block.kind {
            case .extension(0xF9):
                guard let control = view.byte(at: start + 1) else { continue }
                delay = Double(view.uint16(at: start + 2, .little) ?? 0) / 100
                if control & 1 != 0 { isTranslucent = true }
            case .extension(0xFF):
                if view.has("NETSCAPE2.0", at: start + 1), view.byte(at: start + 13) == 1 {
                    loopCount = view.uint16(at: start + 14, .little)
                }
            case .image:
                delays.append(delay)
                delay = 0
            case .extension, .trailer:
                break
            }
        }
    }

    /// Reads the chunks of a WebP file.
    init(webp view: ByteView) {
        for chunk in RIFFChunkSequence(file: view) where delays.count < ImageFileDescription.frameLimit {
            let start = chunk.content.lowerBound
            if chunk.type == "ANIM" { loopCount = view.uint16(at: start + 4, .little) }
            if chunk.type == "ANMF" { delays.append(Double(view.uint24(at: start + 12, .little) ?? 0) / 1000) }
        }
    }
}
