import MediaContainers

/// The blocks of a GIF file, with the size of the canvas, the number of frames, and whether there is a trailer.
enum GIFStructure {
    static func read(_ view: ByteView) -> PictureStructure? {
        guard let width = view.uint16(at: 6, .little), let height = view.uint16(at: 8, .little),
            let flags = view.byte(at: 10)
        else { return nil }
        var structure = PictureStructure(width: width, height: height)
        var frameCount = 0
        var offset = 13 + colorTableSize(flags)
        var isEnded = false
        scan: while let introducer = view.byte(at: offset) {
            switch introducer {
            case 0x3B:
                isEnded = true
                break scan
            case 0x21:
                offset += 2
            case 0x2C:
                guard let frameFlags = view.byte(at: offset + 9) else { break scan }
                frameCount += 1
                offset += 11 + colorTableSize(frameFlags)
            default:
                break scan
            }
            guard skipSubBlocks(of: view, from: &offset) else { break }
        }
        structure.frameCount = max(1, frameCount)
        if frameCount == 0 {
            structure.damage = PictureStructure.isEmpty
        } else if !isEnded {
            structure.damage = PictureStructure.endsEarly
        }
        return structure
    }

    private static func colorTableSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    /// Returns `false` if the file ends within the blocks.
    private static func skipSubBlocks(of view: ByteView, from offset: inout Int) -> Bool {
        while let length = view.byte(at: offset) {
            offset += 1 + Int(length)
            if length == 0 { return true }
        }
        return false
    }
}
