import Foundation

/// The marker segments of a JPEG file up to its first scan, and whether the picture is ended.
struct JPEGStructure {
    private static let xmpMark: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    private var picture: PictureStructure?
    private var exifBlocks: [UnsafeRawBufferPointer] = []
    private var xmpPackets: [UnsafeRawBufferPointer] = []

    static func read(_ view: ByteView) -> PictureStructure? {
        var structure = JPEGStructure()
        let damage = structure.readSegments(of: view)
        structure.picture?.damage = damage
        structure.picture?.exifBlocks = structure.exifBlocks
        structure.picture?.xmpPackets = structure.xmpPackets
        return structure.picture
    }

    /// Answers what is wrong.
    private mutating func readSegments(of view: ByteView) -> String? {
        var offset = 2
        while let marker = Self.nextMarker(in: view, from: &offset) {
            switch marker {
            case 0x01, 0xD0...0xD8:
                continue
            case 0xD9:
                return "the file has no picture data"
            case 0xDA:
                return Self.hasEnd(view, after: offset) ? nil : PictureStructure.endsEarly
            default:
                guard let length = view.uint16(at: offset), length >= 2 else { return PictureStructure.endsEarly }
                if let content = view.part(at: offset + 2, count: length - 2) { read(marker, ByteView(content)) }
                offset += length
            }
        }
        return PictureStructure.endsEarly
    }

    private mutating func read(_ marker: UInt8, _ content: ByteView) {
        switch marker {
        case 0xC4, 0xC8, 0xCC:
            break
        case 0xC0...0xCF where picture == nil:
            guard let height = content.uint16(at: 1), let width = content.uint16(at: 3) else { return }
            picture = PictureStructure(width: width, height: height)
        case 0xE1 where content.has("Exif\0\0", at: 0):
            if let block = PictureStructure.exifBlock(in: content.bytes) { exifBlocks.append(block) }
        case 0xE1 where content.has(Self.xmpMark, at: 0):
            let start = Self.xmpMark.utf8CodeUnitCount
            if let packet = content.part(at: start, count: content.count - start) { xmpPackets.append(packet) }
        default:
            break
        }
    }

    /// Passes over bytes that belong to no segment, as decoders do.
    private static func nextMarker(in view: ByteView, from offset: inout Int) -> UInt8? {
        guard let base = view.bytes.baseAddress else { return nil }
        while offset < view.count - 1 {
            guard let found = memchr(base + offset, 0xFF, view.count - offset) else { return nil }
            offset = UnsafeRawPointer(found) - base
            while view.byte(at: offset) == 0xFF { offset += 1 }
            guard let marker = view.byte(at: offset) else { return nil }
            offset += 1
            if marker != 0 { return marker }
        }
        return nil
    }

    /// Whether an end-of-image marker stands after the scan's start. Inside a scan's data none can occur by chance, so
    /// one found from the back, where cameras append clips and tables of their own, does as well as the first.
    private static func hasEnd(_ view: ByteView, after start: Int) -> Bool {
        var offset = view.count - 2
        while offset >= start {
            if view.bytes[offset] == 0xFF, view.bytes[offset + 1] == 0xD9 { return true }
            // A pair begun one byte earlier would end here; else two bytes can be passed.
            offset -= view.bytes[offset] == 0xD9 ? 1 : 2
        }
        return false
    }
}
