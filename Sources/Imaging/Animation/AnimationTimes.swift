import MediaContainers
import MediaWork

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
        let flags = view.byte(at: 10) ?? 0
        hasGlobalPalette = flags & 0x80 != 0
        var offset = 13 + Self.paletteSize(flags)
        var delay = 0.0
        while let introducer = view.byte(at: offset), delays.count < ImageFileDescription.frameLimit {
            switch introducer {
            case 0x21:
                let label = view.byte(at: offset + 1)
                offset += 2
                if label == 0xF9, let control = view.byte(at: offset + 1) {
                    delay = Double(view.uint16(at: offset + 2, .little) ?? 0) / 100
                    if control & 1 != 0 { isTranslucent = true }
                } else if label == 0xFF, view.has("NETSCAPE2.0", at: offset + 1), view.byte(at: offset + 13) == 1 {
                    loopCount = view.uint16(at: offset + 14, .little)
                }
            case 0x2C:
                guard let frameFlags = view.byte(at: offset + 9) else { return }
                delays.append(delay)
                delay = 0
                offset += 11 + Self.paletteSize(frameFlags)
            default:
                return
            }
            while let length = view.byte(at: offset) {
                offset += 1 + Int(length)
                if length == 0 { break }
            }
        }
    }

    /// Reads the chunks of a WebP file.
    init(webp view: ByteView) {
        var offset = 12
        while let code = view.code(at: offset), let length = view.uint32(at: offset + 4, .little),
            delays.count < ImageFileDescription.frameLimit
        {
            if code == "ANIM" { loopCount = view.uint16(at: offset + 12, .little) }
            if code == "ANMF" { delays.append(Double(view.uint24(at: offset + 20, .little) ?? 0) / 1000) }
            offset += 8 + length + length % 2
        }
    }

    private static func paletteSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }
}
