/// The `iloc` box of a HEIF file: the places of the items' bytes.
package struct ItemLocations {
    package struct Item {
        package var number: Int
        /// 0: offsets in the file. 1: in the `idat` box. 2: in another item.
        package var method = 0
        package var reference = 0
        package var base = 0
        package var extents: [Extent]
    }

    package struct Extent {
        package var index = 0
        package var offset: Int
        package var length: Int
    }

    private static let itemLimit = 100_000
    private static let extentLimit = 200_000

    private let version: Int
    private let flags: [UInt8]
    private var offsetSize: Int
    private var lengthSize: Int
    private let baseSize: Int
    private let indexSize: Int
    package private(set) var items: [Item] = []

    /// - Parameter content: The content of the box, starting at its version.
    /// - Returns: `nil` if the box is damaged or has an unknown version.
    package init?(_ content: ByteView) {
        guard let version = content.byte(at: 0).map(Int.init), version <= 2, let sizes = content.uint16(at: 4),
            let flags = content.part(at: 1, count: 3)
        else { return nil }
        self.version = version
        self.flags = Array(flags)
        (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 0xF, sizes >> 4 & 0xF)
        indexSize = version == 0 ? 0 : sizes & 0xF
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else { return nil }
        var position = 6
        var isDamaged = false
        func next(_ size: Int) -> Int {
            defer { position += size }
            let number =
                switch size {
                case 0: Optional(0)
                case 2: content.uint16(at: position)
                case 4: content.uint32(at: position)
                default: content.uint64(at: position)
                }
            if number == nil { isDamaged = true }
            return number ?? 0
        }
        let count = next(version == 2 ? 4 : 2)
        var extentCount = 0
        guard count <= Self.itemLimit else { return nil }
        for _ in 0..<count {
            var item = Item(number: next(version == 2 ? 4 : 2), extents: [])
            if version > 0 { item.method = next(2) & 0xF }
            item.reference = next(2)
            item.base = next(baseSize)
            let count = next(2)
            extentCount += count
            guard !isDamaged, extentCount <= Self.extentLimit else { return nil }
            for _ in 0..<count {
                item.extents.append(
                    Extent(index: next(indexSize), offset: next(offsetSize), length: next(lengthSize)))
            }
            items.append(item)
        }
        guard !isDamaged else { return nil }
    }

    /// Gives an item one extent in the file. Adds the item if it's missing.
    package mutating func place(_ number: Int, at offset: Int, length: Int) {
        if offsetSize == 0 { offsetSize = 4 }
        if lengthSize == 0 { lengthSize = 4 }
        let item = Item(number: number, extents: [Extent(offset: offset, length: length)])
        if let index = items.firstIndex(where: { $0.number == number }) {
            items[index] = item
        } else {
            items.append(item)
        }
    }

    /// Moves the places in the file from a position on.
    package mutating func move(from position: Int, by distance: Int) {
        for index in items.indices where items[index].method == 0 && items[index].reference == 0 {
            if baseSize > 0, items[index].base >= position {
                items[index].base += distance
            } else {
                for extent in items[index].extents.indices
                where items[index].base + items[index].extents[extent].offset >= position {
                    items[index].extents[extent].offset += distance
                }
            }
        }
    }

    /// The content of the box, or `nil` if a number doesn't fit.
    package var bytes: [UInt8]? {
        let numberSize = version == 2 ? 4 : 2
        let sizes = offsetSize << 12 | lengthSize << 8 | baseSize << 4 | indexSize
        var bytes = [UInt8(version)] + flags + Self.bytes(sizes, 2) + Self.bytes(items.count, numberSize)
        var fits = items.count < 1 << (8 * numberSize)
        func append(_ number: Int, _ size: Int) {
            if size < 8, number >= 1 << (8 * size) { fits = false }
            bytes += Self.bytes(number, size)
        }
        for item in items {
            append(item.number, numberSize)
            if version > 0 { append(item.method, 2) } else if item.method != 0 { return nil }
            append(item.reference, 2)
            append(item.base, baseSize)
            append(item.extents.count, 2)
            for extent in item.extents {
                append(extent.index, indexSize)
                append(extent.offset, offsetSize)
                append(extent.length, lengthSize)
            }
        }
        return fits ? bytes : nil
    }

    package static func bytes(_ number: Int, _ size: Int) -> [UInt8] {
        ByteOrderedNumber.bytes(number, width: size, .big)
    }
}
