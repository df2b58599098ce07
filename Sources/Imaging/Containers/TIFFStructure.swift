import MediaContainers
import MediaWork

/// The directories of a TIFF file, classic or big, and of the camera formats that are TIFF underneath.
struct TIFFStructure {
    private static let directoryLimit = 64
    private static let entryLimit = 4096
    private static let blockLimit = 1 << 20
    private static let blockTags: Set<Int> = [273, 279, 324, 325]

    let view: ByteView
    private let order: ByteView.Order
    private let isBig: Bool
    private var directories: [Directory] = []

    /// One directory's entries that matter here.
    private struct Directory {
        var width: Int?
        var height: Int?
        var subfileType = 0
        var orientation: Int?
        var isDigitalNegative = false
        /// Whether the first channel beside the colours is their alpha: 1 where they are multiplied by it, else 2.
        var hasAlpha = false
        /// Of each of the channels; where the file does not say, one bit and one channel.
        var bitsPerSample = 1
        var channelCount = 1
        var blockOffsets: Values?
        var blockCounts: Values?
        var jpegOffset: Int?
        var jpegCount: Int?
        /// Its place among the pages; nil for a directory inside another.
        var page: Int?
        /// Its entries, or the lists of its strips or tiles, pass the end of the file.
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

    /// Adobe's tag that says so, whatever the file is called.
    var isDigitalNegative: Bool { directories.contains { $0.isDigitalNegative } }

    /// JPEG pictures that directories name beside their own, as EXIF has its thumbnail.
    var embeddedPictures: [ByteView] {
        directories.compactMap { directory in
            guard let offset = directory.jpegOffset, let count = directory.jpegCount else { return nil }
            return view.part(at: offset, count: count).map(ByteView.init)
        }
    }

    /// Whether a channel beside the picture's colours is their alpha, and not a mask or a fifth ink.
    var hasAlpha: Bool { main?.hasAlpha ?? false }

    /// Which page of the file has the picture; nil where it lies inside another.
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

    /// Strips or tiles, or what tells of them, that pass the end of the file.
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

    /// Answers where the next one is, 0 for nowhere; nil when there is no directory here.
    private mutating func readDirectory(at offset: Int, _ page: Int?, children: inout [Int]) -> Int? {
        let entrySize = isBig ? 20 : 12
        let start = offset + (isBig ? 8 : 2)
        guard let count = isBig ? view.uint64(at: offset, order) : view.uint16(at: offset, order),
            count <= Self.entryLimit
        else { return nil }
        var directory = Directory(page: page)
        // Of a tag that is there twice, the first counts.
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

    /// Nil for types that are no unsigned whole numbers, and for arrays outside the file.
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
        // What has no size is no picture, and perhaps no directory.
        if directory.isCutShort, directory.width != nil { return true }
        guard let offsets = directory.blockOffsets, let counts = directory.blockCounts else { return false }
        return (0..<min(offsets.count, counts.count, Self.blockLimit)).contains { index in
            guard let offset = number(offsets, index), let count = number(counts, index) else { return true }
            return view.part(at: offset, count: count) == nil
        }
    }
}
