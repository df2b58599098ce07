import MediaContainers
import MediaWork

extension MetadataRemoval {
    private static let places: Set = [26, 27, 90, 92, 95, 100, 101]
    private static let captions: Set = [5, 7, 15, 20, 25, 40, 105, 120, 121, 122]

    /// Removes data sets from a block of IPTC by moving the following ones. The end of the block becomes zero.
    mutating func removeFromIPTC(_ block: Range<Int>) throws(MediaError) {
        let view = ByteView(slice(block))
        var kept: [UInt8] = []
        var position = 0
        while position + 5 <= view.count, view.byte(at: position) == 0x1C, let record = view.byte(at: position + 1),
            let number = view.byte(at: position + 2), let count = view.uint16(at: position + 3),
            // Larger sizes are those of extended data sets, which no camera writes.
            count < 0x8000, let set = view.part(at: position, count: 5 + count)
        {
            position += 5 + count
            let isPlace = Self.places.contains(Int(number)) && removed.contains(.location)
            let isCaption = Self.captions.contains(Int(number)) && removed.contains(.captions)
            if record != 2 || !(isPlace || isCaption) { kept += set }
        }
        kept += [UInt8](repeating: 0, count: view.count - kept.count)
        try changes.write(kept, at: block.lowerBound)
    }

    /// Removes metadata from the resources that Photoshop writes into files.
    mutating func removeFromPhotoshopResources(_ block: Range<Int>, depth: Int) throws(MediaError) {
        var position = block.lowerBound
        while position + 12 <= block.upperBound, file.has("8BIM", at: position),
            let number = file.uint16(at: position + 4), let nameCount = file.byte(at: position + 6)
        {
            let name = position + 7..<position + 7 + Int(nameCount)
            let sizePlace = position + 6 + (Int(nameCount) + 2) / 2 * 2
            guard let count = file.uint32(at: sizePlace), sizePlace + 4 + count <= block.upperBound else { break }
            let content = sizePlace + 4..<sizePlace + 4 + count
            if removed.contains(.captions) { try changes.zero(name) }
            try removeFromResource(number, content, depth: depth)
            position = min(block.upperBound, content.upperBound + count % 2)
        }
        try changes.zero(position..<block.upperBound)
    }

    private mutating func removeFromResource(
        _ number: Int, _ content: Range<Int>, depth: Int
    ) throws(MediaError) {
        switch number {
        case 0x0404: try removeFromIPTC(content)
        case 0x0422, 0x0423: if try !removeFromExif(content, depth: depth) { try changes.zero(content) }
        case 0x0424: try removeOrClearXMP(content)
        // The digest of the IPTC block. Zero means that no program has compared it.
        case 0x0425: try changes.zero(content)
        case 0x0409, 0x040C:
            if file.uint16(at: content.lowerBound + 28) == 0xFFD8 {
                _ = try removeFromJPEG(content.dropFirst(28), depth: depth + 1)
            }
        case 0x03F0 where removed.contains(.captions): try changes.zero(content)
        default: break
        }
    }
}
