import Foundation

/// The marker segments of a JPEG file up to its first scan, and whether the picture is ended.
enum JPEGStructure {
    static func read(_ view: ByteView) -> PictureStructure? {
        var structure: PictureStructure?
        var offset = 2
        while let marker = nextMarker(in: view, from: &offset) {
            switch marker {
            case 0x01, 0xD0...0xD8:
                continue
            case 0xD9:
                structure?.damage = "the file has no picture data"
                return structure
            case 0xDA:
                if !hasEnd(view, after: offset) { structure?.damage = PictureStructure.endsEarly }
                return structure
            default:
                break
            }
            guard let length = view.uint16(at: offset), length >= 2 else { break }
            if isFrame(marker), structure == nil, let height = view.uint16(at: offset + 3),
                let width = view.uint16(at: offset + 5)
            {
                structure = PictureStructure(width: width, height: height)
            }
            offset += length
        }
        structure?.damage = PictureStructure.endsEarly
        return structure
    }

    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
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
            // Only every second byte need be looked at: a mark's second byte tells of its first.
            offset -= view.bytes[offset] == 0xD9 ? 1 : 2
        }
        return false
    }
}
