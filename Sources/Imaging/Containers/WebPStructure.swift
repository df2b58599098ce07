import MediaContainers

/// The RIFF chunks of a WebP file.
enum WebPStructure {
    static func read(_ view: ByteView) -> PictureStructure? {
        var structure: PictureStructure?
        var frameCount = 0
        var exifBlocks: [UnsafeRawBufferPointer] = []
        var xmpPackets: [UnsafeRawBufferPointer] = []
        let chunks = RIFFChunkSequence(file: view)
        for header in chunks {
            let content = header.content.clamped(to: 0..<view.count)
            let chunk = ByteView(UnsafeRawBufferPointer(rebasing: view.bytes[content]))
            switch header.type {
            case "VP8X", "VP8 ", "VP8L":
                if structure == nil { structure = size(of: chunk, header.type) }
            case "ANMF":
                frameCount += 1
            case "EXIF":
                if let block = PictureStructure.exifBlock(in: chunk.bytes) { exifBlocks.append(block) }
            case "XMP ":
                xmpPackets.append(chunk.bytes)
            default:
                break
            }
        }
        structure?.frameCount = max(1, frameCount)
        structure?.exifBlocks = exifBlocks
        structure?.xmpPackets = xmpPackets
        if chunks.isCutShort { structure?.damage = PictureStructure.endsEarly }
        return structure
    }

    private static func size(of chunk: ByteView, _ code: FourCharacterCode) -> PictureStructure? {
        switch code {
        case "VP8X":
            guard let width = chunk.uint24(at: 4, .little), let height = chunk.uint24(at: 7, .little) else {
                return nil
            }
            return PictureStructure(width: width + 1, height: height + 1)
        case "VP8L":
            guard chunk.byte(at: 0) == 0x2F, let bits = chunk.uint32(at: 1, .little) else { return nil }
            return PictureStructure(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        default:
            guard chunk.uint24(at: 3) == 0x9D012A, let width = chunk.uint16(at: 6, .little),
                let height = chunk.uint16(at: 8, .little)
            else { return nil }
            return PictureStructure(width: width & 0x3FFF, height: height & 0x3FFF)
        }
    }
}
