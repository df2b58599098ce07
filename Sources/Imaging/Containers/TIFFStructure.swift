import MediaContainers
import MediaWork

/// The directories of a TIFF file, in the classic or the big format, and of camera formats based on TIFF.
struct TIFFStructure {
    private static let directoryLimit = 64
    private static let entryLimit = 4096
    private static let blockLimit = 1 << 20
    private static let blockTags: Set<Int> = [273, 279, 324, 325]

    let view: ByteView
    private let order: ByteView.Order
    private let isBig: Bool
    private var directories: [Directory] = []

    /// The relevant entries of one directory.
    private struct Directory {
        var width: Int?
        var height: Int?
        var subfileType = 0
        var orientation: Int?
        var isDigitalNegative = false
        /// Whether the first channel after the colours is their alpha. The file's value is 1 for premultiplied colours,
        /// and 2 otherwise.
        var hasAlpha = false
        /// The number of bits of each channel. The format's default is one channel with one bit.
        var bitsPerSample = 1
        var channelCount = 1
        var blockOffsets: Values?
        var blockCounts: Values?
        var jpegOffset: Int?
        var jpegCount: Int?
        /// The index of the page, or `nil` for a directory inside another one.
        var page: Int?
        /// Whether the directory's entries, or its lists of strips or tiles, exceed the end of the file.
        var isCutShort = false
    }

    /// An array somewhere in the file.
    private struct Values {
        var offset: Int
        var count: Int
        var size: Int
    }

    init?(_ view: ByteView) {
        self.view = view
        guard let mark = view.uint16(at: 0), mark == 0x4949 || mark == 0x4D4D else { return nil }
        order = mark == 0x4949 ? .little : .big
        isBig = view.uint16(at: 2, order) == 43
        readDirectories(from: isBig ? view.uint64(at: 8, order) : view.uint32(at: 4, order))
        if directories.isEmpty { return nil }
    }

    /// Whether Adobe's tag marks the file as a digital negative, regardless of the filename.
    var isDigitalNegative: Bool { directories.contains { $0.isDigitalNegative } }

    /// The JPEG pictures that directories contain in addition to their own picture, such as the thumbnail in EXIF.
    var embeddedPictures: [ByteView] {
        directories.compactMap { directory in
            guard let offset = directory.jpegOffset, let count = directory.jpegCount else { return nil }
            return view.part(at: offset, count: count).map(ByteView.init)
        }
    }

    /// Whether a channel after the picture's colours is their alpha, and not a mask or a fifth ink.
    var hasAlpha: Bool { main?.hasAlpha ?? false }

    /// The page that contains the picture, or `nil` if the picture is inside another one.
    var page: Int? { main?.page }

    /// The first directory that is neither a thumbnail nor a mask.
    private var main: Directory? {
        let sized = directories.filter { ($0.width ?? 0) > 0 && ($0.height ?? 0) > 0 }
        return sized.first { $0.subfileType & 5 == 0 } ?? sized.first
    }

    var picture: PictureStructure? {
        guard let main, let width = main.width, let height = main.height else { return nil }
        var structure = PictureStructure(width: width, height: height)
        structure.orientation = main.orientation ?? directories.first?.orientation
        structure.damage = damage
        structure.nanosecondsPerPixel = DecodingCost.nanosecondsPerPixel(
            bytesPerPixel: Double(min(64, max(1, main.channelCount)) * max(1, min(64, main.bitsPerSample) / 8)),
            hasAlpha: main.hasAlpha)
        return structure
    }

    /// A description of the damage if strips, tiles or their lists exceed the end of the file, otherwise `nil`.
    var damage: String? {
        directories.contains { isCutShort($0) } ? PictureStructure.endsEarly : nil
    }

    private mutating func readDirectories(from first: Int?) {
        var pending = [first].compactMap { $0.map { (offset: $0, page: Int?.some(0)) } }
        var seen: Set<Int> = []
        while !pending.isEmpty, directories.count < Self.directoryLimit {
            let (offset, page) = pending.removeFirst()
            guard offset > 0, seen.insert(offset).inserted else { continue }
            var children: [Int] = []
            guard let next = readDirectory(at: offset, page, children: &children) else { continue }
            pending.append((next, page.map { $0 + 1 }))
            pending += children.map { ($0, nil) }
        }
    }

    /// Reads a directory.
    ///
    /// - Returns: The offset of the next directory, or 0 if there is none. `nil` if there is no directory at this
    ///   offset.
    private mutating func readDirectory(at offset: Int, _ page: Int?, children: inout [Int]) -> Int? {
        let entrySize = isBig ? 20 : 12
        let start = offset + (isBig ? 8 : 2)
        guard let count = isBig ? view.uint64(at: offset, order) : view.uint16(at: offset, order),
            count <= Self.entryLimit
        else { return nil }
        var directory = Directory(page: page)
        // If a tag for the size occurs twice, the first one counts.
        for index in 0..<count {
            let entry = start + index * entrySize
            guard let tag = view.uint16(at: entry, order) else { break }
            guard let values = values(ofEntryAt: entry) else {
                if Self.blockTags.contains(tag) { directory.isCutShort = true }
                continue
            }
            switch tag {
            case 254: directory.subfileType = number(values, 0) ?? 0
            case 256: directory.width = directory.width ?? number(values, 0)
            case 258: directory.bitsPerSample = number(values, 0) ?? 1
            case 277: directory.channelCount = number(values, 0) ?? 1
            case 257: directory.height = directory.height ?? number(values, 0)
            case 273, 324: directory.blockOffsets = values
            case 274: directory.orientation = number(values, 0)
            case 279, 325: directory.blockCounts = values
            case 513: directory.jpegOffset = number(values, 0)
            case 514: directory.jpegCount = number(values, 0)
            case 338: directory.hasAlpha = [1, 2].contains(number(values, 0) ?? 0)
            case 330: children = (0..<min(values.count, Self.directoryLimit)).compactMap { number(values, $0) }
            case 50706: directory.isDigitalNegative = true
            default: break
            }
        }
        let end = start + count * entrySize
        if end > view.count { directory.isCutShort = true }
        directories.append(directory)
        return (isBig ? view.uint64(at: end, order) : view.uint32(at: end, order)) ?? 0
    }

    /// Returns `nil` if the type isn't an unsigned integer or the array is outside the file.
    private func values(ofEntryAt entry: Int) -> Values? {
        guard let type = view.uint16(at: entry + 2, order),
            let count = isBig ? view.uint64(at: entry + 4, order) : view.uint32(at: entry + 4, order), count > 0
        else { return nil }
        let size =
            switch type {
            case 1: 1
            case 3: 2
            case 4, 13: 4
            case 16, 18: 8
            default: 0
            }
        guard size > 0, count <= view.count / size else { return nil }
        let field = entry + (isBig ? 12 : 8)
        if count * size <= (isBig ? 8 : 4) { return Values(offset: field, count: count, size: size) }
        guard let offset = isBig ? view.uint64(at: field, order) : view.uint32(at: field, order),
            view.part(at: offset, count: count * size) != nil
        else { return nil }
        return Values(offset: offset, count: count, size: size)
    }

    private func number(_ values: Values, _ index: Int) -> Int? {
        guard index < values.count else { return nil }
        let offset = values.offset + index * values.size
        return switch values.size {
        case 1: view.byte(at: offset).map(Int.init)
        case 2: view.uint16(at: offset, order)
        case 4: view.uint32(at: offset, order)
        default: view.uint64(at: offset, order)
        }
    }

    private func isCutShort(_ directory: Directory) -> Bool {
        // A directory without a size contains no picture, and may not even be a directory.
        if directory.isCutShort, directory.width != nil { return true }
        guard let offsets = directory.blockOffsets, let counts = directory.blockCounts else { return false }
        return (0..<min(offsets.count, counts.count, Self.blockLimit)).contains { index in
            guard let offset = number(offsets, index), let count = number(counts, index) else { return true }
            return view.part(at: offset, count: count) == nil
        }
    }
}
