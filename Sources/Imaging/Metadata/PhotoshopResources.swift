import MediaContainers

/// Photoshop's resources in a JPEG, one of which contains IPTC.
struct PhotoshopResources {
    private static let mark = Array("8BIM".utf8)
    private static let iptc = 0x0404
    private static let thumbnails: Set<Int> = [0x0409, 0x040C]

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the resources with this IPTC block alone.
    static func containing(iptc block: [UInt8]) -> [UInt8] {
        let count = UInt32(truncatingIfNeeded: block.count)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
        return mark + [UInt8(iptc >> 8), UInt8(iptc & 255), 0, 0] + length + block + (block.count % 2 == 0 ? [] : [0])
    }

    /// All resources except pictures. Keeps everything from a resource that isn't valid.
    var withoutThumbnails: [UInt8] { without(Self.thumbnails) }

    /// The IPTC block, or `nil` if there is none.
    var iptc: [UInt8]? {
        bytes.withUnsafeBytes { memory in
            let view = ByteView(memory)
            var position = 0
            while position < bytes.count, let identifier = view.uint16(at: position + 4),
                let nameLength = view.byte(at: position + 6)
            {
                let start = position + 6 + (Int(nameLength) + 2) / 2 * 2
                guard let length = view.uint32(at: start), let content = view.part(at: start + 4, count: length) else {
                    return nil
                }
                if identifier == Self.iptc { return Array(content) }
                position = start + 4 + (length + 1) / 2 * 2
            }
            return nil
        }
    }

    /// Returns the resources with another IPTC block, or without one if it's empty.
    func replacing(iptc block: [UInt8]) -> [UInt8] {
        // Photoshop's digest of the old block.
        let others = without([Self.iptc, 0x0425])
        return (block.isEmpty ? [] : Self.containing(iptc: block)) + others
    }

    private func without(_ removed: Set<Int>) -> [UInt8] {
        bytes.withUnsafeBytes { memory in
            let view = ByteView(memory)
            var kept: [UInt8] = []
            var position = 0
            while position < bytes.count {
                guard let identifier = view.uint16(at: position + 4), let nameLength = view.byte(at: position + 6)
                else { break }
                // The name and the content have an even number of bytes.
                let start = position + 6 + (Int(nameLength) + 2) / 2 * 2
                guard let length = view.uint32(at: start), start + 4 + length <= bytes.count else { break }
                let end = min(bytes.count, start + 4 + (length + 1) / 2 * 2)
                if !removed.contains(identifier) { kept += bytes[position..<end] }
                position = end
            }
            return kept + bytes[position...]
        }
    }
}
