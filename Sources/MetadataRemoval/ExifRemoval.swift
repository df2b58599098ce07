import MediaContainers
import MediaRequests

extension MetadataRemoval {
    /// Removes values from an Exif block or a TIFF file.
    ///
    /// An entry is removed by moving the following entries of its directory. The bytes of its value become zero, and
    /// all other values keep their offsets. Unknown entries and bytes to which nothing refers are removed, too.
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
        case image, exif, place, keptPlace
    }

    private static let entrySize = 12

    let block: ByteView
    /// The block's offset in the file.
    let offset: Int
    let isFile: Bool
    let depth: Int
    private let header: TIFFHeader?
    private var directories: TIFFDirectoryReader<ByteView>
    /// The parts of the block that something refers to.
    private var used: [Range<Int>] = [0..<8]

    init(block: ByteView, offset: Int, isFile: Bool, depth: Int) {
        self.block = block
        self.offset = offset
        self.isFile = isFile
        self.depth = depth
        header = TIFFHeader(block)
        directories = TIFFDirectoryReader(block, header?.order ?? .big)
    }

    private var order: ByteView.Order { directories.order }

    private static let damaged = MediaError(.unreadable, "its Exif metadata are damaged")

    mutating func walk(_ removal: inout MetadataRemoval) throws(MediaError) {
        guard let header else { throw Self.damaged }
        guard header.isClassic else {
            if isFile { throw MediaError(.unsupported, "metadata can't be removed from this kind of TIFF") }
            throw Self.damaged
        }
        var next = header.first
        while next != 0 { next = try directory(at: next, .image, &removal) }
        try removeUnused(&removal)
    }

    /// Overwrites the bytes to which no remaining entry refers. Nobody knows their meaning.
    private func removeUnused(_ removal: inout MetadataRemoval) throws(MediaError) {
        var position = 0
        for range in used.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if position < range.lowerBound { try removal.changes.zero(absolute(position..<range.lowerBound)) }
            position = max(position, range.upperBound)
        }
        if position < block.count { try removal.changes.zero(absolute(position..<block.count)) }
    }

    private struct Entry {
        var tag: Int
        /// The offset of its twelve bytes.
        var place: Int
        /// The value's bytes in the block, or `nil` if they aren't all in it.
        var value: Range<Int>?
        var number: Int?
        var type: Int
    }

    private func entry(_ entry: TIFFDirectory.Entry) throws(MediaError) -> Entry {
        let isShort = entry.type == 3
        guard let number = isShort ? block.uint16(at: entry.field, order) : block.uint32(at: entry.field, order) else {
            throw Self.damaged
        }
        return Entry(tag: entry.tag, place: entry.offset, value: entry.value, number: number, type: entry.type)
    }

    /// Returns the offset of the next directory.
    private mutating func directory(
        at start: Int, _ kind: Kind, _ removal: inout MetadataRemoval
    ) throws(MediaError) -> Int {
        guard let found = directories.directory(at: start), found.isWhole else { throw Self.damaged }
        let (count, end) = (found.entries.count, found.end)
        // Some writers leave out the offset of a next directory at the end of a block.
        let next = kind == .image ? found.next ?? 0 : 0
        var entries: [Entry] = []
        for each in found.entries { entries.append(try entry(each)) }
        if kind == .place {
            for entry in entries { try clear(entry, &removal) }
            try removal.changes.zero(offset + start..<offset + end)
            return 0
        }
        if kind == .keptPlace {
            used += [start..<end] + entries.compactMap(\.value)
            return 0
        }
        if isFile { try pixels(entries, &removal) }
        try thumbnail(entries, &removal)
        var kept: [Entry] = []
        for entry in entries {
            if try isRemoved(entry, &removal) { try clear(entry, &removal) } else { kept.append(entry) }
        }
        used.append(start..<start + 2 + kept.count * Self.entrySize)
        if kind == .image {
            used.append(used[used.count - 1].upperBound..<min(used[used.count - 1].upperBound + 4, block.count))
        }
        used += kept.compactMap(\.value)
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
        guard value.lowerBound >= 8 else { throw Self.damaged }
        try removal.changes.zero(absolute(value))
    }

    private func absolute(_ range: Range<Int>) -> Range<Int> {
        offset + range.lowerBound..<offset + range.upperBound
    }

    private mutating func isRemoved(_ entry: Entry, _ removal: inout MetadataRemoval) throws(MediaError) -> Bool {
        if let value = entry.value, value.count > ExifTag.lengthLimit, !ExifTag.isLong(entry.tag) { return true }
        switch entry.tag {
        case ExifTag.place:
            let isRemoved = removal.removed.contains(.location)
            // A place that can't be found isn't readable either.
            if let number = entry.number, block.uint16(at: number, order) != nil, !directories.hasRead(number) {
                _ = try directory(at: number, isRemoved ? .place : .keptPlace, &removal)
            }
            return isRemoved
        case ExifTag.exif, ExifTag.interoperability:
            guard let number = entry.number else { throw Self.damaged }
            if !directories.hasRead(number) { _ = try directory(at: number, .exif, &removal) }
            return false
        case ExifTag.subdirectories:
            try subdirectories(entry, &removal)
            return false
        case ExifTag.makerNote: return !isHarmlessNote(entry)
        case ExifTag.dngVersion:
            guard isFile else { return true }
            throw MediaError(.unsupported, "metadata can't be removed from a camera's raw format")
        case ExifTag.xmp:
            guard let value = entry.value else { throw Self.damaged }
            try removal.removeOrClearXMP(absolute(value))
            return false
        case ExifTag.iptc:
            guard let value = entry.value else { throw Self.damaged }
            try removal.removeFromIPTC(absolute(value))
            return false
        case ExifTag.photoshop:
            guard let value = entry.value else { throw Self.damaged }
            try removal.removeFromPhotoshopResources(absolute(value), depth: depth)
            return false
        // Uncompressed thumbnails, which only old cameras write.
        case ExifTag.stripOffsets, ExifTag.stripLengths, ExifTag.tileOffsets, ExifTag.tileLengths: return !isFile
        case _ where ExifTag.captions.contains(entry.tag): return removal.removed.contains(.captions)
        case _ where ExifTag.comments.contains(entry.tag): return true
        default: return !ExifTag.isHarmless(entry.tag)
        }
    }

    // MARK: Pixels

    /// Marks the pixels of a TIFF file as used, and removes metadata from JPEG streams in them.
    private mutating func pixels(_ entries: [Entry], _ removal: inout MetadataRemoval) throws(MediaError) {
        func first(_ tag: Int) -> Entry? { entries.first { $0.tag == tag } }
        let compression = first(ExifTag.compression)?.number ?? 1
        guard compression != 6 else {
            throw MediaError(.unsupported, "metadata can't be removed from a TIFF with JPEG of the old kind")
        }
        var total = 0
        for (offsetTag, lengthTag) in [
            (ExifTag.stripOffsets, ExifTag.stripLengths), (ExifTag.tileOffsets, ExifTag.tileLengths),
        ] {
            guard let offsetEntry = first(offsetTag) else { continue }
            let offsets = try numbers(offsetEntry)
            guard let lengthEntry = first(lengthTag) else { throw Self.unknownPixels }
            let lengths = try numbers(lengthEntry)
            guard offsets.count == lengths.count else { throw Self.unknownPixels }
            for (start, length) in zip(offsets, lengths) {
                guard start <= block.count else { throw Self.unknownPixels }
                let range = start..<min(start + length, block.count)
                used.append(range)
                total += range.count
                if compression == 7 { try stream(range, &removal) }
            }
        }
        if compression == 7, let tables = first(ExifTag.tables)?.value { try stream(tables, &removal) }
        // Decoders estimate the lengths of uncompressed pixels if they are too small.
        guard compression == 1, first(ExifTag.photometric)?.number != 6 else { return }
        let width = first(ExifTag.width)?.number ?? 0
        let height = first(ExifTag.height)?.number ?? 0
        let samples = first(ExifTag.samples)?.number ?? 1
        let bits = try first(ExifTag.bits).map { (entry) throws(MediaError) in try numbers(entry).first ?? 1 } ?? 1
        let (area, isTooLarge) = (width * samples).multipliedReportingOverflow(by: bits)
        guard !isTooLarge, width < 1 << 24, samples < 1 << 16, bits <= 64, height < 1 << 24,
            area / 8 * height <= total
        else { throw Self.unknownPixels }
    }

    private static let unknownPixels = MediaError(.unsupported, "the places of its pixels can't be found")

    /// Pixels in JPEG's form can have segments with metadata.
    private func stream(_ range: Range<Int>, _ removal: inout MetadataRemoval) throws(MediaError) {
        guard block.uint16(at: range.lowerBound) == 0xFFD8 else { return }
        let end = try removal.removeFromJPEG(absolute(range), depth: depth + 1)
        try removal.changes.zero(end..<absolute(range).upperBound)
    }

    /// Returns the numbers of an entry.
    private func numbers(_ entry: Entry) throws(MediaError) -> [Int] {
        guard let value = entry.value, entry.type == 3 || entry.type == 4 else { throw Self.unknownPixels }
        let width = entry.type == 3 ? 2 : 4
        return stride(from: value.lowerBound, to: value.upperBound, by: width).compactMap {
            width == 2 ? block.uint16(at: $0, order) : block.uint32(at: $0, order)
        }
    }

    private mutating func subdirectories(_ entry: Entry, _ removal: inout MetadataRemoval) throws(MediaError) {
        guard let value = entry.value else { throw Self.damaged }
        for place in stride(from: value.lowerBound, to: value.upperBound - 3, by: 4) {
            guard var next = block.uint32(at: place, order) else { throw Self.damaged }
            while next != 0, !directories.hasRead(next) { next = try directory(at: next, .image, &removal) }
        }
    }

    /// Notes of most cameras can contain places and texts, at positions that only their makers know. Apple's have none.
    private func isHarmlessNote(_ entry: Entry) -> Bool {
        entry.value.map { block.has("Apple iOS\u{0}", at: $0.lowerBound) } ?? false
    }

    /// A thumbnail is a JPEG file, which can have metadata of its own.
    private mutating func thumbnail(_ entries: [Entry], _ removal: inout MetadataRemoval) throws(MediaError) {
        guard let start = entries.first(where: { $0.tag == ExifTag.thumbnail })?.number,
            let count = entries.first(where: { $0.tag == ExifTag.thumbnailLength })?.number,
            block.part(at: start, count: count) != nil, block.uint16(at: start) == 0xFFD8
        else { return }
        try removal.removeFromInnerJPEG(absolute(start..<start + count), depth: depth + 1)
        used.append(start..<start + count)
    }
}
