import MediaContainers
import MediaRequests

extension MetadataRemoval {
    /// The data sets that are neither places nor captions (IIM 4.2): of the envelope, and of the application record.
    private static let envelope: Set = [0, 5, 20, 22, 30, 40, 50, 60, 70, 80, 90, 100, 120, 122]
    private static let harmless: Set = [
        0, 3, 4, 8, 10, 12, 22, 30, 35, 37, 38, 42, 45, 47, 50, 55, 60, 62, 63, 65, 70, 75, 80, 85, 103, 110, 115, 116,
        118, 130, 131, 135,
    ]
    private static let places: Set = [26, 27, 90, 92, 95, 100, 101]
    /// The longest text of the standard.
    private static let lengthLimit = 2_000
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
            if isKept(record: record, number: Int(number)), count <= Self.lengthLimit { kept += set }
        }
        kept += [UInt8](repeating: 0, count: view.count - kept.count)
        try changes.write(kept, at: block.lowerBound)
    }

    private func isKept(record: UInt8, number: Int) -> Bool {
        switch record {
        case 1: Self.envelope.contains(number)
        case 2:
            Self.harmless.contains(number) || Self.places.contains(number) && !removed.contains(.location)
                || Self.captions.contains(number) && !removed.contains(.captions)
        default: false
        }
    }

    /// The resources that can't have a place: resolution, angles, flags and similar numbers.
    private static let harmlessResources: Set = [
        0x03ED, 0x03F3, 0x0400, 0x0406, 0x040A, 0x040D, 0x0410, 0x0411, 0x0414, 0x0419, 0x0426, 0x0428, 0x2710,
    ]
    /// None of them is longer.
    private static let resourceLimit = 16

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
            try changes.zero(name)
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
                try removeFromInnerJPEG(content.dropFirst(28), depth: depth + 1)
            } else {
                try changes.zero(content)
            }
        case _ where Self.harmlessResources.contains(number) && content.count <= Self.resourceLimit: break
        default: try changes.zero(content)
        }
    }
}
