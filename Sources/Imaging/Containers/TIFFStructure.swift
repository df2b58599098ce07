import MediaContainers
import MediaRequests

/// The directories of a TIFF file, in the classic or the big format, and of camera formats based on TIFF.
struct TIFFStructure {
    private static let subdirectoryLimit = 64
    /// The strips and tiles of all directories that are compared with the file's size.
    private static let blockLimit = 1 << 22
    private static let blockTags: Set<Int> = [273, 279, 324, 325]

    let view: ByteView
    private let order: ByteView.Order
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
        guard let header = TIFFHeader(view) else { return nil }
        self.view = view
        order = header.order
        readDirectories(from: header.first, isBig: header.isBig)
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
        var remaining = Self.blockLimit
        return directories.contains { isCutShort($0, &remaining) } ? PictureStructure.endsEarly : nil
    }

    private mutating func readDirectories(from first: Int, isBig: Bool) {
        var reader = TIFFDirectoryReader(view, order, isBig: isBig)
        var pending: [(offset: Int, page: Int?)] = [(first, 0)]
        var index = 0
        while index < pending.count {
            let (offset, page) = pending[index]
            index += 1
            guard offset > 0, let found = reader.directory(at: offset) else { continue }
            var children: [Int] = []
            directories.append(directory(found, page, children: &children))
            pending.append((found.next ?? 0, page.map { $0 + 1 }))
            pending += children.map { ($0, nil) }
        }
    }

    private func directory(_ found: TIFFDirectory, _ page: Int?, children: inout [Int]) -> Directory {
        var directory = Directory(page: page)
        directory.isCutShort = !found.isWhole
        // If a tag for the size occurs twice, the first one counts.
        for entry in found.entries {
            guard let values = values(of: entry) else {
                if Self.blockTags.contains(entry.tag) { directory.isCutShort = true }
                continue
            }
            switch entry.tag {
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
            case 330: children = (0..<min(values.count, Self.subdirectoryLimit)).compactMap { number(values, $0) }
            case 50706: directory.isDigitalNegative = true
            default: break
            }
        }
        return directory
    }

    /// Returns `nil` if the type isn't an unsigned integer or the array is outside the file.
    private func values(of entry: TIFFDirectory.Entry) -> Values? {
        guard [1, 3, 4, 13, 16, 18].contains(entry.type), entry.count > 0, let value = entry.value else { return nil }
        return Values(offset: value.lowerBound, count: entry.count, size: TIFFDirectory.size(ofType: entry.type))
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

    private func isCutShort(_ directory: Directory, _ remaining: inout Int) -> Bool {
        // A directory without a size contains no picture, and may not even be a directory.
        if directory.isCutShort, directory.width != nil { return true }
        guard let offsets = directory.blockOffsets, let counts = directory.blockCounts else { return false }
        let count = min(offsets.count, counts.count, remaining)
        remaining -= count
        return (0..<count).contains { index in
            guard let offset = number(offsets, index), let count = number(counts, index) else { return true }
            return view.part(at: offset, count: count) == nil
        }
    }
}
