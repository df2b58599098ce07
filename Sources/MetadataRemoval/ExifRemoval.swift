import MediaContainers
import MediaWork

extension MetadataRemoval {
    /// Removes values from an Exif block or a TIFF file.
    ///
    /// An entry is removed by moving the following entries of its directory. The bytes of its value become zero, and
    /// all other values keep their offsets.
    ///
    /// - Parameter isFile: Whether the block is an entire TIFF file, which must be readable.
    /// - Returns: Whether the block is readable. Otherwise the caller removes it as a whole.
    mutating func removeFromExif(
        _ block: Range<Int>, isFile: Bool = false, depth: Int = 0
    ) throws(MediaError) -> Bool {
        let first = changes.all.count
        var exif = ExifDirectories(
            block: ByteView(slice(block)), offset: block.lowerBound, isFile: isFile, depth: depth)
        do throws(MediaError) {
            try exif.walk(&self)
            return true
        } catch {
            guard error.code == .unreadable, !isFile else { throw error }
            changes.drop(since: first)
            return false
        }
    }
}

/// The directories of an Exif block or a TIFF file.
private struct ExifDirectories {
    private enum Kind {
        case image, exif, place
    }

    private enum Tag {
        static let place = 0x8825, exif = 0x8769, subdirectories = 0x014A, makerNote = 0x927C
        static let xmp = 0x02BC, iptc = 0x83BB, photoshop = 0x8649
        static let thumbnail = 0x0201, thumbnailLength = 0x0202
        static let dngVersion = 0xC612
        /// GeoTIFF and its ancestors.
        static let geography: Set = [0x830E, 0x8480, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1, 0xA480, 0xA481]
        /// Titles, descriptions and comments, also those of Windows.
        static let captions: Set = [
            0x010D, 0x010E, 0x9286, 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F, 0xA436,
        ]
    }

    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
    private static let entrySize = 12
    private static let directoryLimit = 4_096

    let block: ByteView
    /// The block's offset in the file.
    let offset: Int
    let isFile: Bool
    let depth: Int
    private var order = ByteView.Order.big
    private var seen: Set<Int> = []

    init(block: ByteView, offset: Int, isFile: Bool, depth: Int) {
        self.block = block
        self.offset = offset
        self.isFile = isFile
        self.depth = depth
    }

    private static let damaged = MediaError(.unreadable, "its Exif metadata are damaged")

    mutating func walk(_ removal: inout MetadataRemoval) throws(MediaError) {
        switch block.uint16(at: 0) {
        case 0x4949: order = .little
        case 0x4D4D: order = .big
        default: throw Self.damaged
        }
        guard block.uint16(at: 2, order) == 42, var next = block.uint32(at: 4, order) else {
            if isFile { throw MediaError(.unsupported, "metadata can't be removed from this kind of TIFF") }
            throw Self.damaged
        }
        while next != 0 { next = try directory(at: next, .image, &removal) }
    }

    private struct Entry {
        var tag: Int
        /// The offset of its twelve bytes.
        var place: Int
        /// The value's bytes in the block, or `nil` if they aren't all in it.
        var value: Range<Int>?
        var number: Int?
    }

    private func entry(at place: Int) throws(MediaError) -> Entry {
        guard let tag = block.uint16(at: place, order), let type = block.uint16(at: place + 2, order),
            let count = block.uint32(at: place + 4, order), let number = block.uint32(at: place + 8, order)
        else { throw Self.damaged }
        // Readers ignore entries of unknown types. Their values are at most what readers can reach.
        let size = (Self.sizes.indices.contains(type) ? Self.sizes[type] : 1) * count
        let start = size <= 4 ? place + 8 : number
        let value = start + size <= block.count ? start..<start + size : nil
        return Entry(
            tag: tag, place: place, value: value,
            number: type == 3 ? block.uint16(at: place + 8, order) : number)
    }

    /// Returns the offset of the next directory.
    private mutating func directory(
        at start: Int, _ kind: Kind, _ removal: inout MetadataRemoval
    ) throws(MediaError) -> Int {
        guard seen.count < Self.directoryLimit, seen.insert(start).inserted,
            let count = block.uint16(at: start, order)
        else { throw Self.damaged }
        let end = start + 2 + count * Self.entrySize
        guard end <= block.count else { throw Self.damaged }
        // Some writers leave out the offset of a next directory at the end of a block.
        let next = kind == .image ? block.uint32(at: end, order) ?? 0 : 0
        var entries: [Entry] = []
        for index in 0..<count { entries.append(try entry(at: start + 2 + index * Self.entrySize)) }
        if kind == .place {
            for entry in entries { try clear(entry, &removal) }
            try removal.changes.zero(offset + start..<offset + end)
            return 0
        }
        try thumbnail(entries, &removal)
        var kept: [Entry] = []
        for entry in entries {
            if try isRemoved(entry, &removal) { try clear(entry, &removal) } else { kept.append(entry) }
        }
        if kept.count < count { try write(kept, count: count, at: start, end: end, &removal) }
        return next
    }

    private func write(
        _ kept: [Entry], count: Int, at start: Int, end: Int, _ removal: inout MetadataRemoval
    ) throws(MediaError) {
        var bytes =
            order == .big
            ? [UInt8(kept.count >> 8), UInt8(kept.count & 0xFF)] : [UInt8(kept.count & 0xFF), UInt8(kept.count >> 8)]
        for entry in kept {
            guard let part = block.part(at: entry.place, count: Self.entrySize) else { throw Self.damaged }
            bytes += part
        }
        let hasNext = end + 4 <= block.count
        if hasNext, let next = block.part(at: end, count: 4) { bytes += next }
        bytes += [UInt8](repeating: 0, count: end + (hasNext ? 4 : 0) - start - bytes.count)
        try removal.changes.write(bytes, at: offset + start)
    }

    private func clear(_ entry: Entry, _ removal: inout MetadataRemoval) throws(MediaError) {
        guard let value = entry.value, !(entry.place..<entry.place + Self.entrySize).overlaps(value) else { return }
        try removal.changes.zero(absolute(value))
    }

    private func absolute(_ range: Range<Int>) -> Range<Int> {
        offset + range.lowerBound..<offset + range.upperBound
    }

    private mutating func isRemoved(_ entry: Entry, _ removal: inout MetadataRemoval) throws(MediaError) -> Bool {
        switch entry.tag {
        case Tag.place:
            guard removal.removed.contains(.location) else { return false }
            // A place that can't be found isn't readable either.
            if let number = entry.number, block.uint16(at: number, order) != nil, !seen.contains(number) {
                _ = try directory(at: number, .place, &removal)
            }
            return true
        case Tag.exif:
            guard let number = entry.number else { throw Self.damaged }
            if !seen.contains(number) { _ = try directory(at: number, .exif, &removal) }
            return false
        case Tag.subdirectories:
            try subdirectories(entry, &removal)
            return false
        case Tag.makerNote: return !isHarmlessNote(entry)
        case Tag.dngVersion:
            guard isFile else { return false }
            throw MediaError(.unsupported, "metadata can't be removed from a camera's raw format")
        case Tag.xmp:
            guard let value = entry.value else { throw Self.damaged }
            try removal.removeOrClearXMP(absolute(value))
            return false
        case Tag.iptc:
            guard let value = entry.value else { throw Self.damaged }
            try removal.removeFromIPTC(absolute(value))
            return false
        case Tag.photoshop:
            guard let value = entry.value else { throw Self.damaged }
            try removal.removeFromPhotoshopResources(absolute(value), depth: depth)
            return false
        case _ where Tag.geography.contains(entry.tag): return removal.removed.contains(.location)
        case _ where Tag.captions.contains(entry.tag): return removal.removed.contains(.captions)
        default: return false
        }
    }

    private mutating func subdirectories(_ entry: Entry, _ removal: inout MetadataRemoval) throws(MediaError) {
        guard let value = entry.value else { throw Self.damaged }
        for place in stride(from: value.lowerBound, to: value.upperBound - 3, by: 4) {
            guard var next = block.uint32(at: place, order) else { throw Self.damaged }
            while next != 0, !seen.contains(next) { next = try directory(at: next, .image, &removal) }
        }
    }

    /// Notes of most cameras can contain places and texts, at positions that only their makers know. Apple's have none.
    private func isHarmlessNote(_ entry: Entry) -> Bool {
        entry.value.map { block.has("Apple iOS\u{0}", at: $0.lowerBound) } ?? false
    }

    /// A thumbnail is a JPEG file, which can have metadata of its own.
    private func thumbnail(_ entries: [Entry], _ removal: inout MetadataRemoval) throws(MediaError) {
        guard let start = entries.first(where: { $0.tag == Tag.thumbnail })?.number,
            let count = entries.first(where: { $0.tag == Tag.thumbnailLength })?.number,
            block.part(at: start, count: count) != nil, block.uint16(at: start) == 0xFFD8
        else { return }
        _ = try removal.removeFromJPEG(absolute(start..<start + count), depth: depth + 1)
    }
}
